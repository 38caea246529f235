import { expect, test } from 'vitest';
import { newFeatures, rangeWords, reasonWithoutPrice } from './pick-words.ts';

const pick = (reason: string, price?: number) => {
  const shown = { path: '/products/x', imageUrl: '', retailer: 'Wattle Home', aiScore: 8 };
  const product = price === undefined ? {} : { product: { ...shown, price } };
  return reasonWithoutPrice({ name: 'X', keyFeatures: [], userSentiment: '', reason, ...product });
};

test('drops the leading price from the reason', () => {
  const reason = '$1,549.00 at Wattle Home, the lowest of 3 shops.';
  expect(pick(reason, 1549)).toBe('At Wattle Home, the lowest of 3 shops.');
  expect(pick(reason, 1599)).toBe(reason);
  expect(pick(reason)).toBe(reason);
  expect(pick('Heats in three seconds.', 1549)).toBe('Heats in three seconds.');
});

test('drops key features that repeat the name or reason', () => {
  const told = (...keyFeatures: string[]) =>
    newFeatures({ name: 'Acer Aspire 3 Laptop', keyFeatures, userSentiment: '', reason: '' });
  expect(told('Brand: Acer', 'Sold by 6 shops we read')).toEqual([]);
  expect(told('Brand: Mem Fox', 'Screen: 15.6 inch')).toEqual([
    'Brand: Mem Fox',
    'Screen: 15.6 inch',
  ]);
});

test('writes a single price instead of an empty range', () => {
  expect(rangeWords({ min: 40.95, max: 40.95 })).toEqual(['What it costs', '$40.95']);
  expect(rangeWords({ min: 249, max: 899 })[1]).toBe('$249.00 – $899.00');
});
