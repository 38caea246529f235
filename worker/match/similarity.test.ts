import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jaroWinkler } from './similarity.ts';
import { alignTokens, LIKELY_SPELLING } from './token-alignment.ts';

test('gives known values', () => {
  expect(jaroWinkler('martha', 'marhta')).toBeCloseTo(0.961, 3);
  expect(jaroWinkler('dixon', 'dicksonx')).toBeCloseTo(0.813, 3);
});

test('is symmetric and stays within 0 and 1', () => {
  const word = fc.string({ maxLength: 12 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      for (const like of [jaroWinkler]) {
        expect(like(a, b)).toBeCloseTo(like(b, a), 9);
        expect(like(a, b) >= 0 && like(a, b) <= 1).toBe(true);
      }
    }),
  );
});

test('aligns split words and misspellings, and returns the rest', () => {
  const aligned = alignTokens(
    ['lenovo', 'back', 'pack', 'colour', 'red'],
    ['lenovo', 'backpack', 'color', 'blue'],
    LIKELY_SPELLING,
  );
  expect(aligned.leftOver).toEqual(['red']);
  expect(aligned.rightOver).toEqual(['blue']);
  expect(aligned.shared).toHaveLength(3);
});
