/* The figures of a search are of one set: they add up, and neither order nor page changes them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refreshSearchWords } from '#db/queries/search/catalogue-words.ts';
import { ORDERS } from '#domain/search/arrange-products.ts';
import { searchText } from '#domain/search/search-words.ts';
import type { SearchAnswer } from '#site/api/routes/search.ts';
import { createMigratedDatabase } from '../support/database.ts';
import { createOffers, createProduct, createRetailer, type OwnOffer } from '../support/factory.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const BRANDS = ['Acme', 'Zenith', 'Dozy', 'Bold'];
/** A thing, its category, what tells its products apart, and its cheapest price in dollars. */
const THINGS = [
  [
    'Kettle',
    'Kettles',
    ['Glass', 'Steel', 'Travel', 'Gooseneck', 'Copper', 'Compact', 'Matte'],
    30,
  ],
  ['Milk', 'Dairy', ['1L', '2L', '3L', '500mL', 'Lite 2L', 'Skim 2L', 'Lite 1L'], 2],
  ['Headphones', 'Headphones', ['Studio', 'Sport', 'Wireless', 'Kids', 'Foldable', 'Open'], 60],
  ['Nappies', 'Baby', ['24 pack', '50 pack', '80 pack', 'Night 30 pack', 'Crawler 62 pack'], 9],
  ['Coffee Machine', 'Coffee Machines', ['Pump', 'Manual', 'Automatic', 'Duo', 'Mini'], 90],
] as const;
/** Each form of a query for two of the things. */
const QUERIES = THINGS.flatMap(([thing, , [first, second], dollars], nth) =>
  [
    `${thing}`,
    `Acme ${thing}`,
    `Bold ${thing}`,
    `${thing} ${first}`,
    `Zenith ${thing} ${second}`,
    `${thing} under $${2 * dollars}`,
    `cheap ${thing}`,
    `${thing} over $${2 * dollars}`,
    `Dozy ${thing} under $${3 * dollars}`,
    `best ${thing} on sale`,
  ]
    .filter((_, form) => form % 5 === nth || (form + 2) % 5 === nth)
    .map((query) => query.toLowerCase()),
);

let api: TestApi;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createMigratedDatabase();
  api = await openTestApi(database.url);
  drop = database.drop;
  const em = () => api.services.em();
  const shops = [];
  for (const trustScore10 of [9, 4, 7]) shops.push(await createRetailer(em(), { trustScore10 }));
  const offers: OwnOffer[] = [];
  let nth = 0;
  for (const [thing, category, kinds, dollars] of THINGS)
    for (const brand of BRANDS)
      for (const kind of kinds) {
        nth += 1;
        const name = `${brand} ${thing} ${kind}`;
        const specifications = {
          Capacity: `${(nth % 5) + 1} L`,
          Finish: nth % 2 ? 'Matte' : 'Shiny',
        };
        const product = await createProduct(em(), { name, brand, category, specifications });
        const priceCents = 100 * dollars + ((nth * 7_919) % (300 * dollars));
        for (const [place, shop] of shops.slice(0, 1 + (nth % 3)).entries())
          offers.push({
            ...{ retailer: shop.id, product: product.id, name, brand, category },
            priceCents: priceCents + 35 * place * (nth % 5),
            originalPriceCents: nth % 4 === 0 ? 2 * priceCents : null,
            availability: nth % 11 === 0 ? 'out_of_stock' : 'in_stock',
            searchText: searchText(name, [brand], [category]),
          });
      }
  await createOffers(em(), offers);
  await refreshSearchWords(em());
});
afterAll(async () => {
  await api.close();
  await drop();
});

let calls = 0;
async function search(query: string, rest: Record<string, unknown> = {}): Promise<SearchAnswer> {
  calls += 1;
  const answer = await api.call('POST', '/search/ai-search', {
    body: { query, ...rest },
    address: `198.51.${calls >> 8}.${calls & 255}`,
  });
  expect(answer.status).toBe(200);
  return (answer.body as { data: SearchAnswer }).data;
}

const sum = (counts: readonly { count: number }[]) =>
  counts.reduce((total, { count }) => total + count, 0);

test.each(QUERIES)('%s: heading, ranges, facets and figures agree', async (query) => {
  const { total, similar, facets, summary, understood } = await search(query);
  expect(total).toBeGreaterThan(0);
  const heading = total - similar || similar;
  expect(summary.products, 'heading').toBe(heading);
  expect(sum(facets.price) + facets.soldOut, 'ranges of prices').toBe(heading);
  expect(sum(facets.category), 'categories').toBe(heading);
  expect(sum(facets.brand), 'brands').toBe(heading);
  if (!summary.best) return;
  const [best, average, highest] = [summary.best.price, summary.average ?? 0, summary.highest ?? 0];
  expect(best).toBeLessThanOrEqual(average);
  expect(average).toBeLessThanOrEqual(highest);
  const [, bound, dollars] = /(under|over) \$(\d+)/.exec(understood.parts[0]?.label ?? '') ?? [];
  if (bound === 'under') expect(highest).toBeLessThanOrEqual(Number(dollars));
  if (bound === 'over') expect(best).toBeGreaterThanOrEqual(Number(dollars));
  for (const { from, to, count } of facets.price) {
    const within = await search(query, { filters: { minPrice: from, maxPrice: to } });
    expect(within.total - within.similar || within.similar, `$${from} to $${to}`).toBe(count);
    expect(within.summary.average).toBeGreaterThanOrEqual(from);
    expect(within.summary.highest).toBeLessThanOrEqual(to);
  }
});

test('a value of a specification leaves as many products as its facet says, and keeps the other values', async () => {
  const { facets } = await search('kettle');
  expect(facets.specs.map(({ name }) => name)).toEqual(['Capacity', 'Finish']);
  for (const { name, values } of facets.specs) {
    expect(sum(values)).toBe(sum(facets.brand));
    for (const { value, count } of values) {
      const chosen = await search('kettle', { filters: { specs: [`${name}: ${value}`] } });
      expect(chosen.total - chosen.similar).toBe(count);
      expect(chosen.facets.specs.find((each) => each.name === name)?.values).toEqual(values);
    }
  }
  const specs = ['Capacity: 1 L', 'Capacity: 2 L', 'Finish: Matte'];
  const { facets: both, total, similar } = await search('kettle', { filters: { specs } });
  const [, finishes] = both.specs;
  expect(finishes?.values.find(({ value }) => value === 'Matte')?.count).toBe(total - similar);
});

test.each(QUERIES)('%s: no order and no page changes a figure', async (query) => {
  const { pages, facets, summary } = await search(query);
  for (const order of ORDERS)
    for (let page = 1; page <= pages; page += 1)
      expect(await search(query, { order, page }), `${order} ${page}`).toMatchObject({
        facets,
        summary,
      });
});

test.each(QUERIES)(
  '%s: by price, the first is the best price and none is cheaper',
  async (query) => {
    const { pages, similar, total, summary } = await search(query);
    const lowest: number[] = [];
    for (let page = 1; page <= pages; page += 1) {
      const { products } = await search(query, { order: 'cheapest', page });
      const matches = products.filter(({ isSimilar }) => isSimilar === (similar === total));
      for (const [first] of Map.groupBy(matches, ({ productId }) => productId).values())
        if (first?.canBuy) lowest.push(first.currentPrice);
    }
    expect(lowest).toEqual(lowest.toSorted((a, b) => a - b));
    expect(lowest[0]).toBe(summary.best?.price);
  },
);
