import { expect, test } from 'vitest';
import { saleRankText, saleWeekText } from './sale-week.ts';

const tenFalls = [5, 6, 8, 10, 12, 15, 20, 25, 30, 40].map((percent) => percent / 100);

test('a sale week has most of a category below its usual price', () => {
  const sales = { judged: 12, falls: tenFalls };
  expect(saleWeekText(sales, 'headphones')).toBe(
    'Sale week: 83% of headphones are below their usual price.',
  );
  expect(saleWeekText({ judged: 20, falls: tenFalls }, 'headphones')).toBeNull();
  expect(saleWeekText({ judged: 9, falls: tenFalls.slice(1) }, 'headphones')).toBeNull();
});

test('in a sale week a drop is ranked among its kind', () => {
  const sales = { judged: 12, falls: tenFalls };
  expect(saleRankText(sales, 0.3)).toBe('larger than 8 in 10 of its kind');
  expect(saleRankText(sales, 0.05)).toBeNull();
  expect(saleRankText({ judged: 30, falls: tenFalls }, 0.3)).toBeNull();
});
