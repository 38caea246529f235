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

/** What adults take or wear is no substitute for children. */
const SIZED: ReadonlySet<string> = new Set(['Pharmacy', 'Running Shoes', 'Shoes', 'Clothing']);

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
  const named = query.thing.map(typedOf);
  const ofThing = terms.flatMap(({ term }, nth) => (named.includes(typedOf(term)) ? nth : []));
  const things = types[0] === undefined ? ofThing : types;
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
  const substitutes = all.filter((each) => !isNoSubstitute(each, terms, things, categories));
  const rest = substitutes.filter((each) => isWithin(each) && isRelated(each));
  if (matches[0]) {
    const missing = terms.filter(
      ({ kind }, nth) => TOLD.has(kind) && !matches.some((each) => has(each, terms, nth)),
    );
    const fills = rest.filter(({ fit }) => fit >= weights.leastPart);
    return { products: filledUp(matches, fills), missing, beyond: [] };
  }
  if (complete[0])
    return { products: [], missing: [], beyond: complete.slice(0, FILL_TO).map(asSimilar) };
  const asksAccessory = query.thing.some(isAccessory);
  const similar = rest.filter((each) => isSimilarTo(each, terms, asksAccessory));
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
  return { products: [], missing, beyond: 2 * lost > terms.length ? [] : near.map(asSimilar) };
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
  const isOneWord = terms.length === 1 && !typedOf(terms[0]?.term ?? []).includes(' ');
  if (isOther && ((isOneWord && category === FOOD) || !isOfType(product, things))) return true;
  return isAccessory || (isOutside && !isTheThing && !categories.has(category));
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
  const { levels, fit } = product;
  const lacks = terms.filter(
    ({ isRequired, isUnseen, kind, term }, nth) =>
      isRequired &&
      !isUnseen &&
      kind !== 'substance' &&
      (kind !== 'type' || isModel(term)) &&
      !has(product, terms, nth),
  );
  if (lacks.some(({ term }) => isModel(term))) return false;
  // Without a known thing, half of the words tell what is asked for, and no number does; a case for another thing is no answer.
  const told = levels.filter((_level, nth) => !isNumber(terms[nth]));
  const had = told.filter((level) => level > LEVEL.none).length;
  const isKnown = !asksAccessory && terms.some(({ kind }) => kind === 'type');
  const isEnough = isKnown || 2 * had >= told.length;
  return isEnough && fit >= (lacks[0] ? weights.leastPart : weights.leastFit);
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
