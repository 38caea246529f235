import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A new, empty database in the cluster that tests/support/postgres-setup.ts started. Throws when it was not. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { TEST_POSTGRES_URL: clusterUrl } = process.env;
  if (!clusterUrl) {
    throw new Error(
      'TEST_POSTGRES_URL is not set: is tests/support/postgres-setup.ts the globalSetup?',
    );
  }
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runOn(clusterUrl, `create database ${name}`);
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => dropDatabase(clusterUrl, name),
  };
}

const PERMISSION_DENIED = '42501';

/** By force, unless autovacuum is at work in it: that is the superuser's, and a plain drop ends it by itself. */
async function dropDatabase(clusterUrl: string, name: string): Promise<void> {
  try {
    await runOn(clusterUrl, `drop database if exists ${name} with (force)`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== PERMISSION_DENIED) throw error;
    await runOn(clusterUrl, `drop database if exists ${name}`);
  }
}

async function runOn(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
