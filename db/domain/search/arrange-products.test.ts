import { expect, test } from 'vitest';
import {
  matchedOffer,
  matchedProduct as product,
} from '../../../tests/support/matched-products.ts';
import { cents } from '../money.ts';
import { arrange, type Order } from './arrange-products.ts';
import { facetsOf } from './facets.ts';
import { familiesOf } from './families.ts';
import {
  type Choice,
  type MatchedOffer,
  type MatchedProduct,
  type ProductFilters,
  tryFilters,
} from './filter-products.ts';

const NO_LIMITS: Choice['limits'] = { minCents: null, maxCents: null, isOnSale: false };

const offer = (shop: string, dollars: number, own: Partial<MatchedOffer> = {}) =>
  matchedOffer(dollars, { shop, ...own });
/** What passes filters, of a query without limits. */
const tried = (
  products: MatchedProduct[],
  filters: ProductFilters = {},
  families?: Parameters<typeof tryFilters>[2],
) => tryFilters(products, { limits: NO_LIMITS, filters }, families);

const KETTLES = [
  product('steel', [offer('Kite', 50), offer('Lark', 40)], {
    brand: 'Acme',
    category: 'Kettles',
    sizes: ['1.7 L'],
    usualCents: cents(5_000),
  }),
  product('glass', [offer('Kite', 30, { inStock: false, isOnSale: true }), offer('Lark', 90)], {
    brand: 'Bold',
    category: 'Kettles',
    sizes: ['1.7 L'],
    points: 9,
  }),
  product('toaster', [offer('Lark', 60, { canBuy: false, inStock: false })], {
    brand: 'Acme',
    category: 'Toasters',
    points: 8,
  }),
];

function found(filters: ProductFilters, order: Order = 'relevance', limits = NO_LIMITS) {
  return arrange(tryFilters(KETTLES, { limits, filters }), order).map(({ productId }) => productId);
}

test.each<[ProductFilters, string[]]>([
  [{}, ['steel', 'glass', 'toaster']],
  [{ category: 'Toasters' }, ['toaster']],
  [{ brands: ['Bold', 'Other'] }, ['glass']],
  [{ brands: [] }, ['steel', 'glass', 'toaster']],
  [{ sizes: ['1.7 L'] }, ['steel', 'glass']],
  [{ shops: ['Kite'] }, ['steel', 'glass']],
  [{ minCents: cents(3_500) }, ['steel']],
  [{ minCents: cents(3_000), maxCents: cents(4_500) }, ['steel', 'glass']],
  [{ maxCents: cents(4_500) }, ['steel', 'glass']],
  [{ shops: ['Kite'], inStock: true }, ['steel']],
  [{ shops: ['Lark'], maxCents: cents(4_500) }, ['steel']],
  [{ onSale: true }, ['glass']],
])('%j keeps %j, as one offer passes all filters', (filters, left) => {
  expect(found(filters)).toEqual(left);
});

test('applies the limits of the query as well as the filters', () => {
  const below35 = { ...NO_LIMITS, maxCents: cents(3_500) };
  expect(found({}, 'relevance', below35)).toEqual(['glass']);
  expect(found({ shops: ['Lark'] }, 'relevance', below35)).toEqual([]);
});

test('a product that a shop sells for less is below the range of prices', () => {
  expect(found({ minCents: cents(5_500) })).toEqual([]);
  expect(found({}, 'relevance', { ...NO_LIMITS, minCents: cents(5_500) })).toEqual([]);
  const { price, soldOut } = facetsOf(tried(KETTLES));
  expect(
    price.reduce((sum, { count }) => sum + count, 0),
    'each is in one range',
  ).toBe(2);
  expect(soldOut).toBe(1);
});

test('an order sorts by the offers that pass the filters', () => {
  expect(found({}, 'cheapest')).toEqual(['glass', 'steel', 'toaster']);
  expect(found({ shops: ['Lark'] }, 'cheapest')).toEqual(['steel', 'glass', 'toaster']);
  expect(found({}, 'drop')).toEqual(['steel', 'glass', 'toaster']);
});

test('mixes brands among the first products with close points', () => {
  const of = (brand: string, points: number) =>
    product(`${brand} ${points}`, [offer('Kite', 10)], { brand, points });
  const acmes = [10, 9.9, 9.8, 9.7, 9.6].map((points) => of('Acme', points));
  const ids = (...others: MatchedProduct[]) =>
    arrange(tried([...acmes, ...others]), 'relevance').map(({ productId }) => productId);
  expect(ids(of('Bold', 9.5)).slice(0, 5)).toEqual([
    ...['Acme 10', 'Acme 9.9', 'Acme 9.8', 'Bold 9.5', 'Acme 9.7'],
  ]);
  expect(ids(of('Bold', 2)).at(-1)).toBe('Bold 2');
});

