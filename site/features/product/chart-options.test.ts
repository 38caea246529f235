import { expect, test } from 'vitest';
import { pointsToName } from './chart-options.ts';

const named = (...prices: number[]) =>
  pointsToName(prices).map(({ index, name }) => `${name} ${prices[index]}`);

test('names today, the low and the high', () => {
  expect(named(20, 10, 30, 15)).toEqual(['Today 15', 'Low 10', 'High 30']);
});

test.each([
  ['is the lowest', [20, 10, 30, 10], ['Today, the lowest 10', 'High 30']],
  ['is the highest', [20, 10, 20], ['Today, the highest 20', 'Low 10']],
  ['never moved', [20, 20], ['Today 20']],
  ['is not known', [], []],
])('prints no price twice when today %s', (_how, prices, expected) => {
  expect(named(...prices)).toEqual(expected);
});
