import { expect, test } from 'vitest';
import { isOnlyNamedAfter, isOtherThing } from './only-named-after.ts';
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

test('tells other things of the noun of a compound', () => {
  const isOther = (query: string, category: string | null) =>
    isOtherThing(parseQuery(query), [{ category }]);
  expect(isOther('gas bottle', 'Baby')).toBe(true);
  expect(isOther('cot sheets', 'Bedding & Bath')).toBe(true);
  expect(isOther('gas bottle', 'Garden')).toBe(false);
  expect(isOther('gas bottle', null)).toBe(false);
  expect(isOther('pizza oven outdoor', 'Kitchen Appliances')).toBe(false);
  expect(isOther('steel bottle', 'Baby')).toBe(false);
  expect(isOther('stain remover for baby clothes', 'Cleaning')).toBe(false);
});

test.each(
  'kangaroo udon chai matcha jelly soy chicken beef fish veal vanilla salt rice apple blackberry cherry vanity enamel washer washers prawns snacks drinks'.split(
    ' ',
  ),
)('answers goods named after "%s"', (query) => {
  expect(isEmptied(query)).toBe(false);
});
