import { expect, test } from 'vitest';
import { cents } from '../money.ts';
import { classifyReadings } from './classify-products.ts';
import { parseQuery } from './parse-query.ts';
import { type CatalogueWords, LEVEL, rankTerms, readingOf } from './rank-terms.ts';
import { type RankedProduct, scoreProducts } from './score-products.ts';

const WORDS: CatalogueWords = {
  offers: new Map(
    ['kettle', 'acme', 'bold', 'steel', 'nappies', 'cream', 'organic'].map((word) => [word, 50]),
  ),
  mostOffers: 100,
  heads: new Set(['kettle', 'cream']),
};

/** A kettle of $50 with the terms of a query at these levels. */
function kettle(
  productId: string,
  levels: number[],
  own: Partial<RankedProduct> = {},
  dollars = 50,
): RankedProduct {
  const unknown = { brand: null, sizes: null, specs: [], usualCents: null, familyKeys: [] };
  const offer = { shop: 'Kite', priceCents: cents(dollars * 100), canBuy: true, inStock: true };
  return {
    ...{ productId, head: 'kettle', category: 'Kitchen Appliances', prior: 0, ...unknown },
    ...{ levels, pairs: 0 },
    ...own,
    offers: [{ ...offer, isOnSale: false, unitPrice: null, score: null, trust: 5, rating: null }],
  };
}

function classified(query: string, products: RankedProduct[], isUnsold = false) {
  const understood = parseQuery(query, WORDS.offers);
  const found = classifyReadings(understood, [readingOf(understood, WORDS)], products, isUnsold);
  const idsOf = (isSimilar: boolean) =>
    found.products
      .filter((product) => product.isSimilar === isSimilar)
      .map(({ productId }) => productId);
  return {
    matches: idsOf(false),
    similar: idsOf(true),
    beyond: found.beyond.map(({ productId }) => productId),
    missing: found.missing.map(({ term: [typed] }) => typed),
  };
}

const { typed, shelf, part, none } = LEVEL;

test('a product without the brand of the query is similar', () => {
  const products = [kettle('acme', [typed, typed]), kettle('bold', [none, typed])];
  expect(classified('acme kettle', products)).toMatchObject({
    matches: ['acme'],
    similar: ['bold'],
  });
});

test('a type beside another one of the same category is a match, and a cream for it is not', () => {
  const jug = { head: 'toaster' };
  const products = [
    kettle('kettle', [typed, typed], { prior: 4 }),
    kettle('twice', [typed, typed], jug),
    kettle('cleaner', [typed, typed], { ...jug, head: 'cleaner' }),
  ];
  expect(classified('acme kettle', products)).toMatchObject({
    matches: ['kettle', 'twice'],
    similar: ['cleaner'],
  });
});

test('a description that no product of the type has tells none apart', () => {
  const products = [kettle('one', [none, typed]), kettle('two', [none, typed])];
  expect(classified('steel kettle', products).matches).toEqual(['one', 'two']);
  const [first, ...rest] = products;
  const steel = [{ ...first, levels: [typed, typed] } as RankedProduct, ...rest];
  expect(classified('steel kettle', steel)).toMatchObject({ matches: ['one'], similar: ['two'] });
});

test('a word that the type says by itself is no word apart: a stick vacuum is cordless', () => {
  const vacuum = { head: 'vacuum', category: 'Home Appliances' };
  const products = [
    kettle('printed', [typed, typed], vacuum),
    kettle('unprinted', [none, typed], vacuum),
  ];
  expect(classified('cordless stick vacuum', products).matches).toEqual(['printed', 'unprinted']);
});

test('the shopper is told of a distinguishing word that no product has', () => {
  expect(classified('organic kettle', [kettle('plain', [none, typed])]).missing).toEqual([
    'organic',
  ]);
});

test('an accessory and another thing with the word in its name never match beside the thing', () => {
  const products = [
    kettle('thing', [typed]),
    kettle('filter', [typed], { head: 'filter' }),
    kettle('mug', [typed], { head: 'mug' }),
    kettle('shelf', [shelf], { head: 'k2000' }),
  ];
  const { matches, similar } = classified('kettle', products);
  expect(matches).toContain('thing');
  expect(matches).not.toContain('mug');
  expect(similar).toContain('mug');
  expect([...matches, ...similar]).not.toContain('filter');
});

test('a best product of an odd category hides no other with all words', () => {
  const products = [
    kettle('odd', [typed, typed], { category: 'Automotive', prior: 4 }),
    kettle('usual', [typed, typed]),
  ];
  expect(classified('acme kettle', products).matches).toEqual(['odd', 'usual']);
});

test('a noun that its query qualifies is of the department of the whole', () => {
  const bottle = { head: 'bottle', category: 'Baby' };
  const products = [kettle('baby bottle', [none, typed], bottle)];
  expect(classified('gas bottle', products)).toMatchObject({ matches: [], similar: [] });
});

test('food is no substitute for what it is named after, and a match of what it is a kind of', () => {
  const food = (head: string) => kettle(head, [typed], { head, category: 'Groceries' });
  expect(classified('butter', [food('butter'), food('peanut butter')])).toMatchObject({
    matches: ['butter'],
    similar: [],
  });
  expect(classified('cheese', [food('cream cheese')]).matches).toEqual(['cream cheese']);
});

