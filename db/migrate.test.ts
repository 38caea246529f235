import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../tests/support/database.ts';
import { migrate, migrateTo, migrationState } from './migrate.ts';
import { openOrm } from './orm.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('of four starters at once one migrates, the others wait, and all find the tables', async () => {
  const { pending } = await migrationState(database.url);
  expect(pending.length).toBeGreaterThan(0);
  const results = await Promise.all(Array.from({ length: 4 }, () => migrate(database.url)));
  expect(results.flatMap(({ ran }) => ran)).toEqual(pending);
  expect(await migrationState(database.url)).toEqual({ pending: [], unknown: [] });
  expect(await tables()).toContain('offer');
});

test('the tables that the migrations make are those of the entities', async () => {
  const orm = await openOrm(database.url);
  const difference = await orm.schema.getUpdateSchemaSQL({ wrap: false });
  expect(difference, 'write it with: npm run cli -- migrate --create <name>').toBe('');
  await orm.close();
});

test('GTINs that were stored as printed get 14 digits, in the keys of products too', async () => {
  const old = await createTestDatabase();
  const { pending } = await migrationState(old.url);
  await migrateTo(old.url, pending.slice(0, pending.indexOf('Migration20261122200000_gtin_14')));
  const orm = await openOrm(old.url);
  const products = (rows: string) =>
    orm.em.execute(`insert into product (name, gtin, match_keys, specifications) values ${rows}`);
  await products(`('kettle', '0009800895007', '{"t:a b","g:0009800895007"}', '{}'),
    ('gum', '96385074', '{g:96385074}', '{}'), ('mug', null, '{"m:g:12"}', '{}')`);
  await migrate(old.url);
  const stored = await orm.em.execute('select gtin, match_keys from product order by name');
  await orm.close();
  await old.drop();
  expect(stored).toEqual([
    { gtin: '00000096385074', match_keys: ['g:00000096385074'] },
    { gtin: '00009800895007', match_keys: ['t:a b', 'g:00009800895007'] },
    { gtin: null, match_keys: ['m:g:12'] },
  ]);
});

test('a migration that this code does not know is told: the database is of a later release', async () => {
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
