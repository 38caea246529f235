import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { type CrawlWorld, openCrawlWorld } from '../support/crawl-world.ts';
import { startTestRedis, type TestRedis } from '../support/redis.ts';
import { type ShopServer, startShopServer } from '../support/shop-server.ts';

const SHOPS = 4;
const PRODUCTS_A_SHOP = 60;
const WORKERS = 2;
const KILLS = 6;
/** Pages read between two kills. */
const READ_BETWEEN = 8;
const DEADLINE_MS = 90_000;

let redis: TestRedis;
beforeAll(async () => {
  redis = await startTestRedis();
});
afterAll(() => redis.stop());

describe.each(['postgres', 'redis'] as const)(
  'workers killed with -9 in mid-crawl, queues on %s',
  (backend) => {
    let world: CrawlWorld;
    const shops: ShopServer[] = [];
    const workers: ChildProcess[] = [];

    beforeAll(async () => {
      for (let shop = 0; shop < SHOPS; shop += 1) {
        shops.push(await startShopServer(productsOf(shop), { answerAfterMs: 15 }));
      }
      const origins = shops.map((shop) => shop.origin);
      world = await openCrawlWorld(origins);
      for (const [index, origin] of origins.entries())
        await world.addRetailer(`shop-${index}`, origin);
      for (let index = 0; index < WORKERS; index += 1) workers.push(await startWorkerProcess());
    });

    afterAll(async () => {
      for (const worker of workers) worker.kill('SIGKILL');
      await world.close();
      for (const shop of shops) await shop.close();
    });

    async function startWorkerProcess(): Promise<ChildProcess> {
      const child = fork(join(REPO_ROOT, 'tests/support/worker-process.ts'), [], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        env: {
          ...process.env,
          NODE_ENV: 'test',
          LOG_LEVEL: 'fatal',
          DATABASE_URL: world.databaseUrl,
          REDIS_URL: backend === 'redis' ? redis.url : '',
          TEST_ORIGINS: JSON.stringify(shops.map((shop) => shop.origin)),
        },
      });
      await once(child, 'message');
      return child;
    }

    async function counts() {
      const [row] = await world.em().execute<{ read: number; offers: number; points: number }[]>(
        `select (select count(*)::int from page where kind = 'product' and last_outcome = 'stored') as read,
         (select count(*)::int from offer) as offers, (select count(*)::int from price_point) as points`,
      );
      if (!row) throw new Error('no counts');
      return row;
    }

    /** What is known of the pages that were not read. */
    async function unread(): Promise<string> {
      const pages = await world.em().execute(
        `select url, deaths, fence, last_outcome, last_reason, failures, next_check_at from page
         where kind = 'product' and last_outcome is distinct from 'stored' limit 5`,
      );
      return JSON.stringify(pages);
    }

    test(
      `loses nothing and doubles nothing in ${KILLS} kills`,
      async () => {
        const all = SHOPS * PRODUCTS_A_SHOP;
        for (let kill = 0; kill < KILLS; kill += 1) {
          const before = (await counts()).read;
          // So that no page is in hand at three kills: it would be set aside as one that kills its worker.
          await until(async () => (await counts()).read >= Math.min(before + READ_BETWEEN, all));
          const victim = kill % WORKERS;
          workers[victim]?.kill('SIGKILL');
          workers[victim] = await startWorkerProcess();
        }
        await until(async () => (await counts()).read === all, unread);
        expect(await counts()).toEqual({ read: all, offers: all, points: all });
        const [doubled] = await world.em().execute<{ n: number }[]>(
          `select count(*)::int as n from (
           select retailer_id, name from offer group by 1, 2 having count(*) > 1) twice`,
        );
        expect(doubled?.n).toBe(0);
      },
      2 * DEADLINE_MS,
    );
  },
);

function productsOf(shop: number) {
  return Object.fromEntries(
    Array.from({ length: PRODUCTS_A_SHOP }, (_, index) => [
      `thing-${100_000 + index}`,
      { name: `Thing ${index} Of Shop ${shop}`, brand: 'Acme', price: `${index + 1}.95` },
    ]),
  );
}

async function until(
  holds: () => Promise<boolean>,
  otherwise: () => Promise<string> = async () => '',
): Promise<void> {
  const endAt = Date.now() + DEADLINE_MS;
  while (!(await holds())) {
    if (Date.now() > endAt)
      throw new Error(`did not hold within ${DEADLINE_MS} ms ${await otherwise()}`);
    await wait(50);
  }
}
