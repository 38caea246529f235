import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Offer, Score } from '#db/entities/offer.ts';
import { KeptPage, Page } from '#db/entities/page.ts';
import { Quarantine, Run } from '#db/entities/run.ts';
import { fireAlerts, productsWithDueAlerts } from '#db/queries/alerts/fire-alerts.ts';
import { listKeptPages } from '#db/queries/crawl/kept-pages.ts';
import { makePagesDue, retailersWithDuePages } from '#db/queries/crawl/pages.ts';
import { approveRun, undoRun } from '#db/queries/quarantine/decision.ts';
import { openQuarantine, probeNow } from '#db/queries/quarantine/quarantine.ts';
import { findQuarantine, heldPrices, heldVerdicts } from '#db/queries/quarantine/view.ts';
import { findRetailer, type RetailerRow } from '#db/queries/retailers/retailers.ts';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { runCli } from '#worker/cli/commands.ts';
import { crawlRetailer } from '#worker/crawl/crawl-retailer.ts';
import { replayHeld } from '#worker/crawl/replay-held.ts';
import { createPageKeeper, readKeptPage } from '#worker/replay/page-keeper.ts';
import { type CrawlWorld, openCrawlWorld } from '../support/crawl-world.ts';
import { copyDatabase, createMigratedDatabase, type TestDatabase } from '../support/database.ts';
import {
  anyRow,
  createAlert,
  createRun,
  createUser,
  daysAgo,
  hoursFromNow,
  storedOffers,
} from '../support/factory.ts';
import { PATIENCE } from '../support/limits.ts';
import { type ShopProduct, type ShopServer, startShopServer } from '../support/shop-server.ts';
import { readPage } from '../support/small-pages.ts';

const BY = 'operator@example.com';
let shop: ShopServer;
let world: CrawlWorld;
let retailer: RetailerRow;
let clockMs = Date.now();

/** A shop and a database that read it twice while it was sane, at `clockMs` for the last time. */
interface SaneShop {
  shop: ShopServer;
  database: TestDatabase;
  clockMs: number;
}

/** By the number of things they sell. */
const saneShops = new Map<number, SaneShop>();
const now = () => new Date(clockMs);

/** A shop with this many products, read twice while it was sane. */
async function openShop(products: number): Promise<void> {
  const sane = saneShops.get(products) ?? (await readTwice(products));
  saneShops.set(products, sane);
  ({ shop, clockMs } = sane);
  shop.products.clear();
  reprice(1, products);
  shop.requests.length = 0;
  shop.answerAfterMs = 0;
  world = await openCrawlWorld([shop.origin], now, await copyDatabase(sane.database));
  const known = await findRetailer(world.em(), { slug: 'test-shop' });
  if (!known) throw new Error('the database has lost the shop');
  retailer = known;
}

async function readTwice(products: number): Promise<SaneShop> {
  const database = await createMigratedDatabase();
  shop = await startShopServer(Object.fromEntries(stock(products)));
  // Hours pass between crawls; all lie before the database's time, which workers use.
  clockMs = Date.now() - 6 * 60 * 60_000;
  world = await openCrawlWorld([shop.origin], now, database);
  retailer = await world.addRetailer('test-shop', shop.origin);
  await crawl();
  await crawl();
  await world.disconnect();
  return { shop, database, clockMs };
}

afterEach(() => world.close());

afterAll(async () => {
  for (const { shop: server, database } of saneShops.values()) {
    await server.close();
    await database.drop();
  }
});

function stock(products: number, factor = 1): [string, ShopProduct][] {
  return Array.from({ length: products }, (_, index) => [
    `thing-${100_000 + index}`,
    {
      name: `Acme Thing Number ${100 + index}`,
      brand: 'Acme',
      price: ((20 + index) * factor).toFixed(2),
    },
  ]);
}

/** Multiplies the prices of the shop's first `count` products by `factor`. */
function reprice(factor: number, count = shop.products.size): void {
  for (const [id, product] of stock(count, factor)) shop.products.set(id, product);
}

function breakPages(body: string): void {
  for (const [id, product] of shop.products)
    shop.products.set(id, { ...product, price: '1.00', body });
}

