/*
 * The terms of a query as searches weigh them. Every term is optional: a product's fit is the share of the terms' weights that it has, by
 * field and by how it has the term (rank-weights.json, fitted by tests/bench/search/fit.ts).
 */
import { isMake } from '../categories/product-category.ts';
import { setsApart } from '../lexicon/synonyms.ts';
import { singularOf } from '../lexicon/tokens.ts';
import { remembered } from '../remembered.ts';
import { namesAudience } from './audiences.ts';
import type { ParsedQuery } from './parse-query.ts';
import type { Term } from './query-terms.ts';
import {
  endsInFree,
  isAmount,
  isDescription,
  isInCategories,
  isThing,
  typedOf,
} from './query-type.ts';
import weights from './rank-weights.json' with { type: 'json' };

/** What a term says of a product. */
export type TermKind =
  | 'type'
  | 'brand'
  | 'model'
  | 'other'
  | 'amount'
  | 'substance'
  | 'audience'
  | 'distinction'
  | 'description'
  | 'purpose';

/** What the catalogue says about words. */
export interface CatalogueWords {
  /** Offers by word, of all words without digits; empty before they are counted. */
  offers: ReadonlyMap<string, number>;
  /** Offers of the commonest word. */
  mostOffers: number;
  /** Words that are head nouns of products. */
  heads: ReadonlySet<string>;
}

/** A query, or one of its two things, with its terms. */
export interface Reading {
  query: ParsedQuery;
  terms: RankTerm[];
}

export interface RankTerm {
  term: Term;
  kind: TermKind;
  /** 0 for a word of most offers, 1 for one of none. */
  rarity: number;
  /** A product without it is another product, unless no product has it. */
  isRequired: boolean;
  /** Neither names nor descriptions of any product have it. */
  isUnseen: boolean;
  isUnprinted: boolean;
}

/** Whether a term states a figure or a model. */
const hasDigit = (term: Term) => /\d/.test(typedOf(term));

/** Kinds of which a product without the term is another one. */
const REQUIRED: ReadonlySet<TermKind> = new Set(['type', 'brand', 'model', 'substance']);

/** Terms of a query that searches read. */
const MOST_TERMS = 12;

/**
 * Reads a query with its terms. It keeps no head noun where the head is none that we know: a name ("wii") is on many kinds of goods, and
 * an unknown noun behind a known one is the head: a "wine rack" is no wine.
 */
export function readingOf(query: ParsedQuery, words: CatalogueWords): Reading {
  const terms = rankTerms(query, words).slice(0, MOST_TERMS);
  const last = terms.findLast(({ term, kind }) => HEADS.has(kind) && !hasDigit(term));
  const isNamed = terms.some(({ kind }) => kind === 'type') && last?.kind !== 'other';
  return { query: isNamed ? query : { ...query, headNouns: [] }, terms };
}
const HEADS: ReadonlySet<TermKind> = new Set(['type', 'brand', 'model', 'other']);

/** The words that no product has and that may name goods: the last noun of a query, or any where none is known. */
export function unknownNouns(terms: readonly RankTerm[]): string[] {
  const nouns = terms.filter(({ term, kind }) => HEADS.has(kind) && !hasDigit(term));
  const isKnown = nouns.some(({ kind }) => kind === 'type');
  return nouns
    .slice(isKnown ? -1 : 0)
    .flatMap(({ isUnseen, kind, term }) => (isUnseen && kind !== 'brand' ? typedOf(term) : []));
}

/** Weighs the terms of a query, and those that products better have. */
export function rankTerms(query: ParsedQuery, words: CatalogueWords): RankTerm[] {
  const named = query.terms.map((term) => ({ term, kind: kindOf(term, query, words) }));
  const preferred = query.preferred.map((term) => ({ term, kind: 'purpose' as const }));
  return [...named, ...preferred].map(({ term: whole, kind }) => {
    const printed = whole.filter((word) => !isUnprinted(word, words));
    const term = printed[0] ? printed : whole;
    const offers = offersOf(term, words);
    const isUnseen = offers === 0 && !hasDigit(term) && words.offers.size > 0;
    const most = Math.max(1, words.mostOffers);
    return {
      term,
      kind,
      rarity: Math.log(1 + most / (1 + offers)) / Math.log(1 + most),
      isRequired: REQUIRED.has(kind) || query.thing.includes(whole),
      isUnseen,
      isUnprinted: printed.length === 0,
    };
  });
}

/** An activity that no offer prints must not match by its stem: fish oil is no fishing goods. */
const isUnprinted = (word: string, { offers }: CatalogueWords) =>
  offers.size > 0 && /^\p{L}+ing$/u.test(word) && !offers.has(word);