test('puts a genuine saving before an equal product', () => {
  const [usual, reduced] = ['usual', 'reduced'].map((id) =>
    product(id, [offer('Kite', 10)], { usualCents: cents(id === 'usual' ? 1_000 : 1_500) }),
  );
  const all = [usual, reduced].filter((each) => each !== undefined);
  expect(arrange(tried(all), 'relevance')[0]?.productId).toBe('reduced');
});

test('shows a model by its least storage, but not by its smallest pack', () => {
  const one = { familyKeys: ['title:acme one'] };
  const shown = (best: string, cheaper: string) => {
    const products = [
      product('best', [offer('Kite', 30)], { ...one, sizes: [best], prior: 2, points: 12 }),
      product('cheaper', [offer('Lark', 20)], { ...one, sizes: [cheaper], prior: 0, points: 10 }),
    ];
    return arrange(tried(products), 'relevance', familiesOf(products)).map(
      ({ productId }) => productId,
    );
  };
  expect(shown('512 GB', '128 GB')).toEqual(['cheaper']);
  expect(shown('8 GB / 1 TB', '8 GB / 512 GB')).toEqual(['cheaper']);
  expect(shown('2 L', '1 L')).toEqual(['best']);
});

test('answers one variant of each model: of the size that matches best, the cheapest that can be bought', () => {
  const one = { familyKeys: ['title:acme one'] };
  const gone = offer('Kite', 10, { canBuy: false, inStock: false });
  const products = [
    product('black', [gone], one),
    product('blue', [offer('Kite', 30)], { ...one, sizes: ['64 GB'] }),
    product('red', [offer('Lark', 20)], { ...one, sizes: ['64 GB'] }),
    product('other model', [offer('Lark', 5)], { familyKeys: ['title:acme one', 'code:acme|x9'] }),
    product('its rival', [offer('Lark', 6)], { familyKeys: ['title:acme one', 'code:acme|z8'] }),
  ];
  const families = familiesOf(products);
  const ids = (order: Order) =>
    arrange(tried(products), order, families).map(({ productId }) => productId);
  expect(ids('relevance')).toEqual(['red']);
  expect(ids('cheapest')).toEqual(['other model']);
  const { size, shop } = facetsOf(tried(products), families);
  expect(size).toEqual([{ value: '64 GB', count: 1 }]);
  expect(shop.map(({ count }) => count)).toEqual([1, 1]);
});

test('sizes are one filter: those that shops state are a second one only where names have none', () => {
  const phones = (sizes: string[]) =>
    ['64 GB', '128 GB'].map((stated) =>
      product(stated, [offer('Kite', 500)], { sizes, specs: [`Size: ${stated}`] }),
    );
  const specs = (sizes: string[]) =>
    facetsOf(tryFilters(phones(sizes), { limits: NO_LIMITS, filters: {} })).specs;
  expect(specs(['64 GB'])).toEqual([]);
  expect(specs([]).map(({ name }) => name)).toEqual(['Size']);
});

test('a model lies in one range of prices, by its cheapest variant, and the range finds it', () => {
  const model = (id: string, ...dollars: number[]) =>
    dollars.map((each, nth) =>
      product(`${id} ${nth}`, [offer('Kite', each)], {
        familyKeys: [`title:${id}`],
        sizes: [`${each} L`],
      }),
    );
  const products = [
    ...['a', 'b', 'c', 'd', 'e', 'f'].flatMap((id, nth) =>
      model(id, 10 + 20 * nth, 35 + 25 * nth, 150),
    ),
    product('gone', [offer('Kite', 40, { canBuy: false, inStock: false })]),
  ];
  const families = familiesOf(products);
  const left = (filters: ProductFilters) => {
    const passed = tried(products, filters, families);
    return { facets: facetsOf(passed, families), shown: arrange(passed, 'score', families).length };
  };
  const { facets, shown } = left({});
  const ranges = facets.price.map(({ fromCents, toCents, count }) => [
    count,
    left({ minCents: fromCents, maxCents: toCents }).shown,
  ]);
  expect(ranges.length).toBeGreaterThan(2);
  for (const [count, found] of ranges) expect(found).toBe(count);
  expect(ranges.reduce((sum, [count = 0]) => sum + count, facets.soldOut)).toBe(shown);
});

test('counts a facet as if its own filter were not set', () => {
  const facets = facetsOf(tried(KETTLES, { brands: ['Acme'] }));
  expect(facets).toMatchObject({
    brand: [
      { value: 'Acme', count: 2 },
      { value: 'Bold', count: 1 },
    ],
    category: [
      { value: 'Kettles', count: 1 },
      { value: 'Toasters', count: 1 },
    ],
    shop: [
      { value: 'Lark', count: 2 },
      { value: 'Kite', count: 1 },
    ],
    size: [{ value: '1.7 L', count: 1 }],
    inStock: 1,
  });
});

