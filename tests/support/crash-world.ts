/* Shops and real worker processes that read them, to be killed and frozen. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Page } from '#db/entities/page.ts';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { type CrawlWorld, openCrawlWorld } from './crawl-world.ts';
import type { TestDatabase } from './database.ts';
import { createRetailer } from './factory.ts';
import { type ShopProduct, type ShopServer, startShopServer } from './shop-server.ts';

/** A crawl that goes on. */
export interface CrashWorld {
  world: CrawlWorld;
  shops: readonly ShopServer[];
  workers: ChildProcess[];
  /** Kills a worker with -9 and starts another in its place. */
  replace(index: number): Promise<void>;
  /** How many product pages were read, the last time that they were. */
  read(): Promise<number>;
  close(): Promise<void>;
}

/** What a crash world is opened with. */
export interface CrashOptions {
  shops: number;
  productsOf: (shop: number) => Record<string, ShopProduct>;
  workers: number;
  /** Null: queues in Postgres. */
  redisUrl: string | null;
  answerAfterMs: number;
  /** Default: one of its own in the run's Postgres. */
  database?: TestDatabase;
  /** Between two requests to a shop. Default 0. */
  paceMs?: number;
}

/** Opens a database, shops, and workers that read them. */
export async function openCrashWorld(options: CrashOptions): Promise<CrashWorld> {
  const { productsOf, redisUrl, answerAfterMs, paceMs = 0 } = options;
  const numbers = Array.from({ length: options.shops }, (_, shop) => shop);
  const shops = await Promise.all(
    numbers.map((shop) => startShopServer(productsOf(shop), { answerAfterMs })),
  );
  const origins = shops.map(({ origin }) => origin);
  const world = await openCrawlWorld(origins, undefined, options.database);
  for (const [index, website] of origins.entries()) {
    await createRetailer(world.em(), { slug: `shop-${index}`, website, paceMs });
  }
  const start = async () => {
    const child = fork(join(REPO_ROOT, 'tests/support/worker-process.ts'), [], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        NODE_ENV: 'test',
        LOG_LEVEL: 'fatal',
        DATABASE_URL: world.databaseUrl,
        REDIS_URL: redisUrl ?? '',
        TEST_ORIGINS: JSON.stringify(origins),
      },
    });
    await once(child, 'message');
    return child;
  };
  const workers: ChildProcess[] = [];
  for (let index = 0; index < options.workers; index += 1) workers.push(await start());
  return {
    world,
    shops,
    workers,
    async replace(index) {
      workers[index]?.kill('SIGKILL');
      workers[index] = await start();
    },
    read: () => world.em().count(Page, { kind: 'product', lastOutcome: 'stored' }),
    async close() {
      for (const worker of workers) worker.kill('SIGKILL');
      await world.close();
      for (const shop of shops) await shop.close();
    },
  };
}
