/* Watched searches: new matches and falls, each mailed once, at most one mail in a search's rest. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { Mail } from '#db/entities/mail.ts';
import { Offer } from '#db/entities/offer.ts';
import { Product } from '#db/entities/product.ts';
import { Retailer } from '#db/entities/retailer.ts';
import { User } from '#db/entities/user.ts';
import { SearchDue, WatchedMatch, WatchedSearch } from '#db/entities/watched-search.ts';
import { markDueSearches, searchesToLookAt } from '#db/queries/alerts/look-at-searches.ts';
import { changeSearch, MOST_SEARCHES, watchSearch } from '#db/queries/alerts/watched-searches.ts';
import { tables } from '#db/queries/sql/tables.ts';
import { readLink } from '#db/runtime/signed-link.ts';
import { cents } from '#domain/money.ts';
import type { SearchFilters } from '#domain/search/search-filters.ts';
import { runSearch } from '#worker/alerts/run-searches.ts';
import {
  createOffer,
  createPricePoint,
  createProduct,
  createRetailer,
  createUser,
} from '../support/factory.ts';
import { MAIL_CONFIG } from '../support/mail-config.ts';
import { ormForFile } from '../support/orm-for-file.ts';

/** `npm test` takes a sample; ALERT_RUNS=500 is the full run. */
const { ALERT_RUNS = '6' } = process.env;
const { em } = ormForFile();
let user: string;
let kite: string;

beforeAll(async () => {
  user = (await createUser(em(), { emailVerified: true })).id;
  kite = (await createRetailer(em(), { slug: 'kite', name: 'Kite' })).id;
});
beforeEach(async () => {
  await em().nativeDelete(WatchedSearch, {});
  await em().nativeDelete(Mail, {});
  await em().nativeDelete(Offer, {});
  await em().nativeDelete(Product, {});
});

/** Adds a product at Kite. */
async function sell(name: string, priceCents: number, retailer = kite): Promise<string> {
  const { id: product } = await createProduct(em(), { name, category: 'Toys' });
  const texts = { name, searchText: `${name.toLowerCase()}` };
  const offer = await createOffer(em(), { retailer, product, priceCents, ...texts });
  await createPricePoint(em(), { offer, priceCents });
  return product;
}

async function watch(filters: SearchFilters = {}, restDays = 1, query = 'lego star wars') {
  const id = await watchSearch(em(), user, { query, filters, restDays });
  if (!id) throw new Error('too many');
  return id;
}

/** A crawl reads a price; null: sold out. */
const read = (product: string, priceCents: number | null) =>
  tables(em())
    .updateTable('offer')
    .set({
      lastSeenAt: sql<Date>`now()`,
      availability: priceCents === null ? 'out_of_stock' : 'in_stock',
      ...(priceCents !== null && { priceCents: cents(priceCents) }),
    })
    .where('product', '=', product)
    .execute();

/** Hours pass, then workers look, some at once, and again after a restart. Returns the mails. */
async function sweep(hours = 0) {
  const back = (column: 'mailedAt' | 'lookedAt') =>
    sql<Date>`${sql.ref(column)} - ${hours} * interval '1 hour'`;
  await tables(em())
    .updateTable('watched_search')
    .set({ mailedAt: back('mailedAt'), lookedAt: back('lookedAt') })
    .execute();
  const count = await em().count(Mail);
  await markDueSearches(em());
  const due = await searchesToLookAt(em(), 10);
  await Promise.all([...due, ...due].map((id) => runSearch(em(), MAIL_CONFIG, id)));
  for (const id of due) await runSearch(em(), MAIL_CONFIG, id);
  const mails = await em().find(Mail, {}, { orderBy: { id: 'asc' }, offset: count });
  await tables(em()).updateTable('watched_search').set({ isDue: true }).execute();
  for (const id of await searchesToLookAt(em(), 10)) await runSearch(em(), MAIL_CONFIG, id);
  expect(await em().count(Mail), 'mails after a restart').toBe(count + mails.length);
  return mails;
}
const subjects = async (hours = 0) => (await sweep(hours)).map(({ subject }) => subject);

