/* PgBouncer and its like lend each transaction another session: what a session would keep, such as a statement's name, is lost. */
import pg from 'pg';

type Address = { host: string; port: number };

/** Addresses at which a pooler answers, as this process has found. */
const poolers = new Set<string>();

const keyOf = ({ host, port }: Address) => `${host}:${port}`;

/** Finds out whether a pooler stands between this client and Postgres: it hands out process ids of its own. */
export async function notePooler(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const own: unknown = Reflect.get(client, 'processID');
  if (rows[0]?.pid === own) poolers.delete(keyOf(client));
  else poolers.add(keyOf(client));
}

/** Whether a pooler was found at the address. */
export function isPooled(address: Address): boolean {
  return poolers.has(keyOf(address));
}

/** The address that a client of this connection string would use. */
export function addressOf(connectionString: string): Address {
  return new pg.Client({ connectionString });
}

/** Sends this client's named statements without their names, to be planned each time: the next session would not know them. */
export function forgetNames(client: pg.PoolClient): void {
  const query: (...of: unknown[]) => unknown = client.query.bind(client);
  const unnamed = (first: unknown, ...rest: unknown[]) =>
    query(isNamed(first) ? { ...first, name: undefined } : first, ...rest);
  Object.assign(client, { query: unnamed });
}

/** True for a plain statement with a name; objects that send themselves stay as they are. */
function isNamed(query: unknown): query is { name: string } {
  return typeof query === 'object' && query !== null && 'name' in query && !('submit' in query);
}
