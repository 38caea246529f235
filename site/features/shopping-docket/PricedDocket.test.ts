import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PricedDocket } from './PricedDocket.tsx';
import { readSettings } from './settings.ts';

const FEWER = 'the total is for fewer items';
const line = { text: 'milk', query: 'milk', size: null, shops: 2 };
const shop = (slug: string, lacking: number[]) => ({ slug, name: slug, total: 9, lacking });
const plan = { shops: [], goods: 4, trips: 5, total: 9, lacking: [] };
const docketOf = (items: number, ...singles: ReturnType<typeof shop>[]) =>
  renderToStaticMarkup(
    createElement(PricedDocket, {
      docket: {
        lines: Array.from({ length: items }, () => line),
        plan,
        bySize: [],
        singles,
        saving: null,
        refused: [],
        isDemo: false,
      },
      settings: readSettings(new URLSearchParams()),
      pricedAt: 'now',
    }),
  );

const docket = (...singles: ReturnType<typeof shop>[]) => docketOf(1, ...singles);

test('mentions totals for fewer items only if a shop lacks one', () => {
  expect(docket(shop('emu', []), shop('kite', [0]))).toContain(FEWER);
  expect(docket(shop('emu', []), shop('kite', []))).not.toContain(FEWER);
});

test.each([
  [1, 'the one item with a price'],
  [2, 'both items'],
  [3, 'all 3 items'],
])('a shop that has all of %i lines has %s', (items, words) => {
  expect(docketOf(items, shop('emu', []))).toContain(`1 shop has ${words}.`);
});
