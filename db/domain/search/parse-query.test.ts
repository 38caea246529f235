import fc from 'fast-check';
import { expect, test } from 'vitest';
import { headNounOf } from './name-head.ts';
import { parseQuery } from './parse-query.ts';
import { tsqueryOf } from './query-terms.ts';
import { typedOf } from './query-type.ts';

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

test.each([
  ['a pack by its count', 'six pack of corona', ['corona', '6']],
  ['a pack by its count', 'a 4-pack of batteries', ['batteries', '4']],
  ['a litre in words', 'two litre milk', ['2-litre', 'milk']],
  ['a count of parts', 'four slice toaster', ['4', 'slice', 'toaster']],
  ['a number of people as a size', 'two person tent', ['2 person', 'tent']],
  ['a brand with a number', 'two fruits', ['two', 'fruits']],
  ['a bottle of a colour is wine', 'bottle of red', ['red wine']],
  ['unless goods follow', 'bottle of red cordial', ['red', 'cordial']],
  ['no case of goods', 'case of corona', ['corona']],
  ['half a dozen', 'half a dozen eggs', ['eggs', '6']],
  ['a box', 'a box of tissues', ['tissues']],
  ['a can that says what kind', 'can of spaghetti', ['can', 'spaghetti']],
  ['litres beside their goods', 'milk 3 litres', ['milk', '3-litres']],
  ['no model number before a unit', 'apple iphone 32 gb', ['apple', 'iphone', '32-gb']],
  ['no wish', 'heater for sale', ['heater']],
  ['a wish alone', 'budget', ['budget']],
  ['a number of no model', 'kettle 2', ['kettle', '2']],
  ['no chatter', 'where can i buy the best kettle online', ['kettle']],
  ['a colour behind the thing', 'kettle black', ['kettle', 'black']],
  ['a substance that is not wanted', 'soft drink without sugar', ['soft drink', 'sugar free']],
  ['in another spelling', 'soft drink no added sugar', ['soft drink', 'sugar free']],
  ['with not', 'pasta not gluten', ['pasta', 'gluten free']],
  ['as one term', 'peanut free muesli bars', ['peanut free', 'muesli bars']],
  ['as one term', 'frost free fridge', ['frost free', 'fridge']],
  ['as one term', 'latex free gloves', ['latex free', 'gloves']],
  ['as one term', 'sugar free cola', ['sugar free', 'cola']],
  ['its abbreviation', 'GF cereal', ['gluten free', 'cereal']],
  ['free is no substance', 'cheap free standing oven', ['freestanding', 'oven']],
  ['nor is range', 'lilydale free range chicken', ['lilydale', 'free', 'range', 'chicken']],
  ['nor in a known thing', 'dozen free range eggs', ['free range eggs', '12']],
])('reads %s: "%s"', (_what, query, words) => {
  expect(typed(query)).toEqual(words);
});

/** The nth term of a query with its synonyms. */
const term = (query: string, nth: number) => parseQuery(query).terms.at(nth);

test.each([
  ['a synonym beside the typed word', 'refrigerator', 0, ['refrigerator', 'fridge'], null],
  ['another unit', 'milk 3 litres', -1, ['3l'], null],
  ['a thousand', 'power bank 20000mah', -1, ['20k'], null],
  ['an amount apart from its unit', 'milk 2l', -1, ['2l', '2 l'], null],
  ['a tent by its sleepers', '6 person tent', 0, ['6 person', '6p'], null],
  ['two words at the end of a phrase', 'whitening tooth paste', 0, ['optic white'], null],
  ['none for less', 'low sugar yoghurt', 0, ['sugar free'], null],
  ['but not less for none', 'sugar free lollies', 0, ['sugar free'], 'low sugar'],
  ['sweets for lollies', 'sweets', 0, ['lollies', 'candy', 'confectionery'], null],
  ['but not all that is sweet for lollies', 'lollies', 0, ['lollies'], 'sweets'],
  ['a code with an appended colour', 'bes870', 0, ['bes870', 'bes870*', 'bes-870'], null],
  ['a short code alone', 'v15', 0, ['v15'], 'v15*'],
  ['a number next to its name', 'playstation 6', 0, ['playstation-6'], null],
  ['a model next to its name', 'iphone 16 pro', 0, ['iphone-16'], null],
  ['a screen with a fraction of an inch more', '15 inch', 0, ['15ø*'], null],
])('finds %s: "%s"', (_what, query, nth, words, not) => {
  expect(term(query, nth)).toEqual(expect.arrayContaining(words));
  expect(term(query, nth)).not.toContain(not);
});

test('a describing word at the end is read before its thing', () => {
  const { terms } = parseQuery('lawn mower electric');
  expect(terms).toEqual(parseQuery('electric lawn mower').terms);
});

