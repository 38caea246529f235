/*
 * Connection pools to Postgres. A connection that dies or hangs costs its query, never the pool or the process:
 *   connectionLimits   time limits of one connection
 *   guardPool          error listeners, and release of dead clients
 *   openPool           a pool with both
 *   watchPool          ends a process whose pool is stuck nevertheless
 */
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { logger } from './log.ts';
import { forgetNames, isPooled } from './pooler.ts';
import { reportErrors } from './report-errors.ts';

/** Longest wait of a query for a free connection, and of a new connection for the server. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Longest duration of a statement; rebuilding the search vocabulary of a large catalogue takes a minute. */
const STATEMENT_LIMIT_MS = 5 * 60_000;
/** An idle transaction this old belongs to a frozen process and holds locks. */
const IDLE_IN_TRANSACTION_MS = 60_000;
/** The server ends a statement at its limit; silence this long after it means that the network is cut. */
const SILENCE_GRACE_MS = 3_000;

/** The server ends a statement after `statementMs`, this process a silent connection soon after; 0 is unlimited. */
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
 * Logs errors of the pool and its clients, which would otherwise end the process, and releases dead clients. Kysely releases a client
 * only after a successful commit or rollback, so the pool would lose each one that dies in a transaction.
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
      // Its holder may still release it.
      client.release = () => undefined;
    });
  });
}

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
/** A busy pool still answers within this time. */
const STUCK_AFTER_MS = 30_000;

/**
 * Ends this process, which its supervisor restarts, when `probe` through its pool has failed or hung for 30 s while a new connection
 * works. An unreachable database does not end it. Returns a function that stops the watch.
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
      logger('watchdog').fatal('the connection pool is stuck: ending this process');
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
