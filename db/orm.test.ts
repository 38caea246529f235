import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../tests/support/database.ts';
import { openOrm } from './orm.ts';
import { openPool, watchPool } from './runtime/postgres-pool.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

const TERMINATED = 12;

test(`the pool survives ${TERMINATED} transactions whose connection was terminated`, async () => {
  const orm = await openOrm(database.url);
  for (let round = 0; round < TERMINATED; round += 1) {
    const dying = orm.em.fork().transactional(async (tx) => {
      await tx.execute('select pg_terminate_backend(pg_backend_pid())');
    });
    await expect(dying).rejects.toThrow();
  }
  expect(await orm.em.fork().execute('select 1 as one')).toEqual([{ one: 1 }]);
  await orm.close();
});

test('a connection that dies in use leaves the pool without ending the process', async () => {
  const pool = openPool('test', { connectionString: database.url, max: 1 });
  const client = await pool.connect();
  await terminateOthers();
  await expect.poll(() => pool.totalCount).toBe(0);
  // Its holder releases it late, like better-auth.
  client.release();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test('closes a silent connection', async () => {
  const pool = openPool('test', { connectionString: database.url, max: 1 }, 200, 300);
  await expect(pool.query('select pg_sleep(30)')).rejects.toThrow('statement timeout');
  const silent = openPool('test', { connectionString: database.url, max: 1 }, 0, 300);
  await expect(silent.query('select pg_sleep(30)')).rejects.toThrow('terminated');
  await Promise.all([pool.end(), silent.end()]);
});

test('ends a process whose pool is stuck, not one whose database is unreachable', async () => {
  const ended: string[] = [];
  const never = () => new Promise<never>(() => undefined);
  const quick = { stuckAfterMs: 100, everyMs: 20 };
  const nowhere = 'postgres://me@127.0.0.1:1/none';
  const stops = [
    watchPool(never, database.url, { ...quick, end: () => ended.push('stuck') }),
    watchPool(async () => true, database.url, { ...quick, end: () => ended.push('sound') }),
    watchPool(never, nowhere, { ...quick, end: () => ended.push('away') }),
  ];
  await expect.poll(() => ended).toEqual(['stuck']);
  for (const stop of stops) stop();
});

async function terminateOthers(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await client.end();
}