test.each([
  ['a synonym', 'telly', ['telly', 'tv'], null],
  ['a kind of the thing', 'nuts', ['nut', 'almond'], null],
  ['the thing of a kind, and no other kind of it', 'almonds', ['nut'], 'peanut'],
  ['what the thing is sold as', 'tea', ['tea bag'], null],
  ['a compound', 'peanut butter', ['peanut butter', 'pb'], 'butter'],
  ['the thing that a compound is named after', 'butter', ['butter'], 'peanut butter'],
  ['a compound of another department', 'camp oven', ['camp oven'], 'oven'],
  ['synonyms, not the nouns that end them', 'stick blender', ['blender', 'bamix'], 'mixer'],
  ['not the purpose', 'laptop for uni', ['laptop'], 'uni'],
  ['not what it is free of', 'lactose-free milk', ['milk'], 'lactose'],
  ['not a flavour behind the thing', 'kids cereal chocolate', [], 'chocolate'],
  ['not what it is made of', 'queen bed sheets cotton', ['sheet'], 'cotton'],
  ['not what it is sold in', 'zero sugar coke 24 cans', ['coke'], 'can'],
  ['not whom it is for', 'running shoes women', ['shoe'], 'women'],
])('head nouns have %s: "%s"', (_what, query, nouns, not) => {
  expect(parseQuery(query).headNouns).toEqual(expect.arrayContaining(nouns));
  expect(parseQuery(query).headNouns).not.toContain(not);
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
});

test.each([
  ['iphone 16 case', true],
  ['iphone 16', false],
  ['case of corona', false],
])('"%s" asks for an accessory: %s', (query, isAccessory) => {
  expect(parseQuery(query).isAccessory).toBe(isAccessory);
});

test('reads the words behind "for" as the purpose', () => {
  expect(parseQuery('laptop for uni')).toMatchObject({ purpose: [['uni']] });
  expect(parseQuery('best laptop for a 7 year old').purpose[0]).toContain('kids');
});

test('prefers 24 cans for a carton or slab, and nothing else for other queries', () => {
  for (const query of ['carton of vb', 'corona slab', 'case of beer'])
    expect(parseQuery(query).preferred).toEqual([['24']]);
  for (const query of ['vb', 'iphone case', 'milk carton holder'])
    expect(parseQuery(query).preferred).toEqual([]);
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

test.each([
  ['bbq', 'Garden'],
  ['apple air pods', 'Headphones'],
  ['dishwasher under bench', 'Home Appliances'],
  ['light', 'Home Decor'],
  ['low fat', null],
])(
  '%s: names its category by the surest of its words, and by none that only describes',
  (query, category) => {
    expect(parseQuery(query).category).toBe(category);
  },
);

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

test('matches two words as neighbours or as one word, where shops print both', () => {
  const { terms } = parseQuery('sound core', new Set(['soundcore']));
  expect(tsqueryOf(terms)).toBe("(('soundcore') | ('sound':A <-> 'core':A))");
});

test('writes a word by its beginning in names', () => {
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

test.each([
  ['usb c hub', 'usb c hub'],
  ['usb hub', 'usb hub'],
  ['brown rice', 'rice'],
  ['school shoes', 'shoe'],
])('the head of "%s" is that of its goods, %s', (query, head) => {
  expect(parseQuery(query).headNouns).toContain(head);
  expect(headNounOf(query, null)).toBe(head);
});

test('names one thing by a mineral and its form', () => {
  expect(parseQuery('iron tablets').thing).toHaveLength(2);
  expect(parseQuery('heartburn tablets').thing).toHaveLength(1);
});

test('no colour is the thing beside another word', () => {
  expect(parseQuery('outdoor lounge grey').thing).toEqual([['lounge']]);
});

test('excludes an unwanted kind by its synonyms', () => {
  const excluded = parseQuery('headphones not in ear').excluded.flat(2);
  expect(excluded).toContain('earbud');
  expect(excluded).not.toContain('headphone');
  expect(parseQuery('telly but not tv').excluded).toEqual([]);
});

test.each([
  ['smartwatch not apple watch', ['apple watch']],
  ['phone not apple or samsung', ['apple phone', 'samsung']],
  ['coffee pods without nespresso nor dolce gusto', ['nespresso', 'dolce gusto']],
])('“%s” excludes what has all words of one of %j', (query, unwanted) => {
  const { excluded } = parseQuery(query);
  expect(excluded.map((terms) => terms.map(typedOf).join(' '))).toEqual(unwanted);
});

test('excludes what stands behind "no", unless the thing does', () => {
  expect(parseQuery('dog treats no chicken').excluded.flat(2)).toContain('chicken');
  expect(parseQuery('womens no show socks').excluded).toEqual([]);
});

test('a synonym is of the category of its type, not of its last word', () => {
  expect(parseQuery('bp monitor').category).toBe('Pharmacy');
  expect(parseQuery('ebook reader').category).toBe('Tablets');
});
