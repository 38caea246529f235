/* Postgres restarted and killed in turn while shops are read and the API is asked: both go on by themselves, nothing is lost. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migrate } from '#db/migrate.ts';
import { type EmbeddedPostgres, ensurePostgres } from '#db/runtime/embedded-postgres/ensure.ts';
import { type CrashWorld, openCrashWorld, thingsOf } from '../../support/crash-world.ts';
import { figure } from '../../support/figure.ts';
import { limitMs } from '../../support/limits.ts';
import { memoryFolder } from '../../support/memory-folder.ts';
import { openTestApi, type TestApi } from '../../support/test-api.ts';

const { RESTARTS = '10' } = process.env;
const restarts = Number(RESTARTS);
const SHOPS = 4;
const PRODUCTS = 50;
const pages = SHOPS * PRODUCTS;
const ANSWERS_MS = limitMs(2_000);
/** A page in hand is claimed anew by a later tick of the clock. */
const CRAWLS_MS = limitMs(10_000);
const PATIENCE = { timeout: limitMs(60_000), interval: 50 };

let folder: string;
let postgres: EmbeddedPostgres;
let crash: CrashWorld;
let api: TestApi;

beforeAll(async () => {
  folder = mkdtempSync(join(memoryFolder(), 'priceroo-restarts-'));
  chmodSync(folder, 0o711);
  postgres = await ensurePostgres(folder);
  const { url } = postgres;
  await migrate(url);
  crash = await openCrashWorld({
    shops: SHOPS,
    productsOf: (shop) => thingsOf(shop, PRODUCTS),
    workers: 1,
    answerAfterMs: 5,
    paceMs: 300,
    database: { url, drop: async () => {} },
  });
  api = await openTestApi(url);
});

afterAll(async () => {
  await api?.close();
  await crash?.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test(`${restarts} restarts: the API answers in 2 s, the crawl goes on in 10 s, no page is lost or doubled`, {
  timeout: limitMs(5 * 60_000),
}, async () => {
  const answersMs: number[] = [];
  const crawlsMs: number[] = [];
  for (let restart = 0; restart < restarts; restart += 1) {
    await vi.waitUntil(
      async () => (await crash.read()) >= (restart * pages) / (restarts + 2),
      PATIENCE,
    );
    const before = postmaster();
    process.kill(before, restart % 2 === 0 ? 'SIGINT' : 'SIGKILL');
    await vi.waitUntil(() => postmaster() !== before && isUp(), PATIENCE);
    const upAt = performance.now();
    const asked = crash.shops.reduce((sum, { requests }) => sum + requests.length, 0);
    await vi.waitUntil(
      async () => (await api.call('GET', '/search?q=thing')).status === 200,
      PATIENCE,
    );
    answersMs.push(performance.now() - upAt);
    await vi.waitUntil(
      () => crash.shops.reduce((sum, { requests }) => sum + requests.length, 0) > asked,
      PATIENCE,
    );
    crawlsMs.push(performance.now() - upAt);
  }
  await vi.waitUntil(async () => (await crash.read()) === pages, PATIENCE);
  const longest = (each: number[]) => (Math.max(...each) / 1_000).toFixed(1);
  figure(
    `${restarts} restarts: answers after ${longest(answersMs)} s at most, the crawl after ${longest(crawlsMs)} s, ${pages} of ${pages} pages read`,
  );
  expect(Math.max(...answersMs)).toBeLessThan(ANSWERS_MS);
  expect(Math.max(...crawlsMs)).toBeLessThan(CRAWLS_MS);
  const [row] = await crash.world
    .em()
    .execute(
      'select (select count(*)::int from offer) as offers, (select count(*)::int from price_point) as points',
    );
  expect(row).toEqual({ offers: pages, points: pages });
});

function postmaster(): number {
  try {
    return Number(
      readFileSync(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0],
    );
  } catch {
    return 0;
  }
}

async function isUp(): Promise<boolean> {
  const client = new pg.Client({ connectionString: postgres.url, connectionTimeoutMillis: 500 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    await sleep(20);
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
