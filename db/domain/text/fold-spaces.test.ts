import { expect, test } from 'vitest';
import { foldSpaces } from './fold-spaces.ts';

test.each([
  ['one two', 'one two'],
  ['one  two', 'one two'],
  ['one\ntwo', 'one two'],
  ['one \n\t two', 'one two'],
  ['one\n two', 'one two'],
  ['one\u00a0two\ufeff\u2009three', 'one two three'],
  [' \n', ' '],
  ['', ''],
])('%j', (text, folded) => {
  expect(foldSpaces(text)).toBe(folded);
});