/** Makes all pages due and lets one worker read them. Returns the number of pages requested. */
async function crawl(): Promise<number> {
  clockMs += 60 * 60_000;
  await makePagesDue(world.em(), retailer.id);
  return crawlDue();
}

async function crawlDue(): Promise<number> {
  const before = shop.requests.length;
  let more = true;
  while (more) {
    ({ more } = await crawlRetailer(world.services, retailer.id, new AbortController().signal));
  }
  return shop.requests.slice(before).filter((path) => path.startsWith('/product/')).length;
}

async function quarantine() {
  const open = await openQuarantine(world.em(), retailer.id);
  return open && findQuarantine(world.em(), open.runId);
}

async function quarantinedRun(): Promise<string> {
  const { runId } = (await quarantine()) ?? {};
  if (!runId) throw new Error('the shop is not quarantined');
  return runId;
}

/** The visible state of each offer. */
const shown = () => storedOffers(world.em());

const prices = async () =>
  (await shown()).map(({ name, price, points }) => ({ name, price, points }));

async function runs() {
  return world.em().findAll(Run, { orderBy: { startedAt: 'asc', id: 'asc' } });
}

async function probe(): Promise<number> {
  await probeNow(world.em(), await quarantinedRun());
  return crawlDue();
}

describe('a shop of 24 whose prices are all ten times too high', () => {
  let sane: Awaited<ReturnType<typeof shown>>;

  beforeEach(async () => {
    await openShop(24);
    sane = await shown();
    reprice(10);
    await crawl();
  });

  test('is quarantined before any price is accepted, however often it is read', async () => {
    expect(await shown()).toEqual(sane);
    expect(await quarantine()).toMatchObject({ kind: 'moved', runStatus: 'quarantined' });
    for (let round = 0; round < 3; round += 1) await crawl();
    expect(await shown()).toEqual(sane);
  });

  test('shows a sample of the difference, farthest first', async () => {
    const runId = await quarantinedRun();
    const { total, prices: held } = await heldPrices(world.em(), runId, 5);
    expect(total).toBe(20);
    expect(held).toHaveLength(5);
    for (const { shownCents, heldCents, pageUrl } of held) {
      expect(heldCents).toBe(shownCents * 10);
      expect(pageUrl).toMatch(`${shop.origin}/product/thing-`);
    }
    expect(await heldVerdicts(world.em(), runId)).toMatchObject([{ verdict: 'moved', pages: 20 }]);
  });

  test('is probed with one page, when the probe is due and no sooner', async () => {
    await makePagesDue(world.em(), retailer.id);
    expect(await retailersWithDuePages(world.em())).toEqual([]);
    expect(await crawlDue()).toBe(0);
    await probeNow(world.em(), await quarantinedRun());
    expect(await retailersWithDuePages(world.em())).toEqual([retailer.id]);
    expect(await crawlDue()).toBe(1);
    expect(await crawlDue()).toBe(0);
    expect(await retailersWithDuePages(world.em())).toEqual([]);
    const { nextProbeAt, probes } = await anyRow(world.em(), Quarantine);
    expect(probes).toBe(1);
    expect(Math.round((Number(nextProbeAt) - Date.now()) / 60_000)).toBe(10);
    await probe();
    expect(await quarantine()).toMatchObject({ probes: 2 });
    expect(await shown()).toEqual(sane);
  });

  test('heals when the shop is sane again, and is then read normally', async () => {
    reprice(1.1);
    expect(await probe()).toBe(3);
    expect(await quarantine()).toBeNull();
    expect(await shown()).toEqual(sane);
    expect((await runs()).map(({ status }) => status)).toEqual(['done', 'undone']);
    await crawl();
    expect((await prices()).map(({ price }) => price)).toEqual(
      sane.map(({ price }) => Math.round(price * 1.1)),
    );
    expect(await heldVerdicts(world.em(), (await runs())[1]?.id ?? '')).toEqual([]);
  });

  test('approval accepts all its prices and exempts the shop from the rule', async () => {
    const runId = await quarantinedRun();
    expect(await approveRun(world.em(), runId, BY)).toEqual({ pricesChanged: 20 });
    const moved = (await shown()).filter(({ price }, index) => price !== sane[index]?.price);
    expect(moved).toHaveLength(20);
    for (const { price, points } of moved) expect(points).toEqual([price / 10, price]);
    await crawl();
    await crawl();
    expect((await prices()).map(({ price }) => price)).toEqual(sane.map(({ price }) => price * 10));
    expect(await quarantine()).toBeNull();
    expect(await findQuarantine(world.em(), runId)).toMatchObject({
      ending: 'approved',
      decidedBy: BY,
      heldPages: 0,
    });
    expect(await approveRun(world.em(), runId, BY)).toBeNull();
  });

  test('an approval can be undone in turn', async () => {
    const runId = await quarantinedRun();
    await approveRun(world.em(), runId, BY);
    expect(await undoRun(world.em(), runId, BY)).toBe('undone');
    const before = sane.map(({ name, price, points }) => ({ name, price, points }));
    expect(await prices()).toEqual(before);
    // This revoked the approval: the shop is quarantined again.
    await crawl();
    await crawl();
    expect(await quarantine()).toMatchObject({ runStatus: 'quarantined' });
    expect(await prices()).toEqual(before);
  });

  test('undo discards held pages and continues probing until the shop is sane', async () => {
    const runId = await quarantinedRun();
    expect(await undoRun(world.em(), runId, BY)).toBe('undone');
    expect(await quarantine()).toMatchObject({ runStatus: 'undone', heldPages: 0 });
    expect(await undoRun(world.em(), runId, BY)).toBe('not-undoable');
    await crawl();
    await probe();
    expect(await prices()).toEqual(
      sane.map(({ name, price, points }) => ({ name, price, points })),
    );
    reprice(1);
    await probe();
    expect(await quarantine()).toBeNull();
    expect((await runs()).map(({ status }) => status)).toEqual(['done', 'undone']);
  });

  test('an approval does not overwrite newer readings', async () => {
    const runId = await quarantinedRun();
    const seen = { priceCents: 777, lastSeenAt: new Date(clockMs + 1) };
    await world.em().nativeUpdate(Offer, {}, seen);
    await approveRun(world.em(), runId, BY);
    expect(new Set((await prices()).map(({ price }) => price))).toEqual(new Set([777]));
  });
});