test('what matched when the watch began is not news; a new match and a fall are, in one mail', async () => {
  const wing = await sell('LEGO Star Wars X-Wing', 3_500);
  await sell('LEGO Star Wars Death Star', 90_000);
  const id = await watch({ maxPrice: 40 });
  expect(await sweep()).toEqual([]);
  await sell('LEGO Star Wars Yoda', 2_999);
  await sell('LEGO City Police Car', 1_999);
  await read(wing, 3_000);
  const [mail, ...more] = await sweep();
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('2 products are new or cheaper in “lego star wars”');
  expect(mail?.text).toContain('You watch the search “lego star wars”, at most $40.00.');
  expect(mail?.text).toContain('LEGO Star Wars Yoda: $29.99 at Kite.');
  expect(mail?.text).toContain('LEGO Star Wars X-Wing: $30.00 at Kite, before $35.00.');
  expect(mail?.text).toContain('https://prices.example/search?q=lego+star+wars&max=40');
  expect(mail?.text).not.toMatch(/Death Star|Police/);
  const token = /unsubscribe\?token=(\S+)$/.exec(mail?.text ?? '')?.[1] ?? '';
  expect(readLink(MAIL_CONFIG.authSecret, 'end-search', token)).toBe(id);
});

test('a resting search tells later, once, of what still holds', async () => {
  const wing = await sell('LEGO Star Wars X-Wing', 3_500);
  await watch({}, 7);
  await read(wing, 3_000);
  expect(await subjects()).toEqual(['LEGO Star Wars X-Wing is now $30.00']);
  await read(wing, 2_000);
  expect(await subjects(30)).toEqual([]);
  await read(wing, 2_500);
  await sell('LEGO Star Wars Yoda', 2_999);
  expect(await subjects(30)).toEqual([]);
  expect(await subjects(120)).toEqual(['2 products are new or cheaper in “lego star wars”']);
});

test('a price that rises out of the search and falls again is told once its rest is over', async () => {
  const wing = await sell('LEGO Star Wars X-Wing', 4_500);
  await watch({ maxPrice: 40 });
  await read(wing, 3_900);
  expect(await subjects()).toHaveLength(1);
  await read(wing, 4_500);
  expect(await subjects(30)).toEqual([]);
  await read(wing, 3_950);
  expect(await subjects(30)).toEqual(['LEGO Star Wars X-Wing is now $39.50']);
  expect(await subjects(30)).toEqual([]);
});

test('only products whose offers changed make a search due, and only one that they can match', async () => {
  const wing = await sell('LEGO Star Wars X-Wing', 3_500);
  const kettle = await sell('Breville Smart Kettle', 9_900);
  const id = await watch();
  await em().nativeDelete(SearchDue, {});
  await read(kettle, 9_000);
  await read(wing, 3_500);
  await markDueSearches(em());
  expect(await searchesToLookAt(em(), 10)).toEqual([]);
  expect(await em().count(SearchDue)).toBe(0);
  await read(wing, 3_400);
  await markDueSearches(em());
  expect(await searchesToLookAt(em(), 10)).toEqual([id]);
});

test.each([
  ['from a shop that rests', () => em().nativeUpdate(Retailer, kite, { status: 'disabled' })],
  ['that is doubted', () => em().nativeUpdate(Offer, {}, { suspectPriceCents: 1 })],
  [
    'of an address that is not proven',
    () => em().nativeUpdate(User, user, { emailVerified: false }),
  ],
])('no mail about a price %s', async (_what, change) => {
  const wing = await sell('LEGO Star Wars X-Wing', 3_500);
  await watch();
  await read(wing, 1_500);
  await change();
  expect(await sweep()).toEqual([]);
  await em().nativeUpdate(User, user, { emailVerified: true });
  await em().nativeUpdate(Retailer, kite, { status: 'enabled' });
  await em().nativeUpdate(Offer, {}, { suspectPriceCents: null });
  expect(await sweep(25), 'once it holds').toHaveLength(1);
});

