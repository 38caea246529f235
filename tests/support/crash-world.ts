/* Shops and real worker processes that read them, to be killed and frozen. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Page } from '#db/entities/page.ts';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { openCrawlWorld } from './crawl-world.ts';
import type { TestDatabase } from './database.ts';
import { createRetailer } from './factory.ts';
import { startTestRedis } from './redis.ts';
import { type ShopProduct, startShopServer } from './shop-server.ts';

/** A process of tests/support/worker-process.ts, ready to work. `redisUrl` null: queues in Postgres. */
export async function forkWorker(
  databaseUrl: string,
  origins: readonly string[],
  redisUrl: string | null = null,
): Promise<ChildProcess> {
  const child = forkProgram('worker-process', databaseUrl, redisUrl, {
    TEST_ORIGINS: JSON.stringify(origins),
  });
  await once(child, 'message');
  return child;
}

function forkProgram(
  name: string,
  databaseUrl: string,
  redisUrl: string | null,
  more: Record<string, string> = {},
): ChildProcess {
  return fork(join(REPO_ROOT, `tests/support/${name}.ts`), [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      LOG_LEVEL: 'fatal',
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl ?? '',
      ...more,
    },
  });
}

/** A crawl that goes on. */
export type CrashWorld = Awaited<ReturnType<typeof openCrashWorld>>;

/** Opens a database, shops, and workers that read them. */
export async function openCrashWorld(options: {
  shops: number;
  productsOf: (shop: number) => Record<string, ShopProduct>;
  workers: number;
  /** Where the queues are: `redis`, a store of their own, or else in Postgres. */
  backend?: string;
  answerAfterMs: number;
  /** Default: one of its own in the run's Postgres. */
  database?: TestDatabase;
  /** Between two requests to a shop. Default 0. */
  paceMs?: number;
}) {
  const { productsOf, backend, answerAfterMs, paceMs = 0 } = options;
  const redis = backend === 'redis' ? await startTestRedis() : null;
  const numbers = Array.from({ length: options.shops }, (_, shop) => shop);
  const shops = await Promise.all(
    numbers.map((shop) => startShopServer(productsOf(shop), { answerAfterMs })),
  );
  const origins = shops.map(({ origin }) => origin);
  const world = await openCrawlWorld(origins, undefined, options.database);
  for (const [index, website] of origins.entries()) {
    await createRetailer(world.em(), { slug: `shop-${index}`, website, paceMs });
  }
  const start = () => forkWorker(world.databaseUrl, origins, redis?.url);
  const workers: ChildProcess[] = [];
  for (let index = 0; index < options.workers; index += 1) workers.push(await start());
  const sites: ChildProcess[] = [];
  return {
    world,
    shops,
    workers,
    /** Starts a process of tests/support/site-process.ts. */
    async openSite() {
      const site = forkProgram('site-process', world.databaseUrl, redis?.url ?? null);
      sites.push(site);
      const [port] = await once(site, 'message');
      return { port: Number(port), kill: () => site.kill('SIGKILL') };
    },
    /** Kills a worker with -9 and starts another in its place. */
    async replace(index: number) {
      workers[index]?.kill('SIGKILL');
      workers[index] = await start();
    },
    /** How many product pages were read, the last time that they were. */
    read: () => world.em().count(Page, { kind: 'product', lastOutcome: 'stored' }),
    async close() {
      for (const child of [...workers, ...sites]) child.kill('SIGKILL');
      await world.close();
      for (const shop of shops) await shop.close();
      await redis?.stop();
    },
  };
}

/** This many products of a shop, each with a name of its own among all shops. */
export function thingsOf(shop: number, count: number): Record<string, ShopProduct> {
  const things = Array.from({ length: count }, (_, index) => {
    const product = {
      name: `Thing ${index} Of Shop ${shop}`,
      brand: 'Acme',
      price: `${index + 1}.95`,
    };
    return [`thing-${100_000 + index}`, product] as const;
  });
  return Object.fromEntries(things);
}
