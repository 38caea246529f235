import { expect, test } from 'vitest';
import type { ShrunkProduct } from '#site/api/responses/shrink-watch.ts';
import { drawnOf } from '../../../tests/support/draw.ts';
import { ShrunkList } from './ShrunkList.tsx';

const at = '2026-11-01T00:00:00.000Z';
const shop = (before: number, after: number) => ({
  offerId: 'offer',
  shop: 'Kite',
  path: '/retailers/kite',
  url: 'https://kite.test/',
  before: { price: before, unitPrice: null },
  after: { price: after, unitPrice: null },
  unitPricePercent: 33.3,
  lastSeenAt: at,
  readAt: at,
});

const packs = (count: number, after = 4): ShrunkProduct[] =>
  Array.from({ length: count }, (_, nth) => ({
    productId: `${nth}`,
    name: `Chips ${nth + 1}`,
    path: `/products/chips-${nth + 1}`,
    category: null,
    imageUrl: '',
    before: '200 g',
    after: '150 g',
    shrunkPercent: 25,
    unitPricePercent: 33.3,
    lastSeenAt: at,
    shops: [shop(4, after)],
    isDemo: false,
  }));

const pageOf = (products: ShrunkProduct[]) => drawnOf(ShrunkList, { products });

test('twelve packs stand open, the others are folded in the same page and count on', () => {
  const page = pageOf(packs(14));
  expect(page('h2').length).toBe(14);
  const folded = page('.shrunk > details');
  expect(folded.children('summary').text()).toBe('2 more packs');
  expect(folded.find('h2').text()).toBe('Chips 13Chips 14');
  expect(folded.children('ol').attr('start')).toBe('13');
  expect(pageOf(packs(12))('.shrunk > details').length).toBe(0);
});

test.each([
  [4, '33% more for the same amount: $4.00 before and now at Kite'],
  [4.2, '33% more for the same amount: $4.00 before, $4.20 now at Kite'],
])('a price of $4.00 that is now %d reads %s', (after, text) => {
  expect(pageOf(packs(1, after))('p.small').first().text()).toBe(text);
});
