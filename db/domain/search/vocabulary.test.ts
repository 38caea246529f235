import { expect, test } from 'vitest';
import { compoundOf, wordsThatMean } from './vocabulary.ts';

test('words that mean the same are found from each of them, in any number', () => {
  expect(wordsThatMean('telly')).toContain('tv');
  expect(wordsThatMean('Fridges')).toContain('refrigerator');
  expect(wordsThatMean('doonas')).toContain('quilt');
  expect(wordsThatMean('xyzzy')).toEqual([]);
});

test('a kind includes its brands, and not the other way round', () => {
  expect(wordsThatMean('paracetamol')).toContain('panadol');
  expect(wordsThatMean('panadol')).toEqual([]);
  expect(wordsThatMean('game console')).toContain('xbox');
  expect(wordsThatMean('nintendo switch')).not.toContain('xbox');
});

test('a thing named after another is one thing', () => {
  expect(compoundOf(['smooth', 'peanut', 'butter'])).toBe('peanut butter');
  expect(compoundOf(['salted', 'butter'])).toBeNull();
});
