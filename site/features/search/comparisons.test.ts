import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { BuyWord } from '#domain/prices/buy-verdict.ts';
import { DEFAULT_VIEW } from '#site/client/search-view.ts';
import { QuickCompare, SummaryTiles } from './comparisons.tsx';
import type { Docket } from './dockets.ts';

const best = {
  path: '/products/tin',
  best: { currentPrice: 1.79, retailer: { name: 'Bilby Pets' } },
} as Docket;
const tiles = (products: number, total: number, { offers = 96, isCheaperElse = false } = {}) =>
  renderToStaticMarkup(
    createElement(SummaryTiles, {
      search: {
        query: 'dog food',
        view: DEFAULT_VIEW,
        onView: () => undefined,
        onSearch: () => undefined,
      },
      summary: { count: 96, best: null, bestPrice: 1.79, averagePrice: 70.5, maxSaving: 68.7 },
      best,
      products,
      offers,
      total,
      isCheaperElse,
    }),
  );

test('the best price names the number of products compared when more pages follow', () => {
  expect(tiles(24, 53)).toContain('Bilby Pets, of these 24<');
  expect(tiles(24, 24)).toContain('Bilby Pets<');
});

test('the number of prices says when shops ask more elsewhere, and claims no present moment', () => {
  expect(tiles(24, 53, { offers: 140 })).toContain('the lowest for 24 products<');
  expect(tiles(24, 24)).toContain('>for 24 products<');
});

test('the best price says when something of another kind costs less', () => {
  expect(tiles(24, 24, { isCheaperElse: true })).toContain('Bilby Pets, other kinds aside<');
});

describe('Quick Compare', () => {
  const docket = (id: string, isTheThing: boolean, overall: number, word: BuyWord = 'fair') =>
    ({
      id,
      name: id,
      path: `/products/${id}`,
      best: {
        isTheThing,
        currentPrice: 1,
        retailer: { name: 'Bilby Pets' },
        aiScore: { overall, by: 'rules' },
        buyVerdict: { word, text: '' },
      },
    }) as Docket;
  const tableOf = (...dockets: Docket[]) =>
    renderToStaticMarkup(createElement(QuickCompare, { dockets }));

  test('shows the requested kind before other kinds with a better score', () => {
    const table = tableOf(docket('jug', false, 9.4), docket('machine', true, 8));
    expect(table.indexOf('machine')).toBeLessThan(table.indexOf('jug'));
  });

  test('calls no product to wait for best, and is away where all are', () => {
    const dear = docket('dear', true, 5.9, 'wait');
    expect(tableOf(dear, docket('machine', true, 4))).not.toContain('dear');
    expect(tableOf(dear)).toBe('');
  });
});
