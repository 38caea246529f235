import { expect, test } from 'vitest';
import { recommendationScoreBand, searchScoreBand, trustBand } from './score-band.ts';

test.each([
  [8, 'Excellent', 'green'],
  [7.99, 'Good', 'yellow'],
  [6, 'Good', 'yellow'],
  [5.99, 'Fair', 'red'],
])('a search score of %d is %s', (score, label, colour) => {
  expect(searchScoreBand(score)).toEqual({ label, colour });
});

test.each([
  [80, 'green'],
  [79.9, 'blue'],
  [60, 'blue'],
  [59.9, 'yellow'],
  [40, 'yellow'],
  [39.9, 'grey'],
])('a recommendation score of %d is %s', (score, colour) => {
  expect(recommendationScoreBand(score)).toBe(colour);
});

test.each([
  [8, 'green'],
  [7.9, 'yellow'],
  [6, 'yellow'],
  [5.9, 'red'],
])('a trust score of %d is %s', (score, colour) => expect(trustBand(score)).toBe(colour));
