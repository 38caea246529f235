/*
 * Every pool of connections to Postgres. A connection that dies, hangs or is cut costs its query, never the pool or the process:
 *   connectionLimits   time limits of one connection        guardPool    error listeners, and release of dead clients
 *   openPool           a pool with both                     watchPool    ends a process whose pool is stuck all the same
 */
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { logger } from './log.ts';
import { forgetNames, isPooled } from './pooler.ts';
import { reportErrors } from './report-errors.ts';

/** How long a query waits for a free connection, and a new connection for the server. */
const CONNECT_TIMEOUT_MS = 5_000;
/** No statement takes longer: the longest one, at a large catalogue, rebuilds the search vocabulary in a minute. */
const STATEMENT_LIMIT_MS = 5 * 60_000;
/** A transaction in which nothing happens for so long belongs to a frozen process: it holds locks. */
const IDLE_IN_TRANSACTION_MS = 60_000;
/** A server that answers ends a statement at its limit; no answer so long after it means that the network is cut. */
const SILENCE_GRACE_MS = 3_000;

/** Time limits of a connection: the server ends a statement after `statementMs`, this process a silent connection soon after; 0: never. */
export function connectionLimits(
  statementMs = STATEMENT_LIMIT_MS,
  silenceMs = statementMs === 0 ? 0 : statementMs + SILENCE_GRACE_MS,
) {
  return {
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    stream: () => {
      const socket = new Socket();
      return socket.setTimeout(silenceMs, () => socket.destroy());
    },
  };
}

/**
 * Logs errors of the pool and of each client, which would otherwise end the process, and takes dead clients back. Kysely gives a
 * client back only after a successful commit or rollback: each one that died in a transaction would be lost to the pool.
 */
export function guardPool(name: string, pool: pg.Pool): void {
  const held = new WeakSet<pg.PoolClient>();
  reportErrors(name, pool);
  pool.on('acquire', (client) => held.add(client));
  pool.on('release', (_fault, client) => held.delete(client));
  pool.on('connect', (client) => {
    if (isPooled(client)) forgetNames(client);
    client.on('error', (fault) => pool.emit('error', fault, client));
    client.once('end', () => {
      if (!held.has(client)) return;
      client.release(true);
      // Its holder may still give it back.
      client.release = () => undefined;
    });
  });
}

/** Opens a guarded pool whose connections have limits. */
export function openPool(
  name: string,
  config: pg.PoolConfig,
  ...limits: Parameters<typeof connectionLimits>
): pg.Pool {
  const pool = new pg.Pool({ ...connectionLimits(...limits), ...config });
  guardPool(name, pool);
  return pool;
}

const WATCH_EVERY_MS = 5_000;
/** A pool that is merely busy answers within this time. */
const STUCK_AFTER_MS = 30_000;

/**
 * Ends this process, which its supervisor starts again, when `probe` through its pool has failed or hung for 30 s
 * while a new connection works. While the database is away nothing happens. Returns how to stop.
 */
export function watchPool(
  probe: () => Promise<unknown>,
  databaseUrl: string,
  {
    stuckAfterMs = STUCK_AFTER_MS,
    everyMs = WATCH_EVERY_MS,
    end = () => process.exit(1),
  }: { stuckAfterMs?: number; everyMs?: number; end?: () => void } = {},
): () => void {
  const stopped = new AbortController();
  let workedAt = performance.now();
  const watch = async () => {
    while (!stopped.signal.aborted) {
      await sleep(everyMs, undefined, { signal: stopped.signal, ref: false });
      const worked = probe().then(() => {
        workedAt = performance.now();
      });
      await Promise.race([
        worked.catch(() => undefined),
        sleep(everyMs, undefined, { ref: false }),
      ]);
      if (performance.now() - workedAt < stuckAfterMs || !(await answers(databaseUrl))) continue;
      logger('watchdog').fatal('the pool of connections is stuck: this process ends');
      end();
      return;
    }
  };
  watch().catch(() => undefined);
  return () => stopped.abort();
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, ...connectionLimits(CONNECT_TIMEOUT_MS) });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
