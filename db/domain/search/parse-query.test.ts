import fc from 'fast-check';
import { expect, test } from 'vitest';
import { headNounOf } from './name-head.ts';
import { parseQuery } from './parse-query.ts';
import { exactlyTyped, tsqueryOf } from './query-terms.ts';

const typed = (query: string) => parseQuery(query).terms.map(([words]) => words);

test.each([
  ['cordless sander under $150', ['cordless', 'sander'], null, 15_000],
  ['laptop under 1.5k', ['laptop'], null, 150_000],
  ['tv below 1,000 dollars', ['tv'], null, 100_000],
  ['headphones between $100 and $200', ['headphones'], 10_000, 20_000],
  ['headphones $100-$200', ['headphones'], 10_000, 20_000],
  ['coffee machine around $400', ['coffee machine'], 30_000, 50_000],
  ['coffee machine around $19.99', ['coffee machine'], 1_499, 2_499],
  ['coffee machine under $999,999,999,999,999,999', ['coffee machine'], null, 1_000_000_000],
  ['headphones over $300', ['headphones'], 30_000, null],
])('%s: keeps limits out of the terms', (query, words, minCents, maxCents) => {
  expect(typed(query)).toEqual(words);
  expect(parseQuery(query)).toMatchObject({ minCents, maxCents });
});

test.each([
  'tv under 65 inch',
  'car seat from 6 months',
  'up to 12 months formula',
  'wine over ice',
])('%s states no price limit', (query) => {
  expect(parseQuery(query)).toMatchObject({ minCents: null, maxCents: null, parts: [] });
});

test('keeps a wish out of the terms, unless it is the whole query', () => {
  expect(parseQuery('cheapest air fryer on sale')).toMatchObject({
    isCheapest: true,
    isOnSale: true,
    parts: [
      { label: 'on sale', without: 'cheapest air fryer' },
      { label: 'cheapest', without: 'air fryer on sale' },
    ],
  });
  expect(parseQuery('heater sale').isOnSale).toBe(true);
  expect(parseQuery('heater for sale')).toMatchObject({ isOnSale: false, parts: [] });
  expect(typed('heater for sale')).toEqual(['heater']);
  expect(typed('budget')).toEqual(['budget']);
  expect(typed('where can i buy the best kettle online')).toEqual(['kettle']);
});

test('adds synonyms to the typed words', () => {
  const [fridge = []] = parseQuery('refrigerator').terms;
  expect(fridge[0]).toBe('refrigerator');
  expect(fridge).toContain('fridge');
  expect(parseQuery('telly').headNouns).toEqual(expect.arrayContaining(['telly', 'tv']));
  expect(typed('milk 3 litres')).toEqual(['milk', '3-litres']);
  expect(parseQuery('milk 3 litres').terms.at(-1)).toContain('3l');
  expect(parseQuery('power bank 20000mah').terms.at(-1)).toContain('20k');
  expect(parseQuery('milk 2l').terms).toContainEqual(['2l', '2 l']);
});

test('takes a kind for the thing, and no other kind of the same thing', () => {
  expect(parseQuery('nuts').headNouns).toEqual(expect.arrayContaining(['nut', 'almond']));
  expect(parseQuery('almonds').headNouns).toContain('nut');
  expect(parseQuery('almonds').headNouns).not.toContain('peanut');
  expect(parseQuery('tea').headNouns).toContain('tea bag');
});

test.each([
  ['six pack of corona', ['corona', '6']],
  ['a 4-pack of batteries', ['batteries', '4']],
  ['two litre milk', ['2-litre', 'milk']],
  ['four slice toaster', ['4', 'slice', 'toaster']],
  ['two person tent', ['2 person', 'tent']],
  ['two fruits', ['two', 'fruits']],
  ['bottle of red', ['red wine']],
  ['bottle of red cordial', ['red', 'cordial']],
])('%s: reads what the goods are sold in', (query, words) => {
  expect(typed(query)).toEqual(words);
});

test('prefers 24 cans for a carton or slab, and nothing else for other queries', () => {
  for (const query of ['carton of vb', 'corona slab', 'case of beer'])
    expect(parseQuery(query).preferred).toEqual([['24']]);
  for (const query of ['vb', 'iphone case', 'milk carton holder'])
    expect(parseQuery(query).preferred).toEqual([]);
});

test('tells a compound from the thing that it is named after', () => {
  expect(parseQuery('peanut butter').headNouns).toEqual(['peanut butter', 'pb']);
  expect(parseQuery('butter').headNouns).toEqual(['butter']);
});

