import fc from 'fast-check';
import { expect, test } from 'vitest';
import { thingOf } from './name-head.ts';
import { tsqueryOf } from './query-groups.ts';
import { understandQuery } from './understand-query.ts';

const typed = (query: string) => understandQuery(query).groups.map(([words]) => words);

test.each([
  ['cordless sander under $150', ['cordless', 'sander'], null, 15_000],
  ['laptop under 1.5k', ['laptop'], null, 150_000],
  ['tv below 1,000 dollars', ['tv'], null, 100_000],
  ['headphones between $100 and $200', ['headphones'], 10_000, 20_000],
  ['headphones $100-$200', ['headphones'], 10_000, 20_000],
  ['coffee machine around $400', ['coffee machine'], 30_000, 50_000],
  ['headphones over $300', ['headphones'], 30_000, null],
])('%s: the limits are no words', (query, words, minCents, maxCents) => {
  expect(typed(query)).toEqual(words);
  expect(understandQuery(query)).toMatchObject({ minCents, maxCents });
});

test.each([
  'tv under 65 inch',
  'car seat from 6 months',
  'up to 12 months formula',
  'wine over ice',
])('%s states no price', (query) => {
  expect(understandQuery(query)).toMatchObject({ minCents: null, maxCents: null, parts: [] });
});

test('a wish is no word, unless it is all there is', () => {
  expect(understandQuery('cheapest air fryer on sale')).toMatchObject({
    isCheapest: true,
    isOnSale: true,
    parts: [
      { label: 'on sale', without: 'cheapest air fryer' },
      { label: 'cheapest', without: 'air fryer on sale' },
    ],
  });
  expect(typed('budget')).toEqual(['budget']);
  expect(typed('where can i buy the best kettle online')).toEqual(['kettle']);
});

test('other words for the same stand beside the typed ones', () => {
  const [fridge = []] = understandQuery('refrigerator').groups;
  expect(fridge[0]).toBe('refrigerator');
  expect(fridge).toContain('fridge');
  expect(understandQuery('telly').heads).toEqual(expect.arrayContaining(['telly', 'tv']));
  expect(typed('24 pack toilet paper')).toEqual(['24', 'toilet paper']);
  expect(typed('milk 3 litres')).toEqual(['milk', '3-litres']);
  expect(understandQuery('milk 3 litres').groups.at(-1)).toContain('3l');
  expect(understandQuery('milk 2l').groups).toContainEqual(['2l', '2 l']);
});

test('a thing named after another is not the other', () => {
  expect(understandQuery('peanut butter').heads).toEqual(['peanut butter']);
  expect(understandQuery('butter').heads).toEqual(['butter']);
});

test('what goes with a thing is asked for by its name', () => {
  expect(understandQuery('iphone 16 case').isBeside).toBe(true);
  expect(understandQuery('iphone 16').isBeside).toBe(false);
});

test('any text becomes a query of words alone', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      const { groups } = understandQuery(text);
      expect(tsqueryOf(groups)).toMatch(/^(?:[\p{L}\p{N}\p{M} '()|&]|:\*?A?|<->)*$/u);
    }),
    { numRuns: 2_000 },
  );
});

