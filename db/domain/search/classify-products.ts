/*
 * Which ranked products match a query, and which are only similar. A match has every term that tells products apart: the thing, its brand
 * and model, the absence of a substance. Similar products are of the requested type and lack other terms; they fill an answer.
 */

import { phrasesOf } from '../lexicon/lexicon.ts';
import { sameAs } from '../lexicon/synonyms.ts';
import { singularOf } from '../lexicon/tokens.ts';
import { familiesOf } from './families.ts';
import { type MatchedProduct, offersWithin } from './filter-products.ts';
import { FRUITS } from './name-head.ts';
import type { ParsedQuery } from './parse-query.ts';
import { isModel } from './query-terms.ts';
import { isAccessory, typedOf } from './query-type.ts';
import { LEVEL, type RankTerm, type Reading, type TermKind } from './rank-terms.ts';
import weights from './rank-weights.json' with { type: 'json' };
import {
  lastWord,
  type RankedProduct,
  type ScoredProduct,
  scoreProducts,
} from './score-products.ts';

/** Terms that a match has. */
const NEEDED: ReadonlySet<TermKind> = new Set(['brand', 'model', 'other', 'substance']);
/** Terms that a match has if any product of the type has them. */
const APART: ReadonlySet<TermKind> = new Set(['amount', 'audience', 'distinction', 'description']);
/** Terms of which a shopper is told where no match has them. */
const TOLD: ReadonlySet<TermKind> = new Set(['amount', 'distinction']);

/** What adults take or wear is no substitute for children. */
const SIZED: ReadonlySet<string> = new Set(['Pharmacy', 'Running Shoes', 'Shoes', 'Clothing']);

/** Food that other goods taste of. */
const TASTES: ReadonlySet<string> = new Set([...FRUITS, ...phrasesOf('seasoning')]);

/** The nearest products are of the requested type if one of those fits about as well as any other. */
const NEAR = 0.9;

/** Models that similar products fill an answer to: a page. */
const FILL_TO = 24;

export interface Classified {
  /** Matches, then similar ones, each best first. */
  products: MatchedProduct[];
  /** The terms that none of the products has, of which the shopper is told. */
  missing: RankTerm[];
  /** Where nothing is even similar: products of the type without the limits, brand or model of the query. */
  beyond: MatchedProduct[];
}

/** Splits ranked products into matches and similar ones, for a query or for each of its two things. */
export function classifyReadings(
  whole: ParsedQuery,
  readings: readonly Reading[],
  ranked: readonly RankedProduct[],
): Classified {
  let from = 0;
  const each = readings.map(({ query, terms }) => {
    const start = from;
    from += terms.length;
    if (readings.length === 1) return classify(query, terms, ranked);
    const own = ranked.map((product) => ({
      ...product,
      levels: product.levels.slice(start, from),
    }));
    return classify(query, terms, own);
  });
  const [first = { products: [], missing: [], beyond: [] }, second] = each;
  if (!second) return first;
  const matchesOf = ({ products }: Classified) => products.filter(({ isSimilar }) => !isSimilar);
  const products = new Map<string, MatchedProduct>();
  for (const product of each.flatMap(matchesOf)) {
    const other = products.get(product.productId);
    const points = other ? Math.max(other.points, product.points) + weights.both : product.points;
    if (offersWithin(whole, product).length > 0)
      products.set(product.productId, { ...product, points });
  }
  if (products.size === 0) return first;
  const missing = readings.flatMap(({ terms }, nth) =>
    matchesOf(each[nth] ?? first)[0] ? [] : terms,
  );
  const sorted = [...products.values()].toSorted((a, b) => b.points - a.points);
  return { products: sorted, missing, beyond: [] };
}

