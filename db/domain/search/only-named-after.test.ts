import { expect, test } from 'vitest';
import { isOnlyNamedAfter } from './only-named-after.ts';
import { parseQuery } from './parse-query.ts';

const isEmptied = (query: string, isTheThing = false, category: string | null = null) =>
  isOnlyNamedAfter(parseQuery(query), [
    { isTheThing, category: category ?? parseQuery(query).category },
  ]);

test('does not answer a fruit or nut with goods that only taste of it', () => {
  for (const query of ['bananas', 'almonds', 'sultanas', 'Apples'])
    expect([query, isEmptied(query)]).toEqual([query, true]);
  expect(isEmptied('bananas', true)).toBe(false);
  expect(isEmptied('bananas and milk')).toBe(false);
});

test('does not answer a thing with goods of another category that share a word with it', () => {
  expect(isEmptied('outdoor table', false, 'Groceries')).toBe(true);
  expect(isEmptied('gas bottle', false, 'Baby')).toBe(true);
  expect(isEmptied('outdoor table', false, 'Furniture')).toBe(false);
  expect(isEmptied('puppy biscuits 15kg', false, 'Pet Food')).toBe(false);
});

test.each(
  'kangaroo udon chai matcha jelly soy chicken beef fish veal vanilla salt rice apple blackberry cherry vanity enamel washer washers prawns snacks drinks'.split(
    ' ',
  ),
)('answers goods named after "%s"', (query) => {
  expect(isEmptied(query)).toBe(false);
});
