import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { Page, type PageOutcome } from '#db/entities/page.ts';
import { createPage, createRetailer, hoursFromNow } from '../../../tests/support/factory.ts';
import { ormForFile } from '../../../tests/support/orm-for-file.ts';
import { addPages, type ClaimedPage, claiming, claimPage, finishPage } from './pages.ts';

const RETAILER = '00000000-0000-4000-8000-000000000001';
const { em } = ormForFile();

beforeAll(async () => {
  await createRetailer(em(), { id: RETAILER });
});

beforeEach(() => em().nativeDelete(Page, {}));

const PRIORITY = { search: 40, list: 30, sitemap: 20, product: 10 } as const;

/** Adds a page that has been due for `hoursDue` hours. */
async function addPage(kind: keyof typeof PRIORITY, hoursDue: number): Promise<void> {
  await createPage(em(), {
    retailer: RETAILER,
    url: `${kind}-${hoursDue}`,
    kind,
    priority: PRIORITY[kind],
    nextCheckAt: hoursFromNow(-hoursDue),
  });
}

async function claim(): Promise<ClaimedPage> {
  const claimed = await claimPage(em(), RETAILER);
  if (!claimed) throw new Error('no page was due');
  return claimed;
}

/** Ends a claim and returns the hours until the page is due again. */
async function finish(claimed: ClaimedPage, outcome: PageOutcome, reason: string | null) {
  await finishPage(em(), claimed, {
    outcome,
    reason,
    validators: null,
    nextIntervalMinutes: 120,
    retryAfterMs: null,
  });
  const page = await em().findOneOrFail(Page, { id: claimed.id });
  return (page.nextCheckAt.getTime() - Date.now()) / 3_600_000;
}

async function order(): Promise<string[]> {
  const urls: string[] = [];
  for (let claimed = await claimPage(em(), RETAILER); claimed; ) {
    urls.push(claimed.url);
    await finish(claimed, 'stored', null);
    claimed = await claimPage(em(), RETAILER);
  }
  return urls;
}

test('claims a search first, then lists, sitemaps and products', async () => {
  for (const kind of ['product', 'sitemap', 'list', 'search'] as const) await addPage(kind, 0);
  expect(await order()).toEqual(['search-0', 'list-0', 'sitemap-0', 'product-0']);
});

test('reads products even when a shop’s lists are always due', async () => {
  await addPage('list', 1);
  await addPage('list', 3);
  await addPage('product', 4);
  await addPage('product', 8);
  await addPage('search', 0);
  expect(await order()).toEqual(['search-0', 'product-8', 'list-3', 'list-1', 'product-4']);
});

test('retries a failing page after minutes, then hours, at least once a day', async () => {
  await addPage('product', 1);
  const hours: number[] = [];
  for (let failure = 0; failure < 12; failure += 1) {
    await em().nativeUpdate(Page, {}, { nextCheckAt: new Date() });
    hours.push(await finish(await claim(), 'failed', 'timeout'));
  }
  expect(hours[0]).toBeCloseTo(5 / 60, 1);
  expect(hours.at(-1)).toBeCloseTo(24, 1);
});

test('fetches a missing page less and less often, down to once a week', async () => {
  await addPage('product', 1);
  const hours: number[] = [];
  for (let failure = 0; failure < 15; failure += 1) {
    await em().nativeUpdate(Page, {}, { nextCheckAt: new Date() });
    hours.push(await finish(await claim(), 'failed', 'not-found'));
  }
  expect(hours[0]).toBeCloseTo(5 / 60, 1);
  expect(hours.at(-1)).toBeCloseTo(7 * 24, 1);
  // A page that is back returns to its normal interval.
  await em().nativeUpdate(Page, {}, { nextCheckAt: new Date() });
  expect(await finish(await claim(), 'stored', null)).toBeCloseTo(2, 1);
});

test('skips an address too long for the index and adds the others', async () => {
  const random = Array.from({ length: 900 }, (_, n) => ((n * n * 7919) % 46_656).toString(36));
  const pages = [`https://shop.example/p/${random.join('-')}`, 'https://shop.example/p/1'];
  const found = pages.map((url) => ({ url, kind: 'product' as const, priority: 10 }));
  expect(await addPages(em(), RETAILER, found, 120)).toBe(1);
});

test('stops adding pages at the limit when a shop’s links never end', async () => {
  const links = (from: number) =>
    [0, 1, 2].map((n) => ({
      url: `https://shop.example/range?page=${from + n}`,
      kind: 'list' as const,
      priority: 30,
    }));
  const add = (from: number) => addPages(em(), RETAILER, links(from), 120, { mostPages: 5 });
  expect(await add(0)).toBe(3);
  // Known pages do not count towards the limit.
  expect(await add(1)).toBe(1);
  expect(await add(4)).toBe(1);
  expect(await add(7)).toBe(0);
});

test('adds the first unknown pages of many, in their order', async () => {
  const urls = Array.from({ length: 60 }, (_, nth) => `https://shop.example/${(nth * 37) % 60}`);
  const links = urls.map((url) => ({ url, kind: 'list', priority: 15 }) as const);
  expect(await addPages(em(), RETAILER, links, 120, { most: 30 })).toBe(30);
  const added = await em().find(Page, {}, { orderBy: { nextCheckAt: 'asc' } });
  expect(added.map(({ url }) => url)).toEqual(urls.slice(0, 30));
});

test('a claim follows the order of an index and sorts no due pages', async () => {
  await sql`insert into page (retailer_id, url, kind, priority, interval_minutes, next_check_at)
    select ${RETAILER}::uuid, 'many-' || n, 'product', 10 + n % 3 * 10, 60, now() - n * interval '1 second'
    from generate_series(1, 5000) n`.execute(em().getKysely());
  await em().execute('analyze page');
  for (const next of ['urgent', 'control'] as const) {
    const plan = JSON.stringify(await claiming(em(), RETAILER, next).explain('text'));
    expect(plan).toMatch(/page_due_rank/);
    expect(plan).toMatch(/page_asked/);
    expect(plan).not.toMatch(/Sort|Seq Scan on page/);
  }
});
