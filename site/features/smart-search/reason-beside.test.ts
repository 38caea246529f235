import { expect, test } from 'vitest';
import { reasonBeside } from './reason-beside.ts';

const pick = (reason: string, price?: number) => {
  const shown = { path: '/products/x', imageUrl: '', retailer: 'Wattle Home' };
  const product = price === undefined ? {} : { product: { ...shown, price } };
  return reasonBeside({ name: 'X', keyFeatures: [], userSentiment: '', reason, ...product });
};

test('a price that stands large above its reason is not said again', () => {
  const reason = '$1,549.00 at Wattle Home, the lowest of 3 shops.';
  expect(pick(reason, 1549)).toBe('At Wattle Home, the lowest of 3 shops.');
  expect(pick(reason, 1599)).toBe(reason);
  expect(pick(reason)).toBe(reason);
  expect(pick('Heats in three seconds.', 1549)).toBe('Heats in three seconds.');
});
