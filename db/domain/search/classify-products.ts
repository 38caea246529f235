/*
 * Which ranked products match a query, and which are only similar. A match has every term that tells products apart: the thing, its brand
 * and model, the absence of a substance. Similar products are of the requested type and lack other terms; they fill an answer.
 */

import { sameAs } from '../lexicon/synonyms.ts';
import { familiesOf } from './families.ts';
import { type MatchedProduct, offersWithin } from './filter-products.ts';
import type { ParsedQuery } from './parse-query.ts';
import { isModel } from './query-terms.ts';
import { isAccessory, typedOf } from './query-type.ts';
import { LEVEL, type RankTerm, type Reading, type TermKind } from './rank-terms.ts';
import weights from './rank-weights.json' with { type: 'json' };
import {
  FOOD,
  lastWord,
  type RankedProduct,
  type ScoredProduct,
  scoreProducts,
} from './score-products.ts';

/** Terms that a match has. */
const NEEDED: ReadonlySet<TermKind> = new Set(['brand', 'model', 'other', 'substance']);
/** Terms that a match has if any product of the type has them. */
const APART: ReadonlySet<TermKind> = new Set([
  ...(['amount', 'audience', 'distinction', 'description', 'purpose'] as const),
]);
/** Terms of which a shopper is told where no match has them. */
const TOLD: ReadonlySet<TermKind> = new Set(['amount', 'audience', 'distinction']);

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

/**
 * Splits ranked products into matches and similar ones, for a query or for each of its two things. `isUnsold`: it names goods that no
 * shop sells.
 */
