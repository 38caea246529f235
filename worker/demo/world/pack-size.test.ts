import { expect, test } from 'vitest';
import { seasonAt } from './deals.ts';
import { parsePackSize, shelfUnitPrice } from './pack-size.ts';
import { pricePoint } from './price-clock.ts';

test('reads packs from the catalogue’s text', () => {
  expect(parsePackSize('6 x 375mL')).toEqual({ count: 6, amount: 375, unit: 'mL' });
  expect(parsePackSize('1.12kg')).toEqual({ count: 1, amount: 1.12, unit: 'kg' });
  expect(parsePackSize('88 nappies')).toEqual({ count: 88, amount: 1, unit: 'each' });
  expect(parsePackSize('128GB')).toBeNull();
  expect(parsePackSize('Queen')).toBeNull();
});

test('unit prices follow the Unit Pricing Code', () => {
  expect(shelfUnitPrice(1200, { count: 1, amount: 500, unit: 'g' })).toEqual({
    priceCents: 240,
    quantity: 100,
    unit: 'g',
  });
  expect(shelfUnitPrice(450, { count: 1, amount: 2, unit: 'L' })).toEqual({
    priceCents: 225,
    quantity: 1,
    unit: 'L',
  });
  expect(shelfUnitPrice(1700, { count: 10, amount: 375, unit: 'mL' })).toEqual({
    priceCents: 453,
    quantity: 1,
    unit: 'L',
  });
  expect(shelfUnitPrice(4600, { count: 88, amount: 1, unit: 'each' })).toEqual({
    priceCents: 52,
    quantity: 1,
    unit: 'each',
  });
});

test('applies each shop’s price ending', () => {
  expect(pricePoint(129_412, 'round')).toBe(129_900);
  expect(pricePoint(4_812, 'ninety-five')).toBe(4_795);
  expect(pricePoint(1_260, 'eighty-nine')).toBe(1_289);
  expect(pricePoint(453, 'grocery')).toBe(450);
  for (const ending of ['grocery', 'round', 'ninety-five', 'eighty-nine'] as const) {
    for (let amount = 1; amount < 20_000; amount += 7)
      expect(pricePoint(amount, ending)).toBeGreaterThan(0);
  }
});

test('sales follow the calendar', () => {
  const at = (iso: string) => seasonAt(Date.parse(iso))?.name;
  expect(at('2026-11-27T02:00:00Z')).toBe('Black Friday');
  expect(at('2025-11-28T02:00:00Z')).toBe('Black Friday');
  expect(at('2026-12-26T02:00:00Z')).toBe('Boxing Day');
  expect(at('2027-01-02T02:00:00Z')).toBe('Boxing Day');
  expect(at('2026-06-20T02:00:00Z')).toBe('EOFY Sale');
  expect(at('2026-10-20T02:00:00Z')).toBeUndefined();
});
