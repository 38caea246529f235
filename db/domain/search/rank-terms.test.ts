import { expect, test } from 'vitest';
import { parseQuery } from './parse-query.ts';
import {
  type CatalogueWords,
  fitOf,
  formsOf,
  isMisspelt,
  LEVEL,
  leastSets,
  offersOf,
  rankTerms,
  weightOf,
} from './rank-terms.ts';

const WORDS: CatalogueWords = {
  offers: new Map([
    ['kettle', 400],
    ['milk', 1_000],
    ['kambrook', 30],
    ['treats', 8],
    ['steel', 200],
    ['gooseneck', 2],
  ]),
  mostOffers: 1_000,
  heads: new Set(['kettle', 'milk']),
};

const ranked = (query: string) => rankTerms(parseQuery(query, WORDS.offers), WORDS);

test.each([
  ['kambrook steel kettle', ['brand', 'distinction', 'type']],
  ['organic milk 2l', ['distinction', 'type', 'amount']],
  ['gluten free milk', ['substance', 'type']],
  ['kids kettle', ['audience', 'type']],
  ['kettle bes870', ['model', 'type']],
])('%s: %j', (query, kinds) => {
  const found = ranked(query).map(({ kind }) => kind);
  expect(found.toSorted()).toEqual(kinds.toSorted());
});

test('a rare word weighs more than a common one of its kind, a word of no product least', () => {
  const [common, rare] = ['kambrook', 'zzyzx'].map((word) => {
    const [term] = ranked(`${word} kettle`).filter(({ kind }) => kind !== 'type');
    return term;
  });
  expect(common).toMatchObject({ isUnseen: false, isRequired: true });
  expect(rare).toMatchObject({ isUnseen: true, rarity: 1 });
  const seen = { kind: 'other', rarity: 1, isUnseen: false } as const;
  expect(weightOf(seen)).toBeGreaterThan(weightOf({ ...seen, rarity: 0 }));
  expect(weightOf({ ...seen, isUnseen: true })).toBeLessThan(weightOf({ ...seen, rarity: 0 }));
});

test('the fit is the share of weight that a product has, by how it has it', () => {
  const terms = ranked('kambrook steel kettle');
  const all: number[] = terms.map(() => LEVEL.typed);
  expect(fitOf(terms, all)).toBeCloseTo(1);
  expect(
    fitOf(
      terms,
      terms.map(() => LEVEL.none),
    ),
  ).toBe(0);
  for (const level of [LEVEL.description, LEVEL.part, LEVEL.shelf, LEVEL.synonym]) {
    const fit = fitOf(terms, all.with(0, level));
    expect(fit).toBeGreaterThan(fitOf(terms, all.with(0, LEVEL.none)));
    expect(fit).toBeLessThan(1);
  }
});

test('a candidate has one of the least sets of terms, and every set reaches the fit', () => {
  const terms = ranked('acme steel gooseneck kettle');
  const sets = leastSets(terms, 0.5);
  for (const set of sets) {
    const levels = terms.map((term) => (set.includes(term) ? LEVEL.typed : LEVEL.none));
    expect(fitOf(terms, levels)).toBeGreaterThanOrEqual(0.5);
    for (const left of set) {
      const less = levels.map((level, nth) => (terms[nth] === left ? LEVEL.none : level));
      if (left === set.at(-1)) expect(fitOf(terms, less)).toBeLessThan(0.5);
    }
  }
  expect(leastSets(ranked('kettle'), 0.2).map((set) => set.length)).toEqual([1]);
  expect(leastSets([], 0.2)).toEqual([]);
});

test('counts the offers of a word in each of its forms', () => {
  expect(offersOf(['treat'], WORDS)).toBe(8);
  expect(formsOf('glasses')).toContain('glass');
  expect(isMisspelt(['kettel'], WORDS)).toBe(true);
  expect(isMisspelt(['kambrook'], WORDS)).toBe(false);
  expect(isMisspelt(['bes870'], WORDS)).toBe(false);
});