test('counts what each filter leaves', () => {
  const { price, shop } = facetsOf(tried(KETTLES, { inStock: true }));
  for (const { fromCents, toCents, count } of price) {
    expect(found({ inStock: true, minCents: fromCents, maxCents: toCents })).toHaveLength(count);
  }
  for (const { value, count } of shop)
    expect(found({ inStock: true, shops: [value] })).toHaveLength(count);
  expect(price.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(2);
});

test('counts sizes of the requested thing alone, if any product is that thing', () => {
  const machine = product('machine', [offer('Kite', 100)], { isTheThing: true, sizes: ['1.7 L'] });
  const pot = product('pot', [offer('Kite', 30)], { isTheThing: false, sizes: ['3 Cup'] });
  const sizesOf = (goods: MatchedProduct[]) =>
    facetsOf(tried(goods)).size.map(({ value }) => value);
  expect(sizesOf([machine, pot])).toEqual(['1.7 L']);
  expect(sizesOf([pot])).toEqual(['3 Cup']);
  const packs = [['Size 4', '90 pack'], ['Size 4', '100 pack'], ['8 pack']].map((sizes, nth) =>
    product(`nappies ${nth}`, [offer('Kite', 10)], { sizes }),
  );
  expect(sizesOf(packs), 'by unit and amount').toEqual(['8 pack', '90 pack', '100 pack', 'Size 4']);
});

test('counts nothing without products', () => {
  expect(facetsOf(tried([]))).toEqual({
    category: [],
    brand: [],
    shop: [],
    size: [],
    specs: [],
    price: [],
    soldOut: 0,
    inStock: 0,
  });
});

test('sorts by score or trust of the cheapest offer that can be bought', () => {
  const named = (id: string, score: number | null) =>
    product(id, [
      offer('Kite', 10, { score, trust: score ?? 0 }),
      offer('Lark', 20, { score: 9, trust: 9 }),
    ]);
  const goods = [named('none', null), named('low', 4), named('high', 8)];
  for (const order of ['score', 'trust'] as const) {
    const arranged = arrange(tried(goods), order);
    expect(arranged.map(({ productId }) => productId)).toEqual(['high', 'low', 'none']);
  }
});

test('by score, the requested kind comes first, each model as the variant that matches best', () => {
  const one = { familyKeys: ['title:acme one'] };
  const goods = [
    product('jug', [offer('Kite', 10, { score: 94 })], { isTheThing: false }),
    product('machine', [offer('Kite', 10, { score: 70 })], { points: 9 }),
    product('cheap variant', [offer('Kite', 10, { score: 80 })], one),
    product('scored variant', [offer('Kite', 20, { score: 90 })], one),
  ];
  const ids = arrange(tried(goods), 'score', familiesOf(goods)).map(({ productId }) => productId);
  expect(ids).toEqual(['cheap variant', 'machine', 'jug']);
});

test('pools the rating of a product over shops, weighted by number of ratings', () => {
  const rated = (average: number, count: number) => ({ rating: { average, count } });
  const goods = [
    product('good', [offer('Kite', 10, rated(4.6, 300)), offer('Lark', 10, rated(2, 3))]),
    product('poor', [offer('Kite', 10, rated(3.9, 300)), offer('Lark', 10, rated(5, 3))]),
    product('unrated', [offer('Kite', 10)]),
  ];
  const passed = tried(goods, { minRating: 4.5 });
  expect(passed.map(({ product: { productId } }) => productId)).toEqual(['good']);
});

test('every order sorts the matches, then the similar ones', () => {
  const one = { familyKeys: ['title:acme one'] };
  const named = (id: string, dollars: number, own: Partial<MatchedProduct> = {}) =>
    product(id, [offer('Kite', dollars, { score: dollars })], own);
  const goods = [
    named('best', 30, { points: 20 }),
    named('weak', 10, { points: 5 }),
    named('plain', 20, { points: 12 }),
    named('near', 2, { points: 30, isSimilar: true }),
    named('nearer', 1, { points: 1, isSimilar: true }),
    named('black', 40, one),
    named('blue', 3, { ...one, isSimilar: true }),
  ];
  const ids = (order: Order) =>
    arrange(tried(goods), order, familiesOf(goods)).map(({ productId }) => productId);
  expect(ids('relevance')).toEqual(['best', 'plain', 'black', 'weak', 'near', 'nearer']);
  expect(ids('cheapest')).toEqual(['weak', 'plain', 'best', 'black', 'nearer', 'near']);
  expect(ids('score')).toEqual(['black', 'best', 'plain', 'weak', 'near', 'nearer']);
});
