import { expect, test } from 'vitest';
import { singularOf } from './tokens.ts';

test.each([
  ['nappies', 'nappy'],
  ['cookies', 'cooky'],
  ['cookie', 'cooky'],
  ['pies', 'py'],
  ['pie', 'py'],
  ['watches', 'watch'],
  ['tomatoes', 'tomato'],
  ['shoes', 'shoe'],
  ['glass', 'glass'],
  ['stylus', 'stylus'],
  ['tennis', 'tennis'],
  ['tvs', 'tvs'],
  ['laptop', 'laptop'],
])('one of %s is a %s', (word, singular) => {
  expect(singularOf(word)).toBe(singular);
});
