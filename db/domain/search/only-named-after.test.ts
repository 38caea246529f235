import { expect, test } from 'vitest';
import { isOnlyNamedAfter } from './only-named-after.ts';
import { parseQuery } from './parse-query.ts';

const isEmptied = (query: string, isTheThing = false) =>
  isOnlyNamedAfter(parseQuery(query), [{ isTheThing }]);

test('what only tastes of a fruit or nut is no answer for it', () => {
  for (const query of ['bananas', 'almonds', 'sultanas', 'Apples'])
    expect([query, isEmptied(query)]).toEqual([query, true]);
  expect(isEmptied('bananas', true)).toBe(false);
  expect(isEmptied('bananas and milk')).toBe(false);
});

test.each(
  'kangaroo udon chai matcha jelly soy chicken beef fish veal vanilla salt rice apple blackberry cherry vanity enamel washer washers prawns snacks drinks'.split(
    ' ',
  ),
)('goods called after "%s" are shown', (query) => {
  expect(isEmptied(query)).toBe(false);
});
