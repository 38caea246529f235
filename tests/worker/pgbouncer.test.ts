/* PgBouncer in transaction mode may give each transaction another session: none may depend on a previous session. */
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate, migrationState, reachDatabase, requireDatabase } from '#db/migrate.ts';
import { openOrm } from '#db/orm.ts';
import { preparedQuery } from '#db/queries/sql/prepared.ts';
import { openQueues } from '#db/queues/open-queues.ts';
import { openShopWorld } from '../support/crawl-world.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { register } from '../support/person.ts';
import { noPgbouncer, type PgBouncer, startPgBouncer } from '../support/pgbouncer.ts';
import { startTestRedis } from '../support/redis.ts';
import { openTestApi } from '../support/test-api.ts';

describe.skipIf(noPgbouncer)(`through PgBouncer${noPgbouncer ? `: ${noPgbouncer}` : ''}`, () => {
  let database: TestDatabase;
  let pooler: PgBouncer;
  let orm: MikroORM;
  beforeAll(async () => {
    database = await createTestDatabase();
    pooler = await startPgBouncer(database.url);
  });
  afterAll(async () => {
    await orm?.close();
    await pooler?.stop();
    await database?.drop();
  });

  test('one of four concurrent starts migrates, and all find the tables', async () => {
    const { pending } = await migrationState(pooler.url);
    const results = await Promise.all(Array.from({ length: 4 }, () => migrate(pooler.url)));
    expect(results.flatMap(({ ran }) => ran)).toEqual(pending);
    expect(await migrationState(pooler.url)).toEqual({ pending: [], unknown: [] });
    // No lock stays with a session that serves others.
    const client = await reachDatabase(database.url, { waitMs: 0 });
    const { rows } = await client.query(
      `select from pg_locks join pg_database d on d.oid = database
       where locktype = 'advisory' and datname = current_database()`,
    );
    await client.end();
    expect(rows).toEqual([]);
  });

  test('a prepared read works in any session', async () => {
    await requireDatabase(pooler.url);
    orm = await openOrm(pooler.url);
    const read = preparedQuery<{ n: number }, { n: number }, []>(
      'pooled',
      (_db, value) =>
        sql<{ n: number }>`select ${value('n')}::int + 0 * count(pg_sleep(0.02)) as n`,
    );
    const asked = Array.from({ length: 40 }, (_one, n) => n);
    const em = () => orm.em.fork() as EntityManager;
    const rows = await Promise.all(asked.map((n) => read(em(), { n })));
    expect(rows.map(([row]) => row?.n)).toEqual(asked);
  });

  test('a shop is crawled, and shoppers sign up, in and search, many at once', async () => {
    const redis = await startTestRedis();
    const kettle = { name: 'Breville Smart Kettle', brand: 'Breville', price: '149.00' };
    const pooled = { ...database, url: pooler.url };
    const world = await openShopWorld({ 'kettle-100001': kettle }, undefined, pooled);
    await world.crawl();
    const api = await openTestApi(pooler.url, { REDIS_URL: redis.url });
    const people = await Promise.all([register(api), register(api), register(api)]);
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async (_one, n) => {
        const token = people[n % 3]?.token ?? '';
        const found = await api.call('GET', '/search?q=kettle', { token });
        const own = await api.call('GET', '/favorites', { token });
        return [found.status, own.status, JSON.stringify(found.body).includes('Breville')];
      }),
    );
    expect(statuses).toEqual(Array(30).fill([200, 200, true]));
    await api.close();
    await world.disconnect();
    await world.shop.close();
    await redis.stop();
  });

  test('queues in Postgres are refused in one sentence that says what to do', async () => {
    await requireDatabase(pooler.url);
    const opening = openQueues({ databaseUrl: pooler.url, redisUrl: null });
    await expect(opening).rejects.toMatchObject({
      name: 'OperatorError',
      message: expect.stringMatching(/^DATABASE_URL leads through a pooler.*set REDIS_URL/),
    });
  });

  test('reports a pooler that rejects our settings, with the documentation page', async () => {
    const strict = await startPgBouncer(database.url, 'extra_float_digits');
    const reached = requireDatabase(strict.url, 0);
    await expect(reached).rejects.toMatchObject({
      name: 'OperatorError',
      message: expect.stringMatching(/"PgBouncer" in docs\/operations\.md.*options/),
    });
    await strict.stop();
  });
});