test('held prices fire no alert; approved ones do', async () => {
  await openShop(6);
  const em = world.em();
  const { id: user } = await createUser(em);
  const offers = await em.findAll(Offer);
  for (const { product, priceCents } of offers) {
    const targetCents = priceCents / 2;
    await createAlert(em, { user, product: product.id, targetCents, basePriceCents: priceCents });
  }
  const products = offers.map(({ product }) => product.id);
  const fired = async () => (await em.transactional((tx) => fireAlerts(tx, products))).length;
  reprice(0.1);
  await crawl();
  await crawl();
  expect(await heldPrices(em, await quarantinedRun(), 10)).toMatchObject({ total: 6 });
  expect(await productsWithDueAlerts(em, 10)).toEqual([]);
  expect(await fired()).toBe(0);
  await approveRun(em, await quarantinedRun(), BY);
  expect(await fired()).toBe(6);
});

describe('pages that were kept', () => {
  const keep = () => createPageKeeper(7, world.services.log);
  const replay = async () => replayHeld(world.em(), retailer, await quarantinedRun());
  /** Keeps another body, as if the page had been fetched with it. */
  const keepInstead = async (
    page: string,
    bodyOf: (url: string, body: string) => string | Promise<string>,
  ) => {
    const kept = await readKeptPage(world.em(), page);
    if (!kept) throw new Error('the page is not kept');
    const body = await bodyOf(kept.url, kept.body);
    const changed = { url: kept.url, contentType: 'text/html', body };
    await keep()(world.em(), page, changed, readPage(changed), new Date(clockMs));
  };

  beforeEach(async () => {
    await openShop(6);
    world.services.keepPage = keep();
    reprice(10);
    await crawl();
  });

  test('are read again by a better extractor, whose results are then held', async () => {
    const runId = await quarantinedRun();
    expect(await replay()).toEqual({ replayed: 6, missing: 0 });
    expect(await heldPrices(world.em(), runId, 10)).toMatchObject({ total: 6 });

    // Changing the kept page stands in for a better extractor.
    reprice(0.9);
    for (const { page } of await listKeptPages(world.em(), retailer.id))
      await keepInstead(page, async (url) => (await fetch(url)).text());
    expect(await replay()).toEqual({ replayed: 6, missing: 0 });
    expect(await heldVerdicts(world.em(), runId)).toMatchObject([{ verdict: 'sane', pages: 6 }]);
    await approveRun(world.em(), runId, BY);
    expect((await prices()).map(({ price }) => price)).toEqual([
      1800, 1890, 1980, 2070, 2160, 2250,
    ]);
  });

  test('are read as of their fetch, when a sale was on that has ended since', async () => {
    const [first] = await listKeptPages(world.em(), retailer.id);
    const validThrough = new Date(clockMs + 60_000).toISOString();
    const sale = { price: '251.00', priceType: 'SalePrice', priceCurrency: 'AUD', validThrough };
    const usual = { price: '290.00', priceCurrency: 'AUD' };
    const stated = `"priceSpecification":${JSON.stringify([sale, usual])}`;
    await keepInstead(first?.page ?? '', (_url, body) =>
      body.replace(/"price":"[\d.]+"/, stated).replace(/<p>.*<\/p>/, ''),
    );
    expect(await replay()).toMatchObject({ replayed: 6 });
    const { prices: held } = await heldPrices(world.em(), await quarantinedRun(), 10);
    expect(held.map(({ heldCents }) => heldCents)).toContain(25_100);
  });

  test('are counted where they are missing, and required', async () => {
    const [first] = await listKeptPages(world.em(), retailer.id);
    await world.em().nativeDelete(KeptPage, { page: first?.page ?? '' });
    expect(await replay()).toEqual({ replayed: 5, missing: 1 });
    await world.em().nativeDelete(KeptPage, {});
    await expect(replay()).rejects.toThrow('KEEP_PAGES_DAYS');
  });
});

