import { expect, test } from 'vitest';
import { categoryCeiling } from './plausible-price.ts';

test('each category has at most its ceiling, others none of their own', () => {
  expect(categoryCeiling('Dairy > Milk', 'Full Cream Milk 2L')).toBe(2_000_000);
  expect(categoryCeiling(null, 'Samsung 98" TV')).toBeNull();
  expect(categoryCeiling(null, 'Garden gnome')).toBeNull();
});
