/* The first connection to a database: waits for one that is still starting, explains one that will not have us. */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { codeOf, OperatorError } from '#domain/errors.ts';
import { maskUrl } from './runtime/mask-secret.ts';

const CONNECT_LIMIT_MS = 5000;
const PAUSE_MS = 500;

/** What a server says, or the network, while it is merely not up yet. */
const NOT_YET: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  '57P03', // the database system is starting up
  '53300', // too many clients
]);

const HINTS: Readonly<Record<string, string>> = {
  '28P01': 'the password is wrong',
  '28000': 'this user is not let in',
  '3D000': 'this database does not exist: create it first',
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
};

/** `waitMs`: how long to wait for it. `onWait` is called once, when waiting begins, with a line for the operator. */
export type Patience = { waitMs: number; onWait?: (message: string) => void };

/** A connected client, which the caller ends. Throws OperatorError that names DATABASE_URL, password masked. */
export async function reachDatabase(databaseUrl: string, patience: Patience): Promise<pg.Client> {
  const deadline = Date.now() + patience.waitMs;
  let told = false;
  for (;;) {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
    });
    // A connection that breaks later also rejects the query in flight; unheard, this event would end the process.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (cause) {
      await client.end();
      const code = firstCode(cause);
      const lost = cause instanceof Error && /timeout|terminated unexpectedly/i.test(cause.message);
      if (!(lost || NOT_YET.has(code)) || Date.now() + PAUSE_MS > deadline) {
        throw unreachable(databaseUrl, cause);
      }
      if (!told) patience.onWait?.(`Waiting for the database at ${maskUrl(databaseUrl)} …`);
      told = true;
      await delay(PAUSE_MS);
    }
  }
}

function unreachable(databaseUrl: string, cause: unknown): OperatorError {
  const words = cause instanceof Error && cause.message ? cause.message : firstCode(cause);
  const hint = HINTS[firstCode(cause)];
  return new OperatorError(
    `The database of DATABASE_URL (${maskUrl(databaseUrl)}) cannot be used: ${hint ? `${hint} (${words})` : words}.`,
    { cause },
  );
}

/** Errors of a host with several addresses come in a bundle: the first one speaks for all. */
function firstCode(cause: unknown): string {
  return cause instanceof AggregateError ? firstCode(cause.errors[0]) : codeOf(cause);
}
