/* Detects PgBouncer and similar poolers, which switch sessions between transactions: session state such as named statements is lost. */
import pg from 'pg';

type Address = { host: string; port: number };

/** Addresses behind which this process found a pooler. */
const poolers = new Set<string>();

const keyOf = ({ host, port }: Address) => `${host}:${port}`;

/** Detects a pooler between this client and Postgres by the process id, which poolers make up. */
export async function notePooler(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const own: unknown = Reflect.get(client, 'processID');
  if (rows[0]?.pid === own) poolers.delete(keyOf(client));
  else poolers.add(keyOf(client));
}

/** True when a pooler was found at the address. */
export function isPooled(address: Address): boolean {
  return poolers.has(keyOf(address));
}

export function addressOf(connectionString: string): Address {
  return new pg.Client({ connectionString });
}

/** Removes the names of this client's statements: the next session would not know them. */
export function forgetNames(client: pg.PoolClient): void {
  const query: (...of: unknown[]) => unknown = client.query.bind(client);
  const unnamed = (first: unknown, ...rest: unknown[]) =>
    query(isNamed(first) ? { ...first, name: undefined } : first, ...rest);
  Object.assign(client, { query: unnamed });
}

/** True for a plain statement with a name; query objects that submit themselves stay as they are. */
function isNamed(query: unknown): query is { name: string } {
  return typeof query === 'object' && query !== null && 'name' in query && !('submit' in query);
}
