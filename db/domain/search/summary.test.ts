import { expect, test } from 'vitest';
import { matchedOffer, matchedProduct } from '../../../tests/support/matched-products.ts';
import { cents } from '../money.ts';
import { familiesOf } from './families.ts';
import { type MatchedOffer, type MatchedProduct, tryFilters } from './filter-products.ts';
import { summaryOf } from './summary.ts';

const offer = (dollars: number, own: Partial<MatchedOffer> = {}) =>
  matchedOffer(dollars, { score: 50, ...own });
const product = (id: string, offers: MatchedOffer[], own: Partial<MatchedProduct> = {}) =>
  matchedProduct(id, offers, { head: 'milk', ...own });

function summary(products: MatchedProduct[], limits: { maxCents?: number } = {}) {
  const families = familiesOf(products);
  const maxCents = limits.maxCents === undefined ? null : cents(limits.maxCents);
  const stated = { minCents: null, isOnSale: false, maxCents };
  return summaryOf(tryFilters(products, { limits: stated, filters: {} }, families), families);
}

test('is of the prices that can be paid, of every product', () => {
  const gone = offer(1, { canBuy: false, inStock: false });
  const found = summary([
    product('a', [offer(4), offer(6), gone]),
    product('b', [offer(2, { shop: 'Lark' })]),
  ]);
  expect(found).toEqual({
    products: 2,
    prices: 3,
    best: { productId: 'b', shop: 'Lark', priceCents: 200 },
    averageCents: 400,
    highestCents: 600,
    saving: { cents: 200, productId: null },
  });
  expect(summary([product('a', [gone])])).toMatchObject({
    ...{ products: 1, prices: 1, best: null, averageCents: 100, saving: null },
  });
});

test('an average keeps to the limit of the query', () => {
  const { averageCents, highestCents } = summary(
    [product('a', [offer(4), offer(40)]), product('b', [offer(8)])],
    { maxCents: 1_000 },
  );
  expect([averageCents, highestCents]).toEqual([600, 800]);
});

test.each([
  ['of one size', ['2 L'], ['2 L'], {}, null],
  ['of one and two litres', ['1 L'], ['2 L'], {}, null],
  ['of one and three litres', ['1 L'], ['3 L'], {}, 'b'],
  ['with and without a size', ['2 L'], null, {}, 'b'],
  ['in packs of one size', ['6 x 375 mL'], ['2.25 L'], {}, null],
  ['of another type', null, null, { head: 'yoghurt', isTheThing: false }, 'a'],
  ['of two names of the thing', null, null, { head: 'dairy' }, null],
])('compares goods %s', (_what, sizes, others, own, productId) => {
  const { saving } = summary([
    product('a', [offer(4), offer(9)], { sizes }),
    product('b', [offer(6, { score: 90 }), offer(8)], { sizes: others, ...own }),
  ]);
  expect(saving?.productId).toBe(productId);
});
