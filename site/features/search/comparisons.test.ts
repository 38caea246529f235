import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DEFAULT_VIEW } from '#site/client/search-view.ts';
import { SummaryTiles } from './comparisons.tsx';
import type { Docket } from './dockets.ts';

const best = {
  path: '/products/tin',
  best: { currentPrice: 1.79, retailer: { name: 'Bilby Pets' } },
} as Docket;
const tiles = (products: number, total: number, { offers = 96, isLaterPage = false } = {}) =>
  renderToStaticMarkup(
    createElement(SummaryTiles, {
      search: { query: 'dog food', view: DEFAULT_VIEW, onView: () => undefined },
      summary: { count: 96, best: null, bestPrice: 1.79, averagePrice: 70.5, maxSaving: 68.7 },
      best,
      products,
      offers,
      total,
      isLaterPage,
    }),
  );

test('the best price names the number of products compared when more pages follow', () => {
  expect(tiles(24, 53)).toContain('Bilby Pets, of the first 24<');
  expect(tiles(24, 24)).toContain('Bilby Pets<');
});

test('a later page claims nothing of the first products', () => {
  expect(tiles(24, 53, { isLaterPage: true })).toContain('Bilby Pets, of these 24<');
});

test('the number of prices says when shops ask more elsewhere, and claims no present moment', () => {
  expect(tiles(24, 53, { offers: 140 })).toContain('the lowest of 24 products<');
  expect(tiles(24, 24)).toContain('>of 24 products<');
});
