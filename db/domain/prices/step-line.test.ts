import { expect, test } from 'vitest';
import { stepLine } from './step-line.ts';

test('prices hold until the next; the extremes and the last price are labelled', () => {
  const points = [
    { atMs: 0, price: 20 },
    { atMs: 50, price: 10 },
    { atMs: 75, price: 30 },
    { atMs: 100, price: 30 },
  ];
  expect(stepLine(points, 0, 100)).toEqual({
    treads: 'M0 50H500M500 100H750M750 0H1000M1000 0',
    rises: 'M500 50V100M750 100V0M1000 0V0',
    low: { x: 50, y: 100, price: 10 },
    high: { x: 75, y: 0, price: 30 },
    last: { x: 100, y: 0, price: 30 },
  });
});

test('draws a constant price in the middle; a single point makes no line', () => {
  const flat = [
    { atMs: 10, price: 5 },
    { atMs: 20, price: 5 },
  ];
  expect(stepLine(flat, 0, 20)?.treads).toBe('M500 50H1000M1000 50');
  expect(stepLine(flat.slice(1), 0, 20)).toBeNull();
  expect(stepLine([], 0, 20)).toBeNull();
});
