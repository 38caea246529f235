import { expect, test } from 'vitest';
import { sparkLine } from './Sparkline.tsx';

test('steps from price to price up to today', () => {
  const line = sparkLine([
    [90, 20],
    [45, 10],
    [9, 15],
  ]);
  expect(line?.path).toBe('M4 4H60V20H104.8V12H116');
  expect(line).toMatchObject({ lowest: 10, highest: 20, today: 'between', days: 90 });
});

test('stretches a shorter history to the whole width', () => {
  const line = sparkLine([
    [20, 20],
    [10, 10],
  ]);
  expect(line?.path).toBe('M4 4H60V20H116');
});

test('describes today’s price against the history', () => {
  const today = (...prices: number[]) =>
    sparkLine(prices.map((price, index) => [60 - index * 10, price] as const))?.today;
  expect(today(20, 10)).toBe('lowest');
  expect(today(10, 20)).toBe('highest');
  expect(today(10)).toBe('unchanged');
});

test('draws nothing for a price first seen today', () => {
  expect(sparkLine([])).toBeNull();
  expect(sparkLine([[0, 20]])).toBeNull();
});