export function classifyReadings(
  whole: ParsedQuery,
  readings: readonly Reading[],
  ranked: readonly RankedProduct[],
  isUnsold = false,
): Classified {
  let from = 0;
  const each = readings.map(({ query, terms }) => {
    const start = from;
    from += terms.length;
    if (readings.length === 1) return classify(query, terms, ranked, isUnsold);
    const own = ranked.map((product) => ({
      ...product,
      levels: product.levels.slice(start, from),
    }));
    return classify(query, terms, own, isUnsold);
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
  isUnsold: boolean,
): Classified {
  const all = scoreProducts(query, terms, ranked);
  const types = [...terms.keys()].filter((nth) => terms[nth]?.kind === 'type');
  const named = query.thing.map(typedOf);
  const things = terms.flatMap(({ term }, nth) => (named.includes(typedOf(term)) ? nth : []));
  const isWithin = (product: ScoredProduct) => offersWithin(query, product).length > 0;
  const sure = all.filter((each) => isSurelyOfType(each, query, types));
  const needed = neededTerms(query, terms, sure.filter(isWithin));
  const complete = sure.filter((each) => needed.every((nth) => has(each, terms, nth)));
  const matches = complete.filter(isWithin);
  const categories = new Set(matches.map(({ category }) => category));
  // Fish oil and face oil share a word.
  const isRelated = (each: ScoredProduct) =>
    isOfType(each, things) ||
    (things.every((nth) => levelOf(each, nth) >= LEVEL.part) && isOfCategory(each, query)) ||
    each.fit >= weights.leastWithout;
  const suits = (each: ScoredProduct) =>
    terms.every(({ kind }, nth) => !isForChild(query, kind) || has(each, terms, nth));
  const substitutes = all.filter(
    (each) => suits(each) && !isNoSubstitute(each, terms, things, categories),
  );
  // It fits well, and is no other model.
  const isAlike = (each: ScoredProduct) =>
    each.fit >= weights.leastPart &&
    terms.every(({ term }, nth) => !isModel(term) || has(each, terms, nth));
  const rest = substitutes.filter((each) => isWithin(each) && isRelated(each) && isAlike(each));
  if (matches[0]) {
    const missing = terms.filter(
      ({ kind }, nth) => TOLD.has(kind) && !matches.some((each) => has(each, terms, nth)),
    );
    return { products: filledUp(matches, rest), missing, beyond: [] };
  }
  if (complete[0])
    return { products: [], missing: [], beyond: complete.slice(0, FILL_TO).map(asSimilar) };
  // Half of the words tell what is asked for, most where one names what no shop sells; a case for another thing is no answer.
  const isKnown = types[0] !== undefined && !query.thing.some(isAccessory);
  const isEnough = (share: number) => (isUnsold ? share > 0.5 : isKnown || share >= 0.5);
  const similar = rest.filter((each) => isEnough(shareOf(each, terms)));
  if (similar[0]) {
    const isMissing = (nth: number) => !similar.some((each) => has(each, terms, nth));
    const missing = needed.filter(isMissing).flatMap((nth) => terms[nth] ?? []);
    return { products: similar.slice(0, FILL_TO).map(asSimilar), missing, beyond: [] };
  }
  const near = substitutes.filter((each) => isOfType(each, things)).slice(0, FILL_TO);
  const [nearest] = near;
  const missing = terms.filter(
    ({ isRequired }, nth) =>
      !near.some((each) => has(each, terms, nth)) ||
      (isRequired && nearest && !has(nearest, terms, nth)),
  );
  // A mount is no alternative to a TV wall mount.
  const lost = missing.filter(({ term }) => !isModel(term)).length;
  return {
    products: [],
    missing,
    beyond: isUnsold || 2 * lost > terms.length ? [] : near.map(asSimilar),
  };
}

const levelOf = ({ levels }: ScoredProduct, nth: number) => levels[nth] ?? LEVEL.none;

/** Whether a product may be of the requested type: by its head noun, or by the words of the type in its name or shelf. */
const isOfType = (product: ScoredProduct, types: readonly number[]): boolean =>
  types.length === 0 ||
  (product.isTheThing && !product.isOutside && types.length < 2) ||
  (types.every((nth) => levelOf(product, nth) >= LEVEL.part) &&
    types.some((nth) => levelOf(product, nth) >= LEVEL.shelf));

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
 * Whether a product is no substitute: an accessory, other goods without the type's words, food named after the query's one word (egg
 * mayonnaise), or of a department without a match. All words of a query in a name tell more, and most where nothing matches.
 */
function isNoSubstitute(
  product: ScoredProduct,
  terms: readonly RankTerm[],
  things: readonly number[],
  categories: ReadonlySet<string | null>,
): boolean {
  const { levels, fit, isAccessory, isOther, isOutside, isTheThing, category } = product;
  const had = (least: number) => levels.filter((level) => level >= least).length;
  const hasAll = terms.length > 1 && had(LEVEL.synonym) === terms.length;
  const hasMost = fit >= weights.leastWithout && 2 * had(LEVEL.description) > terms.length;
  if (hasAll || (terms.length > 1 && hasMost && categories.size === 0))
    return isAccessory && !hasAll;
  const isTyped = things.every((nth) => levelOf(product, nth) === LEVEL.typed);
  const isOneWord = terms.length === 1 && !typedOf(terms[0]?.term ?? []).includes(' ');
  if (isOther && ((isOneWord && category === FOOD) || !isOfType(product, things))) return true;
  return isAccessory || (isOutside && !(isTheThing && isTyped) && !categories.has(category));
}

/** Whether a product has the nth term: a required one in its name or shelf, and what it is for in the shopper's words. */
function has(product: ScoredProduct, terms: readonly RankTerm[], nth: number): boolean {
  const { isRequired = false, kind } = terms[nth] ?? {};
  if (kind === 'purpose') return levelOf(product, nth) === LEVEL.typed;
  return levelOf(product, nth) >= (isRequired ? LEVEL.shelf : LEVEL.description);
}

/** Whether a type says a word by itself: a stick vacuum is a cordless vacuum. */
const isImplied = (word: string, type: string): boolean =>
  sameAs(type).some((same) => same.split(' ').includes(word) && lastWord(same) === lastWord(type));

/** What adults take or wear is no substitute for children. */
const SIZED: ReadonlySet<string> = new Set(['Pharmacy', 'Running Shoes', 'Shoes', 'Clothing']);
const isForChild = ({ isForChildren, category }: ParsedQuery, kind: TermKind): boolean =>
  kind === 'audience' && isForChildren && SIZED.has(category ?? '');

/** The terms that a match has. What no product of the type has tells none of them apart, unless it may name another thing. */
function neededTerms(
  query: ParsedQuery,
  terms: readonly RankTerm[],
  within: readonly ScoredProduct[],
): number[] {
  const types = terms.flatMap(({ kind, term }) => (kind === 'type' ? [typedOf(term)] : []));
  return [...terms.keys()].filter((nth) => {
    const { kind = 'other', term = [] } = terms[nth] ?? {};
    if (kind === 'type') return isModel(term);
    if (NEEDED.has(kind) || isForChild(query, kind)) return true;
    if (types.some((type) => isImplied(typedOf(term), type))) return false;
    return APART.has(kind) && within.some((product) => has(product, terms, nth));
  });
}

/** The share of a query's words that a product has; numbers tell nothing. */
function shareOf({ levels }: ScoredProduct, terms: readonly RankTerm[]): number {
  const told = levels.filter((_level, nth) => !isNumber(terms[nth]));
  return told.filter((level) => level > LEVEL.none).length / Math.max(1, told.length);
}

const isNumber = (term?: RankTerm): boolean =>
  term?.kind === 'amount' || /^[\d.]+$/.test(typedOf(term?.term ?? []));

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
