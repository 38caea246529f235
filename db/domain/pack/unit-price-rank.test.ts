import { expect, test } from 'vitest';
import { dollarsPerBaseUnit, unitPriceRank } from './unit-price-rank.ts';

test('unit prices in different units sort by the same measure', () => {
  const perKilo = dollarsPerBaseUnit({ price: '14.00', quantity: 1, unit: 'kg' });
  const per100g = dollarsPerBaseUnit({ price: '1.50', quantity: 100, unit: 'g' });
  expect(perKilo?.base).toBe('g');
  expect(perKilo?.dollars).toBeLessThan(per100g?.dollars ?? 0);
});

test('ranks by the measure that most offers state; what states none comes last', () => {
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
