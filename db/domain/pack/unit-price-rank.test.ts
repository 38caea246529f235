import { expect, test } from 'vitest';
import { unitPriceRank } from './unit-price-rank.ts';

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
