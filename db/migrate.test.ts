import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../tests/support/database.ts';
import { migrate, migrationState } from './migrate.ts';
import { openOrm } from './orm.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('one of four simultaneous starters migrates, the others wait, and all find the tables', async () => {
  const { pending } = await migrationState(database.url);
  expect(pending.length).toBeGreaterThan(0);
  const results = await Promise.all(Array.from({ length: 4 }, () => migrate(database.url)));
  expect(results.flatMap(({ ran }) => ran)).toEqual(pending);
  expect(await migrationState(database.url)).toEqual({ pending: [], unknown: [] });
  expect(await tables()).toContain('offer');
});

test('the migrated tables match the entities', async () => {
  const orm = await openOrm(database.url);
  const difference = await orm.schema.getUpdateSchemaSQL({ wrap: false });
  expect(difference, 'create a migration: npm run cli -- migrate --create <name>').toBe('');
  await orm.close();
});

test('reports unknown migrations, which a later release applied', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `insert into mikro_orm_migrations (name) values ('Migration99990101000000_later')`,
  );
  await client.end();
  expect(await migrationState(database.url)).toEqual({
    pending: [],
    unknown: ['Migration99990101000000_later'],
  });
});

async function tables(): Promise<string[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const sql = `select table_name from information_schema.tables where table_schema = 'public'`;
  const { rows } = await client.query<{ table_name: string }>(sql);
  await client.end();
  return rows.map((row) => row.table_name);
}
