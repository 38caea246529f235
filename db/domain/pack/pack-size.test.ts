import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePackSize } from './pack-size.ts';

test.each([
  ['6 x 375mL', 6, 375, 'mL'],
  ['Soft Drink Cans 375mL x 24 Pack', 24, 375, 'mL'],
  ['Lager 330mL 6 Pack', 6, 330, 'mL'],
  ['Long Life Milk 6 pack 1.2l', 6, 200, 'mL'],
  ['Soft Drink 1.25L', 1, 1250, 'mL'],
  ['Oats 1.4kg', 1, 1400, 'g'],
  ['Batteries 2pk', 2, 1, 'each'],
  ['Cola 4 x 6 x 375mL', 4, 6, 'each'],
  ['Baby 48 wipes', 48, 1, 'each'],
  ['7 in 1 Capsules Laundry Detergent 56 pack', 56, 1, 'each'],
  ['Finish 2 x 50 tablets', 2, 50, 'each'],
  ['per 100g', 1, 100, 'g'],
  ['Bananas per kg', 1, 1000, 'g'],
  ['Twin pack', 2, 1, 'each'],
  ['Fish oil 1000mg 400 capsules', 400, 1, 'each'],
  ['Baking Paper Roll 15m', 1, 15, 'm'],
  ['Multix Alfoil 60 m', 1, 60, 'm'],
  ['Glad Clingwrap 60m', 1, 60, 'm'],
  ['Flea Treatment 6 Pack - Cats over 4kg', 6, 1, 'each'],
  ['Worming Tablets Dogs to 10 kg 4 pack', 4, 1, 'each'],
  ['Spot-On Large Cat 4kg+ 3 Pack', 3, 1, 'each'],
  ['Spot-On Dog 4.1 - 10kg Blue 6 Pack', 6, 1, 'each'],
  ['Chews Dogs 10kg - 25kg 6 Pack', 6, 1, 'each'],
  ['Combo Washer Dryer 9kg-5kg', 1, 9000, 'g'],
  ['Chews Dogs 10.1kg - 25kg 6 Pack', 6, 1, 'each'],
  ['Basmati Rice 5kg + 1kg Free', 1, 5000, 'g'],
  ['Laundry Powder 5kg + Free Scoop', 1, 5000, 'g'],
  ['Wipes 4 Packs of 70', 4, 70, 'each'],
] as const)('%s', (name, count, size, unit) => {
  expect(parsePackSize(name)).toEqual({ count, size, unit, total: count * size });
});

test.each([
  'iPhone 15',
  'Samsung 256GB',
  'TV 55 inch 139cm',
  'Rug 200 x 300cm',
  'Nike Air Max 90',
  'Yoga Slim 7x 14.5" Laptop',
  'Yoga Slim 7x 14" Laptop',
  'Drill Driver 2 x 5.0Ah Kit',
  'Coffee Maker 12 Cup Black',
  '4 Slice Toaster',
  '15 Bar Espresso Machine',
  'Binoculars 10x42',
  '0g',
  '',
])('%j states no pack', (name) => expect(parsePackSize(name)).toBeNull());

test('a count before the size of one drink counts drinks', () => {
  expect(parsePackSize('Choc Ice 6 Pack 250ml')).toMatchObject({
    count: 6,
    size: 250,
    total: 1500,
  });
  expect(parsePackSize('Full Cream Milk 6 pack 1.2L')).toMatchObject({
    count: 6,
    size: 200,
    total: 1200,
  });
});

test('the printed weight of an egg carton is its total, before or after the count', () => {
  const carton = { count: 12, unit: 'g', total: 700 };
  expect(parsePackSize('Free Range Eggs 700g 12 Pack')).toMatchObject(carton);
  expect(parsePackSize('12 Pack Free Range Eggs 700g')).toMatchObject(carton);
  expect(parsePackSize('Creme Egg 40g 5 pack')).toMatchObject({ count: 5, total: 200 });
});

test('for any name, a pack is finite and positive', () => {
  const piece = fc.oneof(
    fc.constantFrom(' x ', 'kg', 'mL', ' pack ', 'g', '.', ','),
    fc.nat().map(String),
  );
  const name = fc.oneof(
    fc.array(piece).map((parts) => parts.join('')),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(name, (text) => {
      const pack = parsePackSize(text);
      if (!pack) return;
      expect(pack.count > 0 && pack.size > 0 && pack.total > 0 && Number.isFinite(pack.total)).toBe(
        true,
      );
    }),
    { numRuns: 1_000 },
  );
});