/** The weight of a term beside those of the others. */
export function weightOf({ kind, rarity, isUnseen }: Weighed): number {
  return weights.kinds[kind] * (1 + weights.rarity * rarity) * (isUnseen ? weights.unseen : 1);
}

type Weighed = Pick<RankTerm, 'kind' | 'rarity' | 'isUnseen'>;

function kindOf(term: Term, query: ParsedQuery, words: CatalogueWords): TermKind {
  const typed = typedOf(term);
  if (term.some(endsInFree)) return 'substance';
  if (isMake(typed)) return 'brand';
  const isCompound = query.thing.length > 1 && !query.thing.some((each) => isMake(typedOf(each)));
  if (query.thing.includes(term) && (isCompound || isKnown(term, words))) return 'type';
  if (isAmount(term)) return 'amount';
  if (query.purpose.includes(term)) return query.isPart ? 'description' : 'purpose';
  if (namesAudience(typed)) return 'audience';
  if (setsApart(typed)) return 'distinction';
  if (isDescription(term)) return words.heads.has(typed) ? 'other' : 'description';
  if (/\p{L}-?\d|\d\p{L}/u.test(typed)) return 'model';
  return 'other';
}

/** Whether a term names a thing, to our categories, by a synonym, or as the head noun of products. */
export function isKnown(term: Term, words: CatalogueWords): boolean {
  return (
    isThing(term) ||
    term.length > 1 ||
    words.heads.has(singularOf(typedOf(term).split(' ').at(-1) ?? ''))
  );
}

/** Whether a term may be misspelt: no offer has it, and we know no such word. */
export function isMisspelt(term: Term, words: CatalogueWords): boolean {
  if (term.length > 1 || hasDigit(term) || isDescription(term) || isInCategories(term))
    return false;
  return offersOf(term, words) === 0;
}

/** The offers that have a term, in any of its forms; of a phrase, those of its rarest word. */
export function offersOf(term: Term, { offers }: CatalogueWords): number {
  const ofWord = (word: string) => Math.max(...formsOf(word).map((form) => offers.get(form) ?? 0));
  return term.reduce((sum, phrase) => sum + Math.min(...phrase.split(/[ -]/).map(ofWord)), 0);
}

/** Forms of a word that share its stem, as far as its ending shows. */
export const formsOf = remembered((word): readonly string[] => {
  const stem = word.replace(/(?<=[^s])s$|es$|ies$|ing$|ed$/, '');
  return [word, stem, `${word}s`, `${word}es`, `${stem}e`, `${stem}y`, `${stem}ing`];
});

/** How a product has a term: in part (the last word of a phrase, or a shelf that it shares with other goods), in its own shelf, in its name. */
export const LEVEL = { none: 0, description: 1, part: 2, shelf: 3, synonym: 4, typed: 5 } as const;

export const levelFactors = (): number[] => [
  0,
  weights.description,
  weights.part,
  weights.shelf,
  weights.synonym,
  1,
];

/** The share of the terms' weights that a product has, 0 to 1. */
export function fitOf(terms: readonly Weighed[], levels: readonly number[]): number {
  const factors = levelFactors();
  let [had, all] = [0, 0];
  for (const [nth, term] of terms.entries()) {
    const weight = weightOf(term);
    all += weight;
    had += weight * (factors[levels[nth] ?? 0] ?? 0);
  }
  return all === 0 ? 0 : had / all;
}

/** Most terms whose combinations decide which products are looked at; the others count as matched. */
const MOST_COMBINED = 6;

/** The least sets of terms that reach `least` of all weight: a product with none of them cannot fit. */
export function leastSets(terms: readonly RankTerm[], least: number): RankTerm[][] {
  const sorted = terms
    .filter((term) => !term.isUnprinted)
    .toSorted((a, b) => weightOf(b) - weightOf(a));
  const combined = sorted.slice(0, MOST_COMBINED);
  const sum = (some: readonly RankTerm[]) =>
    some.reduce((total, term) => total + weightOf(term), 0);
  const needed = least * sum(terms) - sum(sorted.slice(MOST_COMBINED)) - 1e-9;
  const sets: RankTerm[][] = [];
  const extend = (set: RankTerm[], from: number) => {
    if (sum(set) >= needed && set[0]) {
      sets.push(set);
      return;
    }
    for (let at = from; at < combined.length; at += 1) {
      const next = combined[at];
      if (next) extend([...set, next], at + 1);
    }
  };
  extend([], 0);
  return sets;
}