test('a phrase that only means the same must stand in names', () => {
  const { groups } = understandQuery('nintendo switch');
  expect(tsqueryOf(groups)).toMatch(/^\(\('nintendo' & 'switch'\) \| \('switch':A & 'console':A\)/);
});

test('what stands behind "for" says for whom, and is not the thing', () => {
  expect(understandQuery('laptop for uni')).toMatchObject({ aside: [['uni']] });
  expect(understandQuery('laptop for uni').heads).not.toContain('uni');
  expect(understandQuery('best laptop for a 7 year old').aside[0]).toContain('kids');
});

test('a substance that is not wanted is one term, however it is written', () => {
  for (const query of ['soft drink without sugar', 'soft drink no added sugar'])
    expect(typed(query)).toEqual(['soft drink', 'sugar free']);
  expect(understandQuery('lactose-free milk').heads).toEqual(['milk']);
});

test('two words that shops print as one stand side by side or as one', () => {
  const { groups } = understandQuery('sound core', new Set(['soundcore']));
  expect(tsqueryOf(groups)).toBe("(('soundcore') | ('sound':A <-> 'core':A))");
});

test('a number is the same in words, and thousands as k', () => {
  expect(understandQuery('dozen eggs').groups[0]).toEqual(['dozen', '12']);
  expect(understandQuery('20000 power').groups[0]).toEqual(['20000', '20k']);
});

test('so many people is a size', () => {
  expect(understandQuery('6 person tent').groups[0]).toEqual(['6 person', '6p']);
});

test('the number of a model stands right behind its name', () => {
  expect(understandQuery('playstation 6').groups).toEqual([['playstation-6']]);
  expect(understandQuery('iphone 16 pro').groups[0]).toEqual(['iphone-16']);
  expect(understandQuery('kettle 2').groups.length).toBe(2);
});

test('a screen of so many inches may have a fraction more', () => {
  const [size = []] = understandQuery('15 inch').groups;
  expect(size).toContain('15ø*');
  expect(tsqueryOf([['15ø*']], 'A')).toBe("(('15ø':*A))");
});

test.each([
  ['shampoo for dogs', 'dog shampoo'],
  ['tablets for hay fever', 'hay fever tablets'],
  ['cover for a king doona', 'king doona cover'],
])('"%s" is "%s"', (query, turned) => {
  expect(understandQuery(query).aside).toEqual([]);
  expect(understandQuery(query).heads).toEqual(understandQuery(turned).heads);
});

test.each([
  ['tv $500 or less', 50_000],
  ['headphones 80 bucks max', 8_000],
  ['soundbar less then $200', 20_000],
])('"%s" costs at most %i cents', (query, maxCents) => {
  expect(understandQuery(query).maxCents).toBe(maxCents);
});

test('for how many people it is, is no number of a model', () => {
  expect(typed('air fryer for a family of 5')).toEqual(['air fryer']);
});

test.each([
  ['gift for my dad', 'mens gift', []],
  ['birthday present ideas for 6 year old boy', 'kids gift', []],
  ['present for a 2 yr old', 'toddler gift', []],
  ['gifts for my 40 year old brother', 'mens gift', []],
  ['xmas gift', 'any gift', []],
  ["valentine's day gift for her", 'womens gift', []],
  ['baby shower gift', 'baby gift', []],
  ['gift for mum who loves gardening', 'gardening', []],
  ['gift card', 'gift card', []],
  ['12 year old scotch', '12 year old scotch', []],
])('"%s" asks for %s', (query, thing, aside) => {
  expect(typed(query).join(' ')).toBe(thing);
  expect(understandQuery(query).aside).toEqual(aside);
});

test('a word behind the thing that only describes it stands before it, where that is known', () => {
  expect(understandQuery('lawn mower electric').groups).toEqual(
    understandQuery('electric lawn mower').groups,
  );
  expect(typed('kettle black')).toEqual(['kettle', 'black']);
});

test('two words that shops print as one are one at the end of a phrase', () => {
  const [whitening = []] = understandQuery('whitening tooth paste').groups;
  expect(whitening).toContain('optic white');
});

test('hens range free, and a tent is measured by those who sleep in it', () => {
  expect(typed('dozen free range eggs')).toEqual(['dozen', 'free range eggs']);
  expect(typed('sugar free cola')).toEqual(['sugar free', 'cola']);
  expect(understandQuery('tent for 6 people').groups).toEqual(
    understandQuery('6 person tent').groups,
  );
});

test.each([
  ['peanut free muesli bars', ['peanut free', 'muesli bars']],
  ['frost free fridge', ['frost free', 'fridge']],
  ['latex free gloves', ['latex free', 'gloves']],
  ['cheap free standing oven', ['free', 'standing', 'oven']],
  ['lilydale free range chicken', ['lilydale', 'free', 'range', 'chicken']],
])('"%s": what a thing is free of is one term', (query, words) => {
  expect(typed(query)).toEqual(words);
});

test.each([
  ['usb c hub', 'usb c hub'],
  ['usb hub', 'usb hub'],
  ['brown rice', 'rice'],
  ['school shoes', 'shoe'],
])('the head of "%s" is that of its goods, %s', (query, head) => {
  expect(understandQuery(query).heads).toContain(head);
  expect(thingOf(query, null)).toBe(head);
});

test('a model number may have the letters of its colour behind it', () => {
  expect(understandQuery('bes870').groups).toEqual([['bes870', 'bes870*', 'bes-870']]);
  expect(understandQuery('v15').groups).toEqual([['v15']]);
});

test('a kind is called by what it is a kind of', () => {
  expect(understandQuery('almonds').heads).toContain('nut');
});