function classify(
  query: ParsedQuery,
  terms: readonly RankTerm[],
  ranked: readonly RankedProduct[],
): Classified {
  const all = scoreProducts(query, terms, ranked);
  const types = [...terms.keys()].filter((nth) => terms[nth]?.kind === 'type');
  const isWithin = (product: ScoredProduct) => offersWithin(query, product).length > 0;
  // Fish oil and face oil share a word.
  const isRelated = (each: ScoredProduct) =>
    isOfType(each, types) ||
    (types.every((nth) => levelOf(each, nth) >= LEVEL.part) && isOfCategory(each, query)) ||
    each.fit >= weights.leastWithout;
  const sure = all.filter((each) => isSurelyOfType(each, query, types));
  const needed = neededTerms(query, terms, sure.filter(isWithin));
  const complete = sure.filter((each) => needed.every((nth) => has(each, terms, nth)));
  const matches = complete.filter(isWithin);
  if (matches[0]) {
    const missing = terms.filter(
      ({ kind }, nth) => TOLD.has(kind) && !matches.some((each) => has(each, terms, nth)),
    );
    const rest = all.filter((each) => isRelated(each) && isWithin(each) && mayFill(each, matches));
    return { products: filledUp(matches, rest), missing, beyond: [] };
  }
  if (complete[0])
    return { products: [], missing: [], beyond: complete.slice(0, FILL_TO).map(asSimilar) };
  const asksAccessory = query.thing.some(isAccessory);
  const isTaste = types.some((nth) => TASTES.has(singularOf(typedOf(terms[nth]?.term ?? []))));
  const similar = all.filter(
    (each) =>
      (asksAccessory ? isOfType(each, types) : isRelated(each)) &&
      isWithin(each) &&
      !(isTaste && each.isOther) &&
      isSimilarTo(each, terms, asksAccessory),
  );
  if (similar[0]) {
    const isMissing = (nth: number) => !similar.some((each) => has(each, terms, nth));
    const missing = needed.filter(isMissing).flatMap((nth) => terms[nth] ?? []);
    return { products: similar.slice(0, FILL_TO).map(asSimilar), missing, beyond: [] };
  }
  const ofType = all.filter((each) => isOfType(each, types));
  return { products: [], ...nearestOf(terms, all, ofType) };
}

const levelOf = ({ levels }: ScoredProduct, nth: number) => levels[nth] ?? LEVEL.none;

/** Whether a product may be of the requested type: by its head noun, or by the words of the type in its name or shelf. */
function isOfType(product: ScoredProduct, types: readonly number[]): boolean {
  return (
    types.length === 0 ||
    (product.isTheThing && types.length < 2) ||
    (types.every((nth) => levelOf(product, nth) >= LEVEL.part) &&
      types.some((nth) => levelOf(product, nth) >= LEVEL.shelf))
  );
}

/** Whether a product is of the requested type: it has all of its words, and is known neither as other goods nor of another category. */
function isSurelyOfType(
  product: ScoredProduct,
  query: ParsedQuery,
  types: readonly number[],
): boolean {
  const { thing } = query;
  const { isAccessory, isTheThing, isOther, isOutside, fit } = product;
  // A baby bottle ends like a gas bottle, and is of another department; of bottles alone both are some.
  const isQualified = thing.length > 1 || thing.some((term) => typedOf(term).includes(' '));
  return (
    !isAccessory &&
    fit >= weights.leastFit &&
    types.every((nth) => levelOf(product, nth) >= LEVEL.shelf) &&
    (isTheThing ? !(isQualified && isOutside) : !isOther && isOfCategory(product, query))
  );
}

/** Whether a product may be of the category that a query names. */
const isOfCategory = ({ category }: ScoredProduct, query: ParsedQuery): boolean =>
  category === null || query.category === null || category === query.category;

/**
 * Whether a product may fill an answer behind the matches: one with all words in its name, else no accessory, and nothing of a department
 * without a match, as a scooter called Razor is no substitute for razors.
 */
function mayFill(product: ScoredProduct, matches: readonly ScoredProduct[]): boolean {
  const { levels, fit, isAccessory, isOutside, isTheThing, category } = product;
  if (levels.length > 1 && levels.every((level) => level >= LEVEL.synonym)) return true;
  const isElsewhere =
    isOutside && !isTheThing && !matches.some((each) => each.category === category);
  return !isAccessory && !isElsewhere && fit >= weights.leastPart;
}

