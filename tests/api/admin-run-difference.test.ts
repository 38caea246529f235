import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAdminSite, signedIn } from '../support/admin-site.ts';
import { createMigratedDatabase, type TestDatabase } from '../support/database.ts';
import {
  createOffer,
  createPricePoint,
  createProduct,
  createRetailer,
  createRun,
  daysAgo,
  slotDaysAgo,
} from '../support/factory.ts';
import type { SmallBrowser } from '../support/small-browser.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

let database: TestDatabase;
let base: TestApi;
let browser: SmallBrowser;
const runs: string[] = [];

beforeAll(async () => {
  database = await createMigratedDatabase();
  base = await openTestApi(database.url);
  browser = await signedIn(await openAdminSite(base));
  const em = base.services.em();
  const retailer = await createRetailer(em, { slug: 'kettle-hut' });
  const product = await createProduct(em);
  for (const days of [9, 5, 1]) {
    const times = { startedAt: daysAgo(days + 0.5), finishedAt: daysAgo(days) };
    runs.push((await createRun(em, { retailer, ...times })).id);
  }
  /** An offer by its prices: days ago and cents. */
  const offer = async (name: string, prices: [days: number, cents: number][], own = {}) => {
    const seen = { firstSeenAt: daysAgo(prices[0]?.[0] ?? 0), lastSeenAt: daysAgo(1) };
    const stored = await createOffer(em, { retailer, product, name, ...seen, ...own });
    for (const [days, priceCents] of prices)
      await createPricePoint(em, { offer: stored, priceCents, slot: slotDaysAgo(days) });
  };
  await offer('Steady Kettle', [[30, 5000]]);
  await offer('Dear Kettle', [
    [30, 4000],
    [7, 6000],
  ]);
  await offer('Slightly Dear Kettle', [
    [30, 4000],
    [7, 4100],
  ]);
  await offer('Cheap Kettle', [
    [30, 9000],
    [3, 7050],
  ]);
  await offer('Fresh Kettle', [[3, 129_900]]);
  await offer('Old Kettle', [[30, 3000]], { availability: 'discontinued', lastSeenAt: daysAgo(4) });
});

afterAll(async () => {
  await base.close();
  await database.drop();
});

/** The page's words below the heading, on one line. */
async function compare(from?: string, to?: string): Promise<string> {
  const query = from ? `?from=${from}&to=${to}` : '';
  const answer = await browser.get(`/admin/retailers/kettle-hut${query}`);
  expect(answer.status).toBe(200);
  const page = await answer.text();
  const [, section = ''] = /id="difference">(.*?)<h2/s.exec(page) ?? [];
  return section.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
}

test('compares nothing before two runs are chosen', async () => {
  const words = await compare();
  expect(words).toContain('Compare');
  expect(words).not.toContain('Dearer');
});

test('new, gone, dearer and cheaper offers are counted, the largest change first', async () => {
  const words = await compare(runs[0], runs[2]);
  expect(words).toContain('New: 1, Gone: 1, Dearer: 2, Cheaper: 1.');
  expect(words).toMatch(/Dear Kettle \$60\.00 was \$40\.00 Slightly Dear Kettle \$41\.00/);
  expect(words).toMatch(/Cheap Kettle \$70\.50 was \$90\.00/);
  expect(words).toContain('Fresh Kettle');
  expect(words).not.toContain('Steady Kettle');
});

test('a price of thousands is written as on the other pages, and an offer leads to its page', async () => {
  const answer = await browser.get(`/admin/retailers/kettle-hut?from=${runs[0]}&to=${runs[2]}`);
  const page = await answer.text();
  expect(page).toContain('$1,299.00');
  expect(page).toMatch(/<a href="https:\/\/shop\.example\/\d+" rel="noreferrer">Fresh Kettle/);
});

test('only what happened between the two counts, in whichever order they are chosen', async () => {
  expect(await compare(runs[1], runs[0])).toContain('New: 0, Gone: 0, Dearer: 2, Cheaper: 0.');
  expect(await compare(runs[1], runs[2])).toContain('New: 1, Gone: 1, Dearer: 0, Cheaper: 1.');
});

test("compares nothing when the runs are not the retailer's", async () => {
  for (const to of ['nonsense', runs[0], crypto.randomUUID()]) {
    const words = await compare(runs[0], to);
    expect(words).not.toContain('Dearer');
    expect(words).toContain('Choose two different runs of this retailer.');
  }
});
