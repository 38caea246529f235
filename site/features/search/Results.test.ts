import { expect, test } from 'vitest';
import type { RankedProduct } from '#site/api/responses/search-product.ts';
import type { SearchAnswer } from '#site/api/routes/search.ts';
import { DEFAULT_VIEW } from '#site/client/search-view.ts';
import { htmlOf } from '../../../tests/support/draw.ts';
import { Results } from './Results.tsx';

const kettle = {
  _id: 'kettle',
  productId: 'kettle',
  productName: 'Kettle',
  productPath: '/products/kettle',
  offerId: 'offer',
  currentPrice: 49,
  imageUrl: '',
  productUrl: 'https://shop.test/',
  originalPrice: null,
  category: 'Kitchen',
  availability: 'in_stock',
  rating: { average: 0, count: 0 },
  retailer: { name: 'Pademelon', trustScore: 8 },
  aiScore: { overall: 9, by: 'rules' },
  canBuy: true,
  isTheThing: true,
  isSimilar: false,
  offersOfProduct: 1,
  shopsOfProduct: 1,
  shopsSelling: 1,
  variantsOfProduct: 1,
  history: [],
} as unknown as RankedProduct;

const answer = {
  products: [kettle],
  total: 25,
  similar: 0,
  page: 2,
  pages: 2,
  order: 'score',
  facets: {
    category: [],
    brand: [],
    shop: [],
    size: [],
    specs: [],
    price: [],
    soldOut: 0,
    inStock: 1,
  },
  summary: {
    products: 24,
    prices: 60,
    best: { name: 'Kettle', path: '/products/kettle', price: 49, retailer: 'Pademelon' },
    average: 60,
    highest: 80,
    saving: null,
  },
  understood: { parts: [], correctedTo: null },
  related: [],
  crawling: null,
} as unknown as SearchAnswer;

const results = (
  firstPage: number,
  products: RankedProduct[] = [kettle],
  similar = 0,
  correctedTo: string | null = null,
  order: SearchAnswer['order'] = 'score',
) => {
  const view = { ...DEFAULT_VIEW, page: 2 };
  const ignore = () => undefined;
  const search = { query: 'kettle', view, onView: ignore, onSearch: ignore };
  const props = {
    search,
    answer: { ...answer, order, products, similar, understood: { parts: [], correctedTo } },
    firstPage,
    isBusy: false,
    nowMs: 0,
    onMore: ignore,
  };
  return htmlOf(Results, props);
};

test('the first product of a later page is no top pick, because better matches come before it', () => {
  expect(results(1)).toContain('Top pick');
  expect(results(2)).not.toContain('Top pick');
});

test('the pick and the chosen order are those of the answer, which a query for cheap goods sets', () => {
  expect(results(1)).toMatch(/aria-current="true"[^>]*>AI score<.*Best AI score\./s);
  const cheapest = results(1, [kettle], 0, null, 'cheapest');
  expect(cheapest).toContain('Lowest price.');
  expect(cheapest).not.toContain('Best AI score.');
  expect(cheapest).toMatch(/aria-current="true"[^>]*>Cheapest</);
});

test('the pick and the figures are of products that match all of the query', () => {
  const similar = { ...kettle, _id: 'pot', productId: 'pot', currentPrice: 9, isSimilar: true };
  const page = results(1, [{ ...kettle, canBuy: false, availability: 'out_of_stock' }, similar], 1);
  expect(page).toContain('24 products for “kettle” and 1 similar');
  expect(page).not.toContain('Top pick');
});

test('products are counted for the query that they match, not for one that none matches', () => {
  const page = results(1, [kettle], 6, 'jug');
  expect(page).toContain('19 products for “jug” and 6 similar');
  expect(page).toContain('Nothing matches “kettle” as typed.');
  expect(page).not.toContain('for “kettle”');
});

test('every page counts the same products that match only part of the query', () => {
  expect(results(1, [kettle], 6)).toContain('19 products for “kettle” and 6 similar');
});

test('one product has no Quick Compare, as there is nothing to compare it with', () => {
  const pot = { ...kettle, _id: 'pot', productId: 'pot' };
  expect(results(1)).not.toContain('Quick Compare');
  expect(results(1, [kettle, { ...pot, isSimilar: true }])).not.toContain('Quick Compare');
  expect(results(1, [kettle, pot])).toContain('Quick Compare');
});

test('a heading parts products that match only part of the query from the others', () => {
  const similar = { ...kettle, _id: 'pot', productId: 'pot', productName: 'Pot', isSimilar: true };
  expect(results(1)).not.toContain('Similar products');
  const [before = '', after = ''] = results(1, [kettle, similar]).split('Similar products');
  expect(before).toContain('data-product="kettle"');
  expect(after).not.toContain('data-product="kettle"');
  expect(after).toContain('/products/kettle');
});