/** Whether a product has the nth term: a required one in its name or shelf. */
function has({ levels }: ScoredProduct, terms: readonly RankTerm[], nth: number): boolean {
  return (levels[nth] ?? LEVEL.none) >= (terms[nth]?.isRequired ? LEVEL.shelf : LEVEL.description);
}

/** Whether a type says a word by itself: a stick vacuum is a cordless vacuum. */
const isImplied = (word: string, type: string): boolean =>
  sameAs(type).some((same) => same.split(' ').includes(word) && lastWord(same) === lastWord(type));

/** The terms that a match has. What no product of the type has tells none of them apart, unless it may name another thing. */
function neededTerms(
  query: ParsedQuery,
  terms: readonly RankTerm[],
  within: readonly ScoredProduct[],
): number[] {
  const isForChildren = query.isForChildren && SIZED.has(query.category ?? '');
  const types = terms.flatMap(({ kind, term }) => (kind === 'type' ? [term] : []));
  return [...terms.keys()].filter((nth) => {
    const { kind = 'other', term = [] } = terms[nth] ?? {};
    if (kind === 'type') return isModel(term);
    if (NEEDED.has(kind) || (kind === 'audience' && isForChildren)) return true;
    if (types.some((type) => isImplied(typedOf(term), typedOf(type)))) return false;
    return APART.has(kind) && within.some((product) => has(product, terms, nth));
  });
}

/** Whether a product of the type may stand for one that matches. Without brand, model or condition it must fit well, as it is another product. */
function isSimilarTo(
  product: ScoredProduct,
  terms: readonly RankTerm[],
  asksAccessory: boolean,
): boolean {
  const { levels, fit, isAccessory } = product;
  const lacks = terms.filter(
    ({ isRequired, isUnseen, kind, term }, nth) =>
      isRequired &&
      !isUnseen &&
      kind !== 'substance' &&
      (kind !== 'type' || isModel(term)) &&
      !has(product, terms, nth),
  );
  if (isAccessory || lacks.some(({ term }) => isModel(term))) return false;
  // Without a known thing, half of the words tell what is asked for; a case for another thing is no answer.
  const had = levels.filter((level) => level > LEVEL.none).length;
  const isKnown = !asksAccessory && terms.some(({ kind }) => kind === 'type');
  const isEnough = isKnown || 2 * had >= levels.length;
  return isEnough && fit >= (lacks[0] ? weights.leastPart : weights.leastFit);
}

const asSimilar = (product: ScoredProduct): MatchedProduct => ({ ...product, isSimilar: true });

/** Matches, and as many similar products as fill a page. */
function filledUp(
  matches: readonly ScoredProduct[],
  rest: readonly ScoredProduct[],
): MatchedProduct[] {
  const models = new Set(familiesOf(matches).values()).size;
  const matched = new Set(matches);
  const similar = rest.filter((each) => !matched.has(each));
  return [...matches, ...similar.slice(0, Math.max(0, FILL_TO - models)).map(asSimilar)];
}

/** The products that come nearest, and the terms that these lack. */
function nearestOf(
  terms: readonly RankTerm[],
  all: readonly ScoredProduct[],
  ofType: readonly ScoredProduct[],
): Pick<Classified, 'missing' | 'beyond'> {
  const best = Math.max(0, ...all.map(({ fit }) => fit));
  const isAsNear = ({ fit, isOther }: ScoredProduct) => fit >= NEAR * best && !isOther;
  const near = (ofType.some(isAsNear) ? ofType : all.filter(isAsNear)).slice(0, FILL_TO);
  const [nearest] = near;
  const missing = terms.filter(
    ({ isRequired }, nth) =>
      !near.some((product) => has(product, terms, nth)) ||
      (isRequired && nearest && !has(nearest, terms, nth)),
  );
  // A stand mixer is no alternative to a laptop stand.
  const isNear = missing.every(({ kind, term }) => kind !== 'type' || isModel(term));
  return { missing, beyond: isNear ? near.map(asSimilar) : [] };
}