test('the command line lists, shows and decides', async () => {
  await openShop(6);
  reprice(10);
  await crawl();
  vi.stubEnv('DATABASE_URL', world.databaseUrl);
  const said = async (...args: string[]) => {
    const lines: string[] = [];
    await runCli(['quarantine', ...args], (line) => lines.push(line));
    return lines.join('\n');
  };
  try {
    expect(await said()).toMatch(
      /^test-shop +since [\d-]+ [\d:]+ \(Sydney\): prices moved too far \(3 of 6 readings\); 6 pages held, next probe [\d-]+ [\d:]+$/,
    );
    expect(await said('show', 'test-shop')).toMatch(
      /^test-shop is quarantined since .*: 6\.\n.*\$20\.00 → \$200\.00.*quarantine approve test-shop\n/s,
    );
    await expect(said('replay', 'test-shop')).rejects.toThrow('KEEP_PAGES_DAYS');
    await expect(said('eat', 'test-shop')).rejects.toThrow(
      'Allowed choices are list, show, approve',
    );
    await expect(said('show', 'no-shop')).rejects.toThrow("no retailer 'no-shop'");
    expect(await said('undo', 'test-shop')).toContain('are discarded');
    expect(await said('probe', 'test-shop')).toContain('due now');
    await crawlDue();
    expect(await said('approve', 'test-shop')).toContain('approved; 1 price changed.');
    await expect(said('show', 'test-shop')).rejects.toThrow('not quarantined');
  } finally {
    vi.unstubAllEnvs();
  }
});

