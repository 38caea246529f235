import { expect, test } from 'vitest';
import { type Kind, TERMS, tag } from './lexicon.ts';
import { phraseKey, tokensOf } from './tokens.ts';

const read = (text: string, kinds?: ReadonlySet<Kind>) =>
  tag(text, kinds).map(({ start, end, kind, phrase }) => [text.slice(start, end), kind, phrase]);

test('finds the longest terms in order, with their places', () => {
  expect(read('Acme Bunk Beds, Navy, 1.5 Metres')).toEqual([
    ['Bunk Beds', 'type', 'bunk bed'],
    ['Navy', 'colour', 'navy'],
    ['1.5 Metres', 'size', '1.5 m'],
  ]);
});

test('a synonym has the canonical phrase and its category', () => {
  const [roll] = tag('Dunny Roll');
  expect(roll).toMatchObject({ kind: 'type', phrase: 'toilet paper', category: 'Cleaning' });
  expect(read('refurb', new Set(['condition']))).toEqual([['refurb', 'condition', 'refurbished']]);
});

test('a phrase with several rows has several tags', () => {
  const kinds = new Set<Kind>(['type', 'hint']);
  expect(tag('kettle', kinds).map(({ kind, category }) => [kind, category])).toEqual([
    ['type', 'Kitchen Appliances'],
    ['hint', 'Groceries'],
  ]);
});

test('compares in the singular, without accents and apostrophes', () => {
  expect(read('Kids’ Crème Brûlée', new Set(['audience']))).toEqual([
    ['Kids’', 'audience', 'kids'],
  ]);
  expect(read('box of tissues', new Set(['type', 'term']))).toEqual([
    ['box of tissues', 'type', 'tissue'],
  ]);
});

test.each([
  ['2L', '2 l'],
  ['1,200 g', '1200 g'],
  ['1,5 litres', '1.5 l'],
  ['65"', '65 inch'],
  ['65-inch', '65 inch'],
  ['256GB', '256 gb'],
  ['24 Pk', '24 pack'],
])('%s is the size %s', (text, size) => {
  expect(read(text, new Set(['size']))).toEqual([[text, 'size', size]]);
});

test.each(['Spray & Wipe', 'spray and wipe', 'Spray n’ Wipe'])('%s is one term', (text) => {
  expect(read(text)).toEqual([[text, 'term', 'spray and wipe']]);
});

test('a number sign stands for any number', () => {
  const kinds = new Set<Kind>(['type']);
  expect(read('Pixel 9 Pro', kinds)).toEqual([['Pixel 9 Pro', 'type', 'pixel # pro']]);
  expect(read('Pixel Pro', kinds)).toEqual([]);
});

test('the table has each term of a kind and category once', () => {
  const terms = TERMS.filter(({ kind }) => kind !== 'plain' && kind !== 'exclusive');
  const keys = terms.map(({ kind, category, phrase }) => {
    const words = tokensOf(phrase.replaceAll('#', '0')).map(({ key }) => key);
    return `${kind} ${category} ${phrase.includes('#')} ${words.join(' ')}`;
  });
  const once = new Set<string>();
  expect(keys.filter((key) => once.size === once.add(key).size)).toEqual([]);
});

test('no product type is written that its last word says', () => {
  const goods = TERMS.filter(({ kind }) => /^(?:type|ingredient|hint|term|compound)$/.test(kind));
  const named = Map.groupBy(
    goods.flatMap((term) => [term.phrase, ...term.synonyms].map((phrase) => ({ term, phrase }))),
    ({ phrase }) => phraseKey(phrase),
  );
  const general = new Set(TERMS.flatMap(({ kindOf }) => kindOf.map(phraseKey)));
  const isSaid = ({ phrase, category, kindOf, synonyms }: (typeof TERMS)[number]) => {
    const key = phraseKey(phrase);
    const [last = '', ...before] = key.split(' ').toReversed();
    const isOne = named.get(key)?.length === 1 && !general.has(key) && synonyms.length === 0;
    const ofLast = named.get(last)?.map(({ term }) => term) ?? [];
    return (
      isOne &&
      before.length > 0 &&
      before.every((word) => !named.has(word)) &&
      kindOf.every((kind) => phraseKey(kind) === last) &&
      ofLast.some((term) => term.kind === 'type' && term.phrase === last) &&
      ofLast.every((term) => term.category === category)
    );
  };
  const types = TERMS.filter(({ kind }) => kind === 'type');
  expect(types.filter(isSaid).map(({ phrase }) => phrase)).toEqual([]);
});