test.each([
  ['gas bottle', ['gas', 'bottle']],
  ['cot sheets', ['cot', 'sheets']],
  ['nappy bin', ['nappy', 'bin']],
  ['pram organiser', ['pram', 'organiser']],
  ['bean bag', ['bean', 'bag']],
  ['gaming monitor', ['monitor']],
  ['probiotic capsules', ['probiotic']],
  ['steel bottle', ['bottle']],
  ['vitamin c tablets 1000mg', ['vitamin c']],
])('%s: is one thing where its noun alone is of another category', (query, words) => {
  expect(parseQuery(query).thing.map(([word]) => word)).toEqual(words);
});

test('recognises queries for accessories', () => {
  expect(parseQuery('iphone 16 case').isAccessory).toBe(true);
  expect(parseQuery('iphone 16').isAccessory).toBe(false);
});

test('takes no category from a synonym that only describes', () => {
  expect(parseQuery('low fat').category).toBeNull();
  expect(parseQuery('light').category).toBe('Home Decor');
});

test.each([
  ['bbq', 'Garden'],
  ['apple air pods', 'Headphones'],
  ['dishwasher under bench', 'Home Appliances'],
])('%s: names its category by the surest of its words', (query, category) => {
  expect(parseQuery(query).category).toBe(category);
});

test('parses any text without syntax characters', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      const { terms } = parseQuery(text);
      expect(tsqueryOf(terms)).toMatch(/^(?:[\p{L}\p{N}\p{M} '()|&]|:\*?A?|<->)*$/u);
    }),
    { numRuns: 2_000 },
  );
});

