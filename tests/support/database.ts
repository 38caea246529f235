import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '#db/migrate.ts';
import { postgresBackend } from '#db/queues/backend.ts';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates an empty database in the cluster of tests/support/postgres-setup.ts. Throws when that is not the globalSetup. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase('');
}

/** Creates a database with all tables. It copies a template that the first caller migrates: migrations run once a cluster. */
export async function createMigratedDatabase(): Promise<TestDatabase> {
  const template = await migratedTemplate();
  return createDatabase(`template ${template} strategy file_copy`);
}

/** Creates a database with all that `source` holds. Waits up to 5 s for connections to `source` to end. */
export function copyDatabase(source: TestDatabase): Promise<TestDatabase> {
  const name = new URL(source.url).pathname.slice(1);
  return createDatabase(`template ${name} strategy file_copy`);
}

async function createDatabase(origin: string): Promise<TestDatabase> {
  const { url, pool } = await testCluster();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await pool.query(`create database ${name} ${origin}`);
  return { url: urlOf(url, name), drop: () => dropDatabase(pool, name) };
}

interface Cluster {
  readonly url: string;
  /** For what is not of one database; kept, because a new connection takes longer than most tests. */
  readonly pool: pg.Pool;
}

let cluster: Cluster | undefined;

/** The run's cluster. */
async function testCluster(): Promise<Cluster> {
  const url = await clusterUrl();
  if (cluster?.url !== url) {
    cluster = { url, pool: new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true }) };
    // The cluster may end before this process does.
    cluster.pool.on('error', () => {});
  }
  return cluster;
}

/** The URL of the run's cluster; the first test that asks starts it. */
async function clusterUrl(): Promise<string> {
  const { TEST_POSTGRES_URL: given, TEST_POSTGRES_STARTER: starter } = process.env;
  if (given) return given;
  if (!starter) throw new Error('tests/support/postgres-setup.ts is not the globalSetup');
  const answer = await fetch(starter);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`Postgres did not start: ${text}`);
  process.env['TEST_POSTGRES_URL'] = text;
  return text;
}

function urlOf(clusterUrl: string, database: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Any number but that of the migrations, which run while this lock is held. */
const TEMPLATE_LOCK = 4_321_099;

/** The template's name, by the URL of its cluster. */
const templates = new Map<string, Promise<string>>();

async function migratedTemplate(): Promise<string> {
  const { url } = await testCluster();
  const made = templates.get(url) ?? makeTemplate(url);
  templates.set(url, made);
  return made;
}

/** Makes the migrated template unless the cluster has it. One process at a time creates it, and renames it when it is complete. */
async function makeTemplate(url: string): Promise<string> {
  const name = `migrated_${await migrationsHash()}`;
  // A connection of its own, whose end releases the lock.
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 1) return name;
    const draft = `${name}_draft`;
    await client.query(`drop database if exists ${draft}`);
    await client.query(`create database ${draft}`);
    await migrate(urlOf(url, draft));
    await postgresBackend(urlOf(url, draft)).prepare();
    await client.query(`alter database ${draft} rename to ${name}`);
  } finally {
    await client.end();
  }
  return name;
}

/** Part of the template's name: a cluster that outlives the run may hold a template of other migrations. */
async function migrationsHash(): Promise<string> {
  const folder = join(REPO_ROOT, 'db/migrations');
  const hash = createHash('sha256');
  for (const file of (await readdir(folder)).sort())
    hash.update(await readFile(join(folder, file)));
  return hash.digest('hex').slice(0, 16);
}

const PERMISSION_DENIED = '42501';

/** Drops by force, unless autovacuum runs in the database: only a superuser may end that, but a plain drop waits for it. */
async function dropDatabase(pool: pg.Pool, name: string): Promise<void> {
  const drop = `drop database if exists ${name}`;
  try {
    await pool.query(`${drop} with (force)`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== PERMISSION_DENIED) throw error;
    await pool.query(drop);
  }
}
