import { expect, test } from 'vitest';
import { isOnlyNamedAfter } from './only-named-after.ts';
import { parseQuery } from './parse-query.ts';

const isEmptied = (query: string, isTheThing = false) =>
  isOnlyNamedAfter(parseQuery(query), [{ isTheThing }]);

test('does not answer a fruit or nut with goods that only taste of it', () => {
  for (const query of ['bananas', 'almonds', 'sultanas', 'Apples'])
    expect([query, isEmptied(query)]).toEqual([query, true]);
  expect(isEmptied('bananas', true)).toBe(false);
  expect(isEmptied('bananas and milk')).toBe(false);
});

test.each(
  'kangaroo udon chai matcha jelly soy chicken beef fish veal vanilla salt rice apple blackberry cherry vanity enamel washer washers prawns snacks drinks'.split(
    ' ',
  ),
)('answers goods named after "%s"', (query) => {
  expect(isEmptied(query)).toBe(false);
});
