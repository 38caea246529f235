import { expect, test } from 'vitest';
import { isOnlyNamedAfter, withoutOtherThings } from './only-named-after.ts';
import { parseQuery } from './parse-query.ts';

const isEmptied = (query: string, isTheThing = false, category: string | null = null) =>
  isOnlyNamedAfter(parseQuery(query), [
    { isTheThing, category: category ?? parseQuery(query).category },
  ]);

test('does not answer a fruit, nut or seasoning with goods that only taste of it', () => {
  for (const query of ['bananas', 'almonds', 'sultanas', 'Apples', 'olives', 'pepper', 'onions'])
    expect([query, isEmptied(query)]).toEqual([query, true]);
  expect(isEmptied('bananas', true)).toBe(false);
  expect(isEmptied('bananas and milk')).toBe(false);
  expect(isEmptied('pepper', true)).toBe(false);
  expect(isEmptied('olives', true, 'Running Shoes')).toBe(true);
  expect(isEmptied('turmeric', true, 'Pharmacy')).toBe(false);
  expect(isEmptied('olives', true, 'Pharmacy')).toBe(true);
});

test('does not answer a thing with goods of another category that share a word with it', () => {
  expect(isEmptied('outdoor table', false, 'Groceries')).toBe(true);
  expect(isEmptied('gas bottle', false, 'Baby')).toBe(true);
  expect(isEmptied('lamb', false, 'Pet Food')).toBe(true);
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

/** Heads of the products that answer a query: of one that is the thing, where `thing` names it, and of others of its category. */
function headsOf(query: string, thing: string | null, others: string[], isNamed = false) {
  const parsed = parseQuery(query);
  const { category } = parsed;
  const products = others.map((head) => ({
    head,
    isTheThing: false,
    isNamed,
    isTyped: isNamed,
    category,
  }));
  const first = thing
    ? [{ head: thing, isTheThing: true, isNamed: true, isTyped: true, category }]
    : [];
  return withoutOtherThings([...first, ...products], parsed).map(({ head }) => head);
}

test('drops other things that share a shelf or a word with the thing', () => {
  expect(headsOf('toaster', 'toaster', ['kettle'])).toEqual(['toaster']);
  expect(headsOf('baby wipes', 'baby wipe', ['infant formula'])).toEqual(['baby wipe']);
  expect(headsOf('salt', 'salt', ['chip', 'popcorn'], true)).toEqual(['salt']);
  expect(headsOf('cheese', 'cheese', ['chip'], true)).toEqual(['cheese']);
  expect(headsOf('sour cream', 'sour cream', ['chip'], true)).toEqual(['sour cream']);
  expect(headsOf('tomato sauce', 'sauce', ['baked bean'], true)).toEqual(['sauce']);
});

test('drops goods that go with the thing, whatever their category', () => {
  expect(headsOf('steam mop', 'mop', ['filter'], true)).toEqual(['mop']);
  expect(headsOf('laptop', 'laptop', ['laptop bag'], true)).toEqual(['laptop']);
});

test.each([
  ['samsung s25', 'Phones', 'Phone Accessories', ['tissue']],
  ['apple watch', 'Smart Watches', null, ['tissue']],
  ['quilton', 'Cleaning', 'Cleaning', ['tissue', 'paper']],
])('%s: drops goods of another category that go with the best one', (query, best, other, heads) => {
  const products = [
    { head: 'tissue', isTheThing: false, isNamed: true, isTyped: true, category: best },
    { head: 'paper', isTheThing: false, isNamed: true, isTyped: true, category: other },
  ];
  expect(withoutOtherThings(products, parseQuery(query)).map(({ head }) => head)).toEqual(heads);
});

test('drops food that only contains the food that a query names alone', () => {
  expect(headsOf('ham', null, ['pizza'], true)).toEqual([]);
  expect(headsOf('sausages', null, ['sausage roll'], true)).toEqual([]);
  expect(headsOf('ham pizza', null, ['soup'], true)).toEqual(['soup']);
});

test('keeps kinds of the thing, what it is a kind of, and goods of unknown kind', () => {
  expect(headsOf('wine', 'wine', ['prosecco', 'brut'])).toEqual(['wine', 'prosecco', 'brut']);
  expect(headsOf('weetbix', null, ['cereal'], true)).toEqual(['cereal']);
  expect(headsOf('vacuum', 'vacuum', ['v8'])).toEqual(['vacuum', 'v8']);
});

test('keeps goods of the category that are named after the thing, and all of a category of its name', () => {
  expect(headsOf('bleach', 'bleach', ['toilet cleaner'], true)).toContain('toilet cleaner');
  expect(headsOf('laptop', 'laptop', ['inspiron'])).toContain('inspiron');
});

test('keeps everything where a query names two things, an accessory, or a thing that is not sold', () => {
  expect(headsOf('washer and dryer', 'dryer', ['washing machine'])).toContain('washing machine');
  expect(headsOf('kettle filter', 'filter', ['toaster'])).toContain('toaster');
  expect(headsOf('jaffle maker', null, ['toaster'])).toEqual(['toaster']);
});
