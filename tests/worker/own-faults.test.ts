import { afterEach, beforeEach, expect, test } from 'vitest';
import { Page } from '#db/entities/page.ts';
import { Retailer } from '#db/entities/retailer.ts';
import { makePagesDue } from '#db/queries/crawl/pages.ts';
import { openQuarantine } from '#db/queries/quarantine/quarantine.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import { crawlRetailer } from '#worker/crawl/crawl-retailer.ts';
import { createFetcher } from '#worker/fetch/http.ts';
import { openShops } from '../support/crawl-world.ts';

/*
 * Our own faults do not count against a shop: three healthy shops lose every page at once.
 */

const CONTACT = { userAgent: 'PricerooBot/1.0', contactUrl: 'https://priceroo.example/bot' };
let world: Awaited<ReturnType<typeof openShops>>;
let retailers: RetailerRow[];

beforeEach(async () => {
  world = await openShops({ 'shop-0': stock(), 'shop-1': stock(), 'shop-2': stock() });
  retailers = Object.values(await world.addRetailers());
  await crawlAll();
});

afterEach(() => world.close());

function stock() {
  const products = Array.from({ length: 6 }, (_, i) => {
    const name = `Acme Thing Number ${100 + i}`;
    return [`thing-${100_000 + i}`, { name, brand: 'Acme', price: `${20 + i}.00` }] as const;
  });
  return Object.fromEntries(products);
}

/** Makes every page due and crawls the three shops at once. */
async function crawlAll(services = world.services): Promise<void> {
  for (const { id } of retailers) await makePagesDue(world.em(), id);
  await Promise.all(
    retailers.map(({ id }) => crawlRetailer(services, id, new AbortController().signal)),
  );
}

async function quarantined(): Promise<string[]> {
  const open = await Promise.all(
    retailers.map(async ({ id, slug }) => ((await openQuarantine(world.em(), id)) ? [slug] : [])),
  );
  return open.flat();
}

const failedPages = () =>
  world
    .em()
    .execute<{ reason: string; n: number }[]>(
      `select last_reason as reason, count(*)::int as n from page where last_outcome = 'failed' group by 1`,
    );

test('an address that our own guard refuses fails without a quarantine', async () => {
  const fetcher = createFetcher({ ...CONTACT, demoPort: null });
  await crawlAll({ ...world.services, fetcher });
  await fetcher.close();
  expect(await failedPages()).toEqual([{ reason: 'address-forbidden', n: 24 }]);
  expect(await quarantined()).toEqual([]);
});

test('returns pages as they were when our own network is down', async () => {
  await Promise.all(Object.values(world.shops).map((shop) => shop.close()));
  // With a pause, so that each shop is contacted before any is contacted again.
  await world.em().nativeUpdate(Retailer, {}, { paceMs: 300 });
  await crawlAll();
  const failed = await failedPages();
  // The failures of the first two shops may count as theirs: the third shows that the network is down.
  const blamed = await world.em().find(Page, { lastOutcome: 'failed' });
  expect(new Set(blamed.map(({ retailer }) => retailer.id)).size).toBeLessThanOrEqual(2);
  await crawlAll();
  expect(await failedPages()).toEqual(failed);
  expect(await quarantined()).toEqual([]);
});

test('quarantines one shop that is down while others answer', async () => {
  await world.shops['shop-0']?.close();
  await crawlAll();
  expect(await quarantined()).toEqual(['shop-0']);
});