test('a product merged into another is no new match', async () => {
  const wing = await sell('LEGO Star Wars X-Wing', 3_500);
  await watch();
  const into = await sell('LEGO Star Wars X-Wing 2026', 3_500);
  await em().nativeUpdate(Offer, { product: wing }, { product: into });
  await em().nativeUpdate(Product, wing, { mergedInto: into });
  expect(await sweep()).toEqual([]);
});

test('a higher limit makes known what it adds; a person watches so many at most, each once', async () => {
  await sell('LEGO Star Wars X-Wing', 3_500);
  const id = await watch({ maxPrice: 30 });
  expect(await watch({ maxPrice: 30 }, 7)).toBe(id);
  expect(await changeSearch(em(), user, id, { maxPrice: 40 })).toBe(true);
  expect(await em().count(WatchedMatch)).toBe(1);
  expect(await sweep()).toEqual([]);
  for (let nth = 1; nth < MOST_SEARCHES; nth += 1) await watch({ maxPrice: nth });
  expect(await watchSearch(em(), user, { query: 'kettle', filters: {}, restDays: 1 })).toBeNull();
});

const STEPS = fc.array(
  fc.record({
    prices: fc.array(fc.option(fc.integer({ min: 4, max: 12 }), { freq: 5 }), {
      minLength: 2,
      maxLength: 2,
    }),
    hours: fc.constantFrom(1, 13, 25, 60),
  }),
  { minLength: 3, maxLength: 8 },
);

test('no swing mails twice in a rest, and no fall or match is missed', async () => {
  const names = ['X-Wing', 'Yoda'];
  const property = fc.asyncProperty(STEPS, fc.constantFrom(1, 2), async (steps, restDays) => {
    await em().nativeDelete(WatchedSearch, {});
    await em().nativeDelete(Offer, {});
    await em().nativeDelete(Product, {});
    const products: string[] = [];
    for (const name of names) products.push(await sell(`LEGO Star Wars ${name}`, 1_000));
    await watch({ maxPrice: 10 }, restDays);
    const told = new Map(names.map((name) => [name, 1_000]));
    const left = new Set<string>();
    let sinceHours = Number.POSITIVE_INFINITY;
    for (const { prices, hours } of steps) {
      for (const [nth, product] of products.entries()) {
        const hundreds = prices[nth] ?? null;
        await read(product, hundreds === null ? null : hundreds * 100);
      }
      sinceHours += hours;
      const mails = await sweep(hours);
      const isResting = sinceHours < restDays * 24;
      if (isResting) expect(mails, 'in its rest').toEqual([]);
      expect(mails.length).toBeLessThanOrEqual(1);
      const text = mails[0] ? `${mails[0].subject} ${mails[0].text}` : '';
      for (const [nth, name] of names.entries()) {
        const price = (prices[nth] ?? 99) * 100;
        const isNews = price <= 1_000 && (price < (told.get(name) ?? 0) || left.has(name));
        if (isResting) continue;
        expect(text.includes(name), `${name} at ${price}`).toBe(isNews);
        if (price > 1_000) left.add(name);
        else if (isNews) left.delete(name);
        if (isNews) told.set(name, price);
        else if (price === 1_000) told.set(name, 1_000);
      }
      if (mails.length > 0) sinceHours = 0;
    }
  });
  const returned = [
    { prices: [null, null], hours: 1 },
    { prices: [null, 4], hours: 1 },
    { prices: [null, 10], hours: 60 },
    { prices: [null, 4], hours: 1 },
  ];
  await fc.assert(property, { numRuns: Number(ALERT_RUNS), examples: [[returned, 1]] });
}, 120_000);