test('similar products stand by points, whatever their category; an accessory only with all words', () => {
  const products = [
    kettle('match', [typed, typed]),
    kettle('plain', [none, typed]),
    kettle('elsewhere', [typed, typed], { head: 'mug', category: 'Automotive' }),
    kettle('cable', [typed, typed], { head: 'cable' }),
    kettle('lid', [none, typed], { head: 'lid' }),
  ];
  expect(classified('acme kettle', products)).toMatchObject({
    matches: ['match'],
    similar: ['cable', 'elsewhere', 'plain'],
  });
});

test('what shares one word in a department without a match fills nothing', () => {
  const products = [
    kettle('match', [typed, typed]),
    kettle('mat', [typed, part], { head: 'mat', category: 'Automotive' }),
  ];
  expect(classified('acme kettle', products)).toMatchObject({ matches: ['match'], similar: [] });
});

test('goods with most of the query stand for it where none of the type has them', () => {
  const products = [kettle('near', [typed, typed, none])];
  expect(classified('acme bold kettle', products)).toMatchObject({
    matches: [],
    similar: ['near'],
  });
});

test('products beyond the limit of the query stand for it alone', () => {
  const found = classified('kettle under $20', [kettle('dear', [typed])]);
  expect(found).toMatchObject({ matches: [], similar: [], beyond: ['dear'] });
});

test('scores the thing before goods for it', () => {
  const query = parseQuery('kettle', WORDS.offers);
  const scored = scoreProducts(query, rankTerms(query, WORDS), [
    kettle('case', [typed], { head: 'case' }),
    kettle('thing', [typed]),
  ]);
  expect(scored.map(({ productId }) => productId)).toEqual(['thing', 'case']);
  expect(scored.at(-1)).toMatchObject({ isAccessory: true, isTheThing: false });
});

test('a brand by its stem alone is a mention', () => {
  const query = parseQuery('baileys', WORDS.offers);
  const [ladder] = scoreProducts(query, rankTerms(query, WORDS), [
    kettle('ladder', [typed], { brand: 'Bailey', head: 'ladder' }),
  ]);
  expect(ladder?.levels).toEqual([LEVEL.description]);
});

test('a kind of the thing is a match, whatever its category; goods of another department that end alike are not', () => {
  const products = [
    kettle('tumbler', [LEVEL.synonym], { head: 'tumbler', category: 'Cookware' }),
    kettle('sprayer', [part], { head: 'bottle', category: 'Garden' }),
  ];
  expect(classified('water bottle', products)).toMatchObject({ matches: ['tumbler'], similar: [] });
});

test('goods with a noun of their own only share an ambiguous word', () => {
  const products = [
    kettle('cream', [typed], { head: 'cream', category: 'Groceries' }),
    kettle('colour', [typed], { head: 'paint' }),
  ];
  expect(classified('cream', products)).toMatchObject({ matches: ['cream'], similar: ['colour'] });
});

test('a compound that no product has is no reason to show goods with half of it', () => {
  const food = { head: 'dog food', category: 'Pet Food' };
  const found = classified('dog bed', [kettle('food', [typed, none], food)]);
  expect(found).toMatchObject({ matches: [], similar: [] });
});

test('what stands behind "with" is a part that a match has, where any product of the type has it', () => {
  const products = [kettle('part', [typed, LEVEL.description]), kettle('none', [typed, none])];
  expect(classified('kettle with bold', products)).toMatchObject({
    matches: ['part'],
    similar: ['none'],
  });
  expect(classified('kettle for bold', products).matches).toEqual(['part', 'none']);
});

test('what a purpose names sets apart the goods that print it', () => {
  const products = [kettle('printed', [typed, typed]), kettle('none', [typed, none])];
  expect(classified('kettle for bold', products)).toMatchObject({
    matches: ['printed'],
    similar: ['none'],
  });
});

test.each(['zzqxwv 3', 'zzqxwv 3kg'])(
  'a product with only the number of “%s” is not similar',
  (query) => {
    const { matches, similar } = classified(query, [kettle('one', [none, typed])]);
    expect([...matches, ...similar]).toEqual([]);
  },
);

test('a word that only a shared shelf has names no match', () => {
  expect(classified('bold', [kettle('shared', [part]), kettle('own', [shelf])])).toMatchObject({
    matches: ['own'],
  });
});

test('half of the words make no goods similar to what no shop sells', () => {
  const products = [kettle('kettle', [typed, none])];
  expect(classified('kettle pistol', products).similar).toEqual(['kettle']);
  const found = classified('kettle pistol', products, true);
  expect(found).toMatchObject({ matches: [], similar: [], beyond: [] });
});

test('goods of another department that are called alike are no substitute', () => {
  const products = [
    kettle('beard', [typed], { head: 'trimmer', category: 'Beauty' }),
    kettle('hedge', [LEVEL.synonym], { head: 'trimmer', category: 'Garden' }),
  ];
  expect(classified('beard trimmer', products)).toMatchObject({ matches: ['beard'], similar: [] });
});

test('shoes of adults are no substitute for those of children', () => {
  const shoes = { head: 'shoe', category: 'Shoes' };
  const products = [kettle('adult', [none, typed], shoes)];
  expect(classified('kids shoes', products)).toMatchObject({ matches: [], similar: [] });
});