describe('what is quarantined', () => {
  test('a doubted price makes other pages of the shop due', async () => {
    await openShop(24);
    const sane = await shown();
    reprice(10);
    const em = world.em();
    const { page } = await anyRow(em, Offer);
    await em.nativeUpdate(Page, {}, { nextCheckAt: hoursFromNow(2) });
    await em.nativeUpdate(Page, { id: page?.id ?? '' }, { nextCheckAt: hoursFromNow(0) });
    await crawlDue();
    expect(await quarantine()).toMatchObject({ kind: 'moved', bad: 5 });
    expect(await shown()).toEqual(sane);
  });

  test.each([
    ['no price is left on its pages', '<h1>Acme Thing</h1><p>Add to cart to see the price</p>'],
    ['its pages are empty', '<html><body><div id="app"></div></body></html>'],
    [
      'a bot wall answers',
      '<title>Access Denied</title><h1>Access Denied</h1><p>Verify you are human',
    ],
  ])('a shop of which %s', async (_what, body) => {
    await openShop(24);
    const sane = await shown();
    breakPages(body);
    const asked = await crawl();
    expect(asked).toBeLessThan(10);
    expect(await quarantine()).toMatchObject({ kind: 'failed' });
    expect(await shown()).toEqual(sane);
    expect(await probe()).toBe(1);
    reprice(1);
    await probe();
    expect(await quarantine()).toBeNull();
  });

  test('a shop whose pages vanish: its offers keep their prices until an approval ends them', async () => {
    await openShop(24);
    const products = [...shop.products];
    shop.products.clear();
    await crawl();
    expect(await quarantine()).toMatchObject({ kind: 'vanished' });
    const ended = async () =>
      (await shown()).filter(({ availability }) => availability === 'discontinued').length;
    expect(await ended()).toBeLessThan(5);
    const runId = await quarantinedRun();
    const before = await ended();
    await approveRun(world.em(), runId, BY);
    expect(await ended()).toBe(before + 1);
    for (const [id, product] of products) shop.products.set(id, product);
    await crawl();
    expect(await ended()).toBe(0);
  });

  test('a shop with one list page', async () => {
    const list = (factor: number) => ({
      name: 'All we have',
      price: String(factor),
      body: JSON.stringify({
        products: Array.from({ length: 30 }, (_, index) => ({
          name: `Acme Thing Number ${100 + index}`,
          url: `/thing/${index}`,
          price: (20 + index) * factor,
          currency: 'AUD',
        })),
      }),
    });
    await openShop(0);
    shop.products.set('list-1', list(1));
    await crawl();
    await world.em().nativeUpdate(Page, {}, { etag: null });
    await crawl();
    const sane = await shown();
    expect(sane).toHaveLength(30);
    shop.products.set('list-1', list(0.1));
    await crawl();
    await crawl();
    expect(await quarantine()).toMatchObject({ kind: 'moved', judged: 30, bad: 30, heldPages: 1 });
    expect(await shown()).toEqual(sane);
    await approveRun(world.em(), await quarantinedRun(), BY);
    expect((await prices()).map(({ price }) => price)).toEqual(
      sane.map(({ price }) => Math.round(price / 10)),
    );
  });

  test('a shop of three products that all jump', async () => {
    await openShop(3);
    const sane = await shown();
    reprice(10);
    await crawl();
    await crawl();
    expect(await quarantine()).toMatchObject({ kind: 'moved', judged: 3, bad: 3 });
    expect(await shown()).toEqual(sane);
    reprice(1);
    await probe();
    expect(await quarantine()).toBeNull();
  });
});

test('pages without earlier readings do not prevent healing', async () => {
  await openShop(6);
  const late = stock(24).slice(6);
  for (const [id, product] of late) shop.products.set(id, product);
  breakPages('<html><body><div id="app"></div></body></html>');
  await crawl();
  expect(await quarantine()).toMatchObject({ kind: 'failed' });
  for (const [id, product] of stock(24)) shop.products.set(id, product);
  // Pages that were read are not due for hours; new pages have waited longest.
  const wasRead = { lastOutcome: { $ne: null } };
  await world.em().nativeUpdate(Page, wasRead, { nextCheckAt: hoursFromNow(2) });
  expect(await probe()).toBe(3);
  expect(await quarantine()).toBeNull();
  await crawl();
  expect(await shown()).toHaveLength(24);
});

describe('what is not quarantined', () => {
  test.each([0.8, 0.5, 1.5])('a whole shop at %f of its prices', async (factor) => {
    await openShop(24);
    const sane = await shown();
    reprice(factor);
    await crawl();
    expect(await quarantine()).toBeNull();
    expect((await prices()).map(({ price }) => price)).toEqual(
      sane.map(({ price }) => Math.round(price * factor)),
    );
  });

  test('a few products at a quarter of their price and a few gone, in a shop of 24', async () => {
    await openShop(24);
    reprice(0.25, 2);
    shop.products.delete('thing-100010');
    shop.products.delete('thing-100020');
    await crawl();
    await crawl();
    expect(await quarantine()).toBeNull();
    expect((await prices()).slice(0, 2).map(({ price }) => price)).toEqual([500, 525]);
  });

  test('a shop of two: the second fetch decides', async () => {
    await openShop(2);
    reprice(4);
    await crawl();
    await crawl();
    expect(await quarantine()).toBeNull();
    expect((await prices()).map(({ price }) => price)).toEqual([8000, 8400]);
  });
});

