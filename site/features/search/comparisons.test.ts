import { describe, expect, test } from 'vitest';
import type { BuyWord } from '#domain/prices/buy-verdict.ts';
import type { SearchAnswer } from '#site/api/routes/search.ts';
import { DEFAULT_VIEW } from '#site/client/search-view.ts';
import { htmlOf } from '../../../tests/support/draw.ts';
import { QuickCompare, SummaryTiles } from './comparisons.tsx';
import type { Docket } from './dockets.ts';

const link = { name: 'Tin', path: '/products/tin' };
const tiles = (saving: SearchAnswer['summary']['saving']) =>
  htmlOf(SummaryTiles, {
    search: {
      query: 'dog food',
      view: DEFAULT_VIEW,
      sort: 'aiScore',
      onView: () => undefined,
      onSearch: () => undefined,
    },
    summary: {
      products: 53,
      prices: 140,
      best: { ...link, price: 1.79, retailer: 'Bilby Pets' },
      average: 70.5,
      highest: 90,
      saving,
    },
  });

test('each figure names its basis', () => {
  const page = tiles({ amount: 68.71, of: null });
  expect(page).toContain('Bilby Pets<');
  expect(page).toContain('against the average of these results');
  expect(page).toContain('for 53 products<');
});

test('between goods that cannot be compared, the saving is between shops of one of them', () => {
  const page = tiles({ amount: 2.5, of: link });
  expect(page).toContain('$2.50');
  expect(page).toContain('between shops: Tin<');
  expect(page).not.toContain('against the average');
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
  const tableOf = (...dockets: Docket[]) => htmlOf(QuickCompare, { dockets });

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
