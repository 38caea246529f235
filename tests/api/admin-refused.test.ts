import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { RefusedOffer as RefusedOfferRow } from '#db/entities/run.ts';
import { keepRefused, type RefusedOffer } from '#db/queries/offers/refused-offers.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { cents } from '#domain/money.ts';
import { createAdmin } from '#site/admin/admin-app.ts';
import { openAdminSite, signedIn } from '../support/admin-site.ts';
import { type CrawlWorld, openCrawlWorld } from '../support/crawl-world.ts';
import { openBrowser, type SmallBrowser } from '../support/small-browser.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const PATH = '/admin/refused';

let world: CrawlWorld;
let base: TestApi;
let browser: SmallBrowser;
let kettles: RetailerRow;
let boots: RetailerRow;

beforeAll(async () => {
  world = await openCrawlWorld([]);
  kettles = await world.addRetailer('kettle-hut', 'https://kettles.example');
  boots = await world.addRetailer('boot-barn', 'https://boots.example');
  base = await openTestApi(world.databaseUrl);
  browser = await signedIn(await openAdminSite(base));
});

afterAll(async () => {
  await base.close();
  await world.close();
});

beforeEach(() => world.em().nativeDelete(RefusedOfferRow, {}));

function kettle(nth: number, over: Partial<RefusedOffer> = {}): RefusedOffer {
  return {
    reason: 'price-doubted',
    url: `https://kettles.example/p/${nth}`,
    variant: '',
    seller: '',
    name: `Kettle ${nth}`,
    price: '1299.00',
    currency: 'AUD',
    availability: 'in_stock',
    lastPriceCents: cents(12_990),
    ceilingCents: null,
    feedRow: 7,
    ...over,
  };
}

async function keep(offers: RefusedOffer[], retailer = kettles): Promise<void> {
  const run = '00000000-0000-7000-8000-000000000001';
  const at = { retailerId: retailer.id, pageId: null, runId: run, observedAt: new Date() };
  await world.em().transactional((tx) => keepRefused(tx, at, offers, false));
}

async function read(query = ''): Promise<string> {
  const answer = await browser.get(PATH + query);
  expect(answer.status).toBe(200);
  return answer.text();
}

/** The names in the table, in order. */
function namesIn(page: string): string[] {
  const heads = [...page.matchAll(/<th scope="row"[^>]*>(.*?)<\/th>/gs)].map(([, head]) => head);
  return heads.map((head) => head?.replace(/<br>.*|<[^>]+>/gs, '').trim() ?? '');
}

const linksIn = (page: string) =>
  [...page.matchAll(/href="([^"]*)"/g)].map(([, href]) => href?.replaceAll('&amp;', '&') ?? '');

test('shows an empty state when no offer is refused or none matches the filter', async () => {
  expect(await read()).toContain('No refused offers.');
  await keep([kettle(1)]);
  expect(await read('?reason=no-price')).toContain('No refused offers match these filters.');
  expect(await read('?retailer=nobody')).toContain('No refused offers match these filters.');
});

test('shows exactly what was read and what it was compared with', async () => {
  await keep([
    kettle(1, { variant: 'red', seller: 'Somebody' }),
    kettle(2, { reason: 'currency-not-aud', price: '30.00', currency: 'USD' }),
    kettle(3, {
      reason: 'price-implausible',
      price: '20000.01',
      lastPriceCents: null,
      ceilingCents: cents(2_000_000),
    }),
    kettle(4, { reason: 'no-price', price: null, name: '', availability: 'sold_out' }),
  ]);
  const page = await read();
  for (const text of [
    '$1,299.00',
    'last price $129.90',
    'red, sold by Somebody',
    '30.00 USD',
    '$20,000.01',
    'at most $20,000.00',
    'its price is beyond what its category costs',
    'no name',
    'sold out',
    'feed, row 7',
  ]) {
    expect(page).toContain(text);
  }
});

test('escapes shop text and links only web addresses', async () => {
  const bad = '"><script>alert(1)</script>';
  await keep([
    kettle(1, { name: bad, variant: bad, seller: bad, price: bad, currency: bad }),
    kettle(2, { name: 'Odd', url: 'javascript:alert(1)' }),
    kettle(3, { name: 'Quoted', url: `https://kettles.example/${bad}` }),
  ]);
  const page = await read();
  expect(page).not.toContain('<script');
  expect(page).toContain('&lt;script&gt;');
  expect(linksIn(page).filter((href) => href.startsWith('javascript'))).toEqual([]);
  expect(namesIn(page)).toContain('Odd');
});

test('filters by retailer and reason, with counts', async () => {
  await keep([kettle(1), kettle(2), kettle(3, { reason: 'no-price' })]);
  await keep([kettle(9, { name: 'Boot', url: 'https://boots.example/9' })], boots);
  const all = await read();
  expect(namesIn(all)).toHaveLength(4);
  expect(all).toContain('kettle-hut (3)');
  const ofKettles = await read('?retailer=kettle-hut');
  expect(namesIn(ofKettles).toSorted()).toEqual(['Kettle 1', 'Kettle 2', 'Kettle 3']);
  const doubted = linksIn(ofKettles).find((href) => href.includes('reason=price-doubted'));
  expect(doubted).toBe(`${PATH}?retailer=kettle-hut&reason=price-doubted`);
  const both = await (await browser.get(doubted ?? '')).text();
  expect(namesIn(both).toSorted()).toEqual(['Kettle 1', 'Kettle 2']);
  expect(both).toContain('<input type="hidden" name="reason" value="price-doubted">');
});

test('pages long lists; a page beyond the end shows the last one', async () => {
  await keep(Array.from({ length: 120 }, (_, nth) => kettle(nth)));
  const seen: string[] = [];
  let path = PATH;
  for (const range of ['1–50 of 120', '51–100 of 120', '101–120 of 120']) {
    const page = await (await browser.get(path)).text();
    expect(page).toContain(range);
    seen.push(...namesIn(page));
    path = linksIn(page).find((href) => href.includes(`page=${seen.length / 50 + 1}`)) ?? '';
  }
  expect(new Set(seen).size).toBe(120);
  expect(await read('?retailer=kettle-hut&page=9')).toContain('101–120 of 120');
  for (const odd of ['?page=x', '?page=-1', '?page=1e9', '?retailer=&reason=', '?page=1&page=2']) {
    expect(namesIn(await read(odd)), odd).toHaveLength(50);
  }
});

test('refused offers never reach shoppers: only /admin reads them', async () => {
  await keep([kettle(1, { name: 'Gumleaf Marvel Kettle' })]);
  const body = { query: 'gumleaf marvel kettle' };
  const { status, body: answer } = await base.call('POST', '/search/ai-search', { body });
  expect(status).toBe(200);
  expect(answer['data']).toMatchObject({ products: [] });
  const readers = globSync('site/**/*.{ts,tsx,astro}', { cwd: REPO_ROOT }).filter((path) =>
    /refused-(?:offers|view)|refused_offer/.test(readFileSync(`${REPO_ROOT}/${path}`, 'utf8')),
  );
  expect(readers).toEqual(['site/admin/refused-page.ts']);
  expect((await openBrowser({ api: createAdmin(base.services) }).get(PATH)).status).toBe(404);
});