describe('undoing a run that was stored', () => {
  test('restores the prices it changed and takes its points and first sightings away', async () => {
    await openShop(12);
    const before = await prices();
    await world.em().nativeUpdate(Run, {}, { status: 'done' });
    reprice(0.8);
    shop.products.set('new-200000', { name: 'Acme Late Thing', price: '5.00' });
    await crawl();
    expect(await prices()).toHaveLength(13);
    const [, run] = await runs();
    expect(await undoRun(world.em(), run?.id ?? '', BY)).toBe('undone');
    expect(await prices()).toEqual(before);
    const scored = await world.em().count(Score, { scoredAt: { $gt: daysAgo(1) } });
    expect(scored).toBe(0);
    // The page did not change since: its ETag must not prove the restored price.
    await crawl();
    expect((await prices()).map(({ price }) => price)).toContain(1600);
  });

  test('keeps readings of later runs', async () => {
    await openShop(3);
    await world.em().nativeUpdate(Run, {}, { status: 'done' });
    reprice(0.9);
    await crawl();
    await world.em().nativeUpdate(Run, {}, { status: 'done' });
    reprice(0.7);
    await crawl();
    const [, middle] = await runs();
    await undoRun(world.em(), middle?.id ?? '', BY);
    expect((await prices())[0]).toMatchObject({ price: 1400, points: [2000, 1400] });
  });

  test('an undone run that is still active continues as a new run', async () => {
    await openShop(12);
    const [run] = await runs();
    await undoRun(world.em(), run?.id ?? '', BY);
    expect(await prices()).toEqual([]);
    await crawl();
    expect(await prices()).toHaveLength(12);
    expect((await runs()).map(({ status }) => status)).toEqual(['undone', 'running']);
  });

  test('refuses unknown runs and replayed histories', async () => {
    await openShop(1);
    const run = await createRun(world.em(), { retailer: retailer.id, kind: 'replay' });
    expect(await undoRun(world.em(), run.id, BY)).toBe('not-undoable');
    expect(await undoRun(world.em(), '00000000-0000-4000-8000-000000000000', BY)).toBe('unknown');
  });
});

describe('workers that are killed', () => {
  const KILLS = 3;
  let worker: ChildProcess;

  async function startWorkerProcess(): Promise<void> {
    worker = fork(join(REPO_ROOT, 'tests/support/worker-process.ts'), [], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        NODE_ENV: 'test',
        LOG_LEVEL: 'fatal',
        DATABASE_URL: world.databaseUrl,
        REDIS_URL: '',
        TEST_ORIGINS: JSON.stringify([shop.origin]),
      },
    });
    await once(worker, 'message');
  }

  test(
    'between and after suspicious pages: no wrong price is stored, and the shop heals',
    async () => {
      await openShop(24);
      shop.answerAfterMs = 30;
      const sane = await prices();
      reprice(10);
      await makePagesDue(world.em(), retailer.id);
      await startWorkerProcess();
      for (let kill = 0; kill < KILLS; kill += 1) {
        const asked = shop.requests.length;
        await vi.waitUntil(async () => shop.requests.length > asked, PATIENCE);
        worker.kill('SIGKILL');
        await startWorkerProcess();
      }
      await vi.waitUntil(async () => (await quarantine()) !== null, PATIENCE);
      expect(await prices()).toEqual(sane);
      reprice(1.1);
      await probeNow(world.em(), await quarantinedRun());
      const raised = sane.map(({ price }) => Math.round(price * 1.1));
      await vi.waitUntil(async () => (await quarantine()) === null, PATIENCE);
      await makePagesDue(world.em(), retailer.id);
      await vi.waitUntil(
        async () => (await prices()).every(({ price }, index) => price === raised[index]),
        PATIENCE,
      );
      expect((await prices()).map(({ points }) => points.length)).toEqual(sane.map(() => 2));
      worker.kill('SIGKILL');
    },
    9 * PATIENCE.timeout,
  );
});
