import { expect, it } from 'vitest';
import { freshnessText } from './freshness.ts';

it.each([
  [0, '24 hours ago'],
  [8, '16 hours ago'],
  [9, 'just now'],
  [21, 'just now'],
  [22, '2 hours ago'],
  [23, '1 hours ago'],
])('at hour %i says %s', (hour, text) => {
  expect(freshnessText(hour)).toBe(text);
});
