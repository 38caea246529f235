import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '../money.ts';
import { parsePackSize } from './pack-size.ts';
import {
  comparedUnitPrice,
  parseUnitPrice,
  unitPriceOf,
  unitPriceOfOffer,
  unitPriceRank,
} from './unit-price.ts';

test.each([
  ['$2.62 / 100G', '2.62', 100, 'g'],
  ['($11.96 per 1 kg)', '11.96', 1, 'kg'],
  ['$1.70/ 1kg', '1.70', 1, 'kg'],
  ['$10.00 per 1l', '10.00', 1, 'L'],
  ['$1.47 per 100ml', '1.47', 100, 'mL'],
  ['50c per 100g', '0.50', 100, 'g'],
  ['$1.13 / 1EA', '1.13', 1, 'each'],
  ['$3.50 ea', '3.50', 1, 'each'],
  ['$1.13 per 100gWas $2.60 on Oct 2024', '1.13', 100, 'g'],
  ['Now $4.00 $1.37 per 100g | Was $3.85', '1.37', 100, 'g'],
  ['182.9c / L', '1.829', 1, 'L'],
  ['$4.50 each $1.29 per 100g', '1.29', 100, 'g'],
  ['$6.70 ea. Unit price $13.40 per Kg', '13.40', 1, 'kg'],
  ['Price per 100g: $2.35', '2.35', 100, 'g'],
  ['$2.99ea', '2.99', 1, 'each'],
  ['$3.90 kg', '3.90', 1, 'kg'],
  ['$0.31/100SS', '0.31', 100, 'each'],
])('%s', (text, price, quantity, unit) => {
  expect(parseUnitPrice(text)).toEqual({ price, quantity, unit });
});

test.each([
  '$2.62',
  '100g',
  '$34.90/m²',
  '$34.90 per m2',
  '$0.00 per 100g',
  '$5 per 0kg',
  '$15.99 per 6 pack',
  'save 50%',
  '',
])('%j states none', (text) => {
  expect(parseUnitPrice(text)).toBeNull();
});

test('packs are compared per 100 g, per litre, per each', () => {
  expect(unitPriceOf(cents(250), parsePackSize('250mL'))).toEqual({
    price: '10.00',
    quantity: 1,
    unit: 'L',
  });
  expect(unitPriceOf(cents(620), parsePackSize('400g'))).toEqual({
    price: '1.55',
    quantity: 100,
    unit: 'g',
  });
  expect(unitPriceOf(cents(200), parsePackSize('80 wipes'))).toEqual({
    price: '0.0250',
    quantity: 1,
    unit: 'each',
  });
  expect(unitPriceOf(cents(200), null)).toBeNull();
  expect(unitPriceOf(cents(205), parsePackSize('2L'))?.price, 'half a cent up').toBe('1.03');
});

test('converts a stated unit price to the comparison measure', () => {
  const compared = (text: string) => {
    const stated = parseUnitPrice(text);
    return stated && comparedUnitPrice(stated);
  };
  const ofPack = unitPriceOf(cents(15_700), parsePackSize('20kg'));
  expect(compared('$7.85 per kg')).toEqual(ofPack);
  expect(ofPack).toEqual({ price: '0.79', quantity: 100, unit: 'g' });
  expect(compared('$1.20 per 100mL')).toEqual({ price: '12.00', quantity: 1, unit: 'L' });
  expect(compared('$0.22 / 100SS')).toEqual({ price: '0.0022', quantity: 1, unit: 'each' });
  expect(comparedUnitPrice({ price: '2.00', quantity: 1, unit: 'furlong' })).toBeNull();
});

test('a stated unit price that was rounded for a smaller measure gives way to the exact one', () => {
  const shown = (name: string, priceCents: number, stated: string) => {
    const unitPrice = parseUnitPrice(stated);
    return unitPrice && unitPriceOfOffer(unitPrice, cents(priceCents), parsePackSize(name))?.price;
  };
  expect(shown('Bleach 750mL', 379, '$0.51 per 100mL')).toBe('5.05');
  expect(shown('Bleach', 379, '$0.51 per 100mL')).toBe('5.10');
  // The shop means another price or pack: its word stands.
  expect(shown('Bleach 750mL', 379, '$0.60 per 100mL')).toBe('6.00');
});

test('a pack price divided out is never negative, infinite or NaN', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.integer({ min: 1, max: 100_000 }),
      (price, grams) => {
        const unitPrice = unitPriceOf(cents(price), parsePackSize(`${grams}g`));
        if (unitPrice) expect(unitPrice.price).toMatch(/^\d+\.\d+$/);
      },
    ),
  );
});

test('ranks by the most frequent measure; offers without a unit price come last', () => {
  const offer = (name: string, price?: string, quantity = 100, unit = 'g') => ({
    name,
    unitPrice: price ? { price, quantity, unit } : null,
  });
  const offers = [
    offer('silent'),
    offer('by the litre', '0.01', 1, 'L'),
    offer('dear', '2.00'),
    offer('cheap', '9.00', 1, 'kg'),
    offer('middle', '1.10'),
  ];
  const rank = unitPriceRank(offers);
  const names = offers.toSorted((a, b) => rank(a) - rank(b)).map(({ name }) => name);
  expect(names).toEqual(['cheap', 'middle', 'dear', 'silent', 'by the litre']);
});
