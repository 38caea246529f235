/* A time limit for the prepared queries of a piece of work, such as a search: the request's own timeout ends no statement. */
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

const limits = new AsyncLocalStorage<AbortSignal>();

/**
 * Runs `work`. After `limitMs`, Postgres cancels its running prepared query and the next one throws a TimeoutError. Work inside other such
 * work has the limit of the outer one.
 */
export function withinTime<Result>(limitMs: number, work: () => Promise<Result>): Promise<Result> {
  return limits.run(limits.getStore() ?? AbortSignal.timeout(limitMs), work);
}

/** Runs a query within the time limit of the work that it belongs to. */
export async function queryWithinTime<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  config: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  const signal = limits.getStore();
  if (!signal) return pool.query<Row>(config);
  signal.throwIfAborted();
  const client = await pool.connect();
  let cancelled = Promise.resolve();
  const cancel = () => {
    cancelled = cancelQuery(client, pool.options);
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    signal.throwIfAborted();
    return await client.query<Row>(config);
  } catch (fault) {
    throw signal.aborted ? signal.reason : fault;
  } finally {
    signal.removeEventListener('abort', cancel);
    // A late cancel request would hit the next query of this connection.
    await cancelled;
    client.release();
  }
}

/** What pg's connections have beyond their types. */
type Connection = NodeJS.EventEmitter & {
  connect(...address: [path: string] | [port: number, host: string]): void;
  cancel(processId: number, secretKey: number): void;
};

/** Asks the server to cancel what a client runs, by a connection of its own, which the server closes once it has taken the request. */
function cancelQuery(client: pg.PoolClient, config: pg.ClientConfig): Promise<void> {
  const canceller = new pg.Client(config);
  const { host, port } = canceller;
  const connection: Connection = Reflect.get(canceller as object, 'connection');
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const event of ['end', 'error']) connection.on(event, () => resolve());
  connection.on('connect', () =>
    connection.cancel(Reflect.get(client, 'processID'), Reflect.get(client, 'secretKey')),
  );
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
  return promise;
}
