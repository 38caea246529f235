import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '#db/migrate.ts';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A new, empty database in the cluster that tests/support/postgres-setup.ts started. Throws when it was not. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase('');
}

/** The same with all tables, copied from a database that the first to ask migrates: the migrations run once a cluster. */
export async function createMigratedDatabase(): Promise<TestDatabase> {
  const template = await migratedTemplate();
  return createDatabase(`template ${template} strategy file_copy`);
}

async function createDatabase(origin: string): Promise<TestDatabase> {
  const clusterUrl = testCluster();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runOn(clusterUrl, (client) => client.query(`create database ${name} ${origin}`));
  return {
    url: urlOf(name),
    drop: () => dropDatabase(clusterUrl, name),
  };
}

function testCluster(): string {
  const { TEST_POSTGRES_URL: clusterUrl } = process.env;
  if (clusterUrl) return clusterUrl;
  throw new Error(
    'TEST_POSTGRES_URL is not set: is tests/support/postgres-setup.ts the globalSetup?',
  );
}

function urlOf(name: string): string {
  const url = new URL(testCluster());
  url.pathname = `/${name}`;
  return url.href;
}

/** Any fixed number will do; not that of the migrations, which run while it is held. */
const TEMPLATE_LOCK = 4_321_099;

/** The name of the migrated database, made where there is none: one at a time, and renamed when it is whole. */
async function migratedTemplate(): Promise<string> {
  const name = `migrated_${await migrationsHash()}`;
  await runOn(testCluster(), async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 1) return;
    const draft = `${name}_draft`;
    await client.query(`drop database if exists ${draft}`);
    await client.query(`create database ${draft}`);
    await migrate(urlOf(draft));
    await client.query(`alter database ${draft} rename to ${name}`);
  });
  return name;
}

/** A cluster that outlives the run may hold the tables of other code. */
async function migrationsHash(): Promise<string> {
  const folder = join(REPO_ROOT, 'db/migrations');
  const hash = createHash('sha256');
  for (const file of (await readdir(folder)).sort())
    hash.update(await readFile(join(folder, file)));
  return hash.digest('hex').slice(0, 16);
}

const PERMISSION_DENIED = '42501';

/** By force, unless autovacuum is at work in it: that is the superuser's, and a plain drop ends it by itself. */
async function dropDatabase(clusterUrl: string, name: string): Promise<void> {
  const drop = `drop database if exists ${name}`;
  try {
    await runOn(clusterUrl, (client) => client.query(`${drop} with (force)`));
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== PERMISSION_DENIED) throw error;
    await runOn(clusterUrl, (client) => client.query(drop));
  }
}

/** The connection, and with it any lock that `work` took, ends with `work`. */
async function runOn(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