test('looks for synonyms of several words in names only', () => {
  const { terms } = parseQuery('nintendo switch');
  expect(tsqueryOf(terms)).toMatch(/^\(\('nintendo' & 'switch'\) \| \('switch':A & 'console':A\)/);
});

test('reads the words behind "for" as the purpose', () => {
  expect(parseQuery('laptop for uni')).toMatchObject({ purpose: [['uni']] });
  expect(parseQuery('laptop for uni').headNouns).not.toContain('uni');
  expect(parseQuery('best laptop for a 7 year old').purpose[0]).toContain('kids');
});

test('reads an unwanted substance as one term in any spelling', () => {
  for (const query of ['soft drink without sugar', 'soft drink no added sugar'])
    expect(typed(query)).toEqual(['soft drink', 'sugar free']);
  expect(parseQuery('lactose-free milk').headNouns).toEqual(['milk']);
});

test('matches two words as neighbours or as one word, where shops print both', () => {
  const { terms } = parseQuery('sound core', new Set(['soundcore']));
  expect(tsqueryOf(terms)).toBe("(('soundcore') | ('sound':A <-> 'core':A))");
});

test('reads a number of people as a size', () => {
  expect(parseQuery('6 person tent').terms[0]).toEqual(['6 person', '6p']);
});

test('keeps a model number next to its name', () => {
  expect(parseQuery('playstation 6').terms).toEqual([['playstation-6']]);
  expect(parseQuery('iphone 16 pro').terms[0]).toEqual(['iphone-16']);
  expect(parseQuery('kettle 2').terms.length).toBe(2);
});

test('reads a number before a unit as an amount, not as a model number', () => {
  expect(typed('apple iphone 32 gb')).toEqual(['apple', 'iphone', '32-gb']);
});

test('matches screens with a fraction of an inch more', () => {
  const [size = []] = parseQuery('15 inch').terms;
  expect(size).toContain('15ø*');
  expect(tsqueryOf([['15ø*']], 'A')).toBe("(('15ø':*A))");
});

test.each([
  ['shampoo for dogs', 'dog shampoo'],
  ['tablets for hay fever', 'hay fever tablets'],
  ['cover for a king doona', 'king doona cover'],
])('"%s" is "%s"', (query, turned) => {
  expect(parseQuery(query).purpose).toEqual([]);
  expect(parseQuery(query).headNouns).toEqual(parseQuery(turned).headNouns);
});

test.each([
  ['tv $500 or less', 50_000],
  ['headphones 80 bucks max', 8_000],
  ['soundbar less then $200', 20_000],
])('"%s" costs at most %i cents', (query, maxCents) => {
  expect(parseQuery(query).maxCents).toBe(maxCents);
});

test.each([
  ['gift for my dad', 'mens gift', []],
  ['birthday present ideas for 6 year old boy', 'kids gift', []],
  ['present for a 2 yr old', 'toddler gift', []],
  ['gifts for my 40 year old brother', 'mens gift', []],
  ['xmas gift', 'any gift', []],
  ["valentine's day gift for her", 'womens gift', []],
  ['baby shower gift', 'baby gift', []],
  ['gift for mum who loves gardening', 'gardening gift', []],
  ['gift for a tea lover', 'tea', []],
  ['present for a runner', 'running gift', []],
  ['present for my wife who does yoga', 'yoga', []],
  ['something for my husband who is into golf', 'golf gift', []],
  ['gift card', 'gift card', []],
  ['secret santa', 'any gift', []],
  ['christmas present for teenage girl', 'teen gift', []],
  ['present for 15 year old boy', 'teen gift', []],
  ['gift for a gamer', 'gamer gift', []],
  ['12 year old scotch', '12 year old scotch', []],
])('"%s" asks for %s', (query, thing, purpose) => {
  expect(typed(query).join(' ')).toBe(thing);
  expect(parseQuery(query).purpose).toEqual(purpose);
});

test('moves a describing word behind the thing before it, where the result is known', () => {
  expect(parseQuery('lawn mower electric').terms).toEqual(parseQuery('electric lawn mower').terms);
  expect(typed('kettle black')).toEqual(['kettle', 'black']);
});

test('looks up two words at the end of a phrase as one', () => {
  const [whitening = []] = parseQuery('whitening tooth paste').terms;
  expect(whitening).toContain('optic white');
});

test('answers less with none, but not none with less', () => {
  const first = (query: string) => parseQuery(query).terms[0];
  expect(first('low sugar yoghurt')).toContain('sugar free');
  expect(first('sugar free lollies')).not.toContain('low sugar');
});

test('reads sweets as lollies, but not lollies as all that is sweet', () => {
  expect(new Set(parseQuery('sweets').terms.flat())).toEqual(
    new Set(['sweets', 'lollies', 'candy', 'confectionery']),
  );
  expect(parseQuery('lollies').terms[0]).not.toContain('sweets');
});

test('reads “free range” as no unwanted substance, and sleepers as the size of a tent', () => {
  expect(typed('dozen free range eggs')).toEqual(['free range eggs', '12']);
  expect(typed('sugar free cola')).toEqual(['sugar free', 'cola']);
  expect(parseQuery('tent for 6 people').terms).toEqual(parseQuery('6 person tent').terms);
});

test.each([
  ['peanut free muesli bars', ['peanut free', 'muesli bars']],
  ['frost free fridge', ['frost free', 'fridge']],
  ['latex free gloves', ['latex free', 'gloves']],
  ['cheap free standing oven', ['free', 'standing', 'oven']],
  ['lilydale free range chicken', ['lilydale', 'free', 'range', 'chicken']],
])('"%s": reads an unwanted substance as one term', (query, words) => {
  expect(typed(query)).toEqual(words);
});

test.each([
  ['usb c hub', 'usb c hub'],
  ['usb hub', 'usb hub'],
  ['brown rice', 'rice'],
  ['school shoes', 'shoe'],
])('the head of "%s" is that of its goods, %s', (query, head) => {
  expect(parseQuery(query).headNouns).toContain(head);
  expect(headNounOf(query, null)).toBe(head);
});

test('matches a model code with an appended colour', () => {
  expect(parseQuery('bes870').terms).toEqual([['bes870', 'bes870*', 'bes-870']]);
  expect(parseQuery('v15').terms).toEqual([['v15']]);
});

test('adds the head noun of the thing that a kind belongs to', () => {
  expect(parseQuery('almonds').headNouns).toContain('nut');
});

test.each([
  ['queen bed sheets cotton', 'sheet'],
  ['zero sugar coke 24 cans', 'coke'],
  ['running shoes women', 'shoe'],
])('%s: describing words behind the thing are no head noun', (query, head) => {
  const { headNouns } = parseQuery(query);
  expect(headNouns).toContain(head);
  expect(headNouns).not.toContain('cotton');
  expect(headNouns).not.toContain('can');
});

test('drops what the thing is sold in, unless it says what kind', () => {
  expect(typed('case of corona')).toEqual(['corona']);
  expect(typed('half a dozen eggs')).toEqual(['eggs', '6']);
  expect(parseQuery('case of corona').isAccessory).toBe(false);
  expect(typed('a box of tissues')).toEqual(typed('tissues'));
  expect(typed('can of spaghetti')).toEqual(['can', 'spaghetti']);
});

test('matches a model as typed only without the words of another edition', () => {
  const exactly = (query: string) => exactlyTyped(parseQuery(query).terms);
  expect(exactly('iphone 15')).toMatch(/ & !.*'pro':A/);
  expect(exactly('iphone 15 pro')).not.toContain("'pro':A");
  expect(exactly('coffee machine')).not.toContain('!');
});

test('reads a flavour behind the thing as no thing, and abbreviations of what is free of', () => {
  expect(parseQuery('kids cereal chocolate').headNouns).not.toContain('chocolate');
  expect(typed('GF cereal')).toEqual(typed('gluten free cereal'));
});

test('names one thing by a mineral and its form', () => {
  expect(parseQuery('iron tablets').thing).toHaveLength(2);
  expect(parseQuery('heartburn tablets').thing).toHaveLength(1);
});
