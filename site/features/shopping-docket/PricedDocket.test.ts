import { describe, expect, test } from 'vitest';
import type { PricedDocket as Priced } from '#site/api/responses/docket.ts';
import { htmlOf } from '../../../tests/support/draw.ts';
import { PricedDocket } from './PricedDocket.tsx';
import { readSettings } from './settings.ts';

const FEWER = 'the total is for fewer items';
const line = { text: 'milk', query: 'milk', pricedAs: null, size: null, shops: 2 };
const shop = (slug: string, lacking: number[]) => ({
  slug,
  name: slug,
  total: 9,
  isFrom: false,
  lacking,
});
const plan = { shops: [], goods: 4, trips: 5, total: 9, isFrom: false, lacking: [] };
/** A priced docket with what `own` changes, as it is drawn for the settings of `query`. */
const drawn = (own: object, query = '') =>
  htmlOf(PricedDocket, {
    docket: {
      ...{ lines: [line], plan, bySize: [], singles: [], unknownDelivery: [] },
      ...{ saving: null, refused: [], isDemo: false, ...own },
    } as Priced,
    settings: readSettings(new URLSearchParams(query)),
    pricedAt: 'now',
  });
const soldAt = (...singles: ReturnType<typeof shop>[]) => drawn({ singles });

test('mentions totals for fewer items only if a shop lacks one', () => {
  expect(soldAt(shop('emu', []), shop('kite', [0]))).toContain(FEWER);
  expect(soldAt(shop('emu', []), shop('kite', []))).not.toContain(FEWER);
});

test.each([
  [1, 'the one item with a price'],
  [2, 'both items'],
  [3, 'all 3 items'],
])('a shop that has all of %i lines has %s', (items, words) => {
  const lines = Array.from({ length: items }, () => line);
  expect(drawn({ lines, singles: [shop('emu', [])] })).toContain(`1 shop has ${words}.`);
});

test('an item says what it is priced as where nothing matches the line', () => {
  const pick = {
    line: 0,
    productId: 'p',
    name: 'Milk 1L',
    path: '/',
    url: '/',
    packs: 1,
    price: 2,
  };
  const bought = { slug: 'emu', name: 'Emu', goods: 2, picks: [{ ...pick, cost: 2 }] };
  const lines = [{ ...line, text: 'organic milk', pricedAs: 'milk' }];
  const html = drawn({ lines, plan: { ...plan, shops: [bought] } });
  expect(html).toContain('organic milk · nothing matches; priced as milk');
});

test('a saving of less than two dollars has no stamp', () => {
  const saving = { kept: 0.12, comparedWith: { name: 'Kite' }, theirs: 9.12, ours: 9, lines: 1 };
  const withSaving = (kept: number) => drawn({ saving: { ...saving, kept } });
  expect(withSaving(0.12)).not.toContain('You keep');
  expect(withSaving(0.12)).toContain('Kite charges $9.12');
  expect(withSaving(2)).toContain('You keep $2.00');
});

describe('delivered', () => {
  const delivered = (own: object) => drawn({ plan: null, ...own }, 'by=delivery&postcode=3000');
  const emu = {
    slug: 'emu',
    name: 'Emu',
    goods: 4,
    delivery: { cost: 9, isFrom: true },
    picks: [],
  };

  test('names the delivery of each shop in place of trips, and what it may be at least', () => {
    const total = { total: 13, isFrom: true };
    const html = delivered({
      plan: { ...plan, ...total, shops: [emu] },
      bySize: [{ shops: [{ slug: 'emu', name: 'Emu' }], ...total, lacking: [] }],
    });
    expect(html).toContain('Delivered to 3000');
    expect(html).toContain('from $9.00');
    expect(html.match(/from \$13\.00/g)).toHaveLength(2);
    expect(html).toContain('Totals include delivery.');
    expect(html).not.toMatch(/\btrips?\b/);
  });

  test('says which shops are left out, as their delivery is not known', () => {
    const unknownDelivery = [{ slug: 'kite', name: 'Kite', goods: 3, lacking: [] }];
    const html = delivered({ unknownDelivery });
    expect(html).toContain('what they charge for delivery is not known');
    expect(html).toContain('$3.00');
    expect(html).not.toContain('None of the shops');
    expect(drawn({ plan: null })).toContain('None of the shops');
  });
});
