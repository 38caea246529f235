import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Offer } from '#db/entities/offer.ts';
import { Page } from '#db/entities/page.ts';
import { PricePoint } from '#db/entities/price-point.ts';
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
const PATIENCE = { timeout: DEADLINE_MS, interval: 50 };

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

    const read = () => world.em().count(Page, { kind: 'product', lastOutcome: 'stored' });

    /** The pages that were not read, as they stand. */
    const unread = () =>
      world.em().find(Page, {
        kind: 'product',
        $or: [{ lastOutcome: null }, { lastOutcome: { $ne: 'stored' } }],
      });

    test(
      `loses nothing and doubles nothing in ${KILLS} kills`,
      async () => {
        const all = SHOPS * PRODUCTS_A_SHOP;
        for (let kill = 0; kill < KILLS; kill += 1) {
          // So that no page is in hand at three kills: it would be set aside as one that kills its worker.
          const enough = Math.min((await read()) + READ_BETWEEN, all);
          await vi.waitUntil(async () => (await read()) >= enough, PATIENCE);
          const victim = kill % WORKERS;
          workers[victim]?.kill('SIGKILL');
          workers[victim] = await startWorkerProcess();
        }
        await vi.waitFor(async () => expect(await unread()).toEqual([]), PATIENCE);
        const em = world.em();
        expect([await em.count(Offer), await em.count(PricePoint)]).toEqual([all, all]);
        const names = await em.findAll(Offer);
        expect(new Set(names.map(({ name }) => name)).size).toBe(all);
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
