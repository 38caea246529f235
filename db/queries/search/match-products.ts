/*
 * From the text of a query to its ranked products: steps 1 to 3 of search.ts, in at most three statements, whatever the text.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { tag } from '#domain/lexicon/lexicon.ts';
import { classifyReadings } from '#domain/search/classify-products.ts';
import { familiesOf } from '#domain/search/families.ts';
import {
  type MatchedProduct,
  type ProductFilters,
  passingOffers,
  tryFilters,
} from '#domain/search/filter-products.ts';
import { type ParsedQuery, parseQuery } from '#domain/search/parse-query.ts';
import { CONJUNCTION, splitPurpose, withoutLikes } from '#domain/search/query-grammar.ts';
import { isModel, partOf, type Term } from '#domain/search/query-terms.ts';
import { isAmount, isInCategories, typedOf } from '#domain/search/query-type.ts';
import {
  type CatalogueWords,
  isKnown,
  isMisspelt,
  offersOf,
  readingOf,
  unknownNouns,
} from '#domain/search/rank-terms.ts';
import { POINT, queryWords } from '#domain/search/search-words.ts';
import { nearAmount, suitsWish } from '#domain/search/size-wish.ts';
import { plainText } from '#domain/text/plain-text.ts';
import { catalogueWords } from './catalogue-words.ts';
import { correctWords, rightWords } from './correct-words.ts';
import { candidatesOf, rankProducts, type SearchNeeds } from './rank-products.ts';

/** How a query was read, and its products. */
export interface QueryMatch {
  understood: ParsedQuery;
  /** The query that was answered instead: with corrected spelling; null for the query as typed. */
  correctedTo: string | null;
  /** Best first, at most 500; matches before similar ones. */
  products: MatchedProduct[];
  /** tsquery of the products that can match. */
  candidates: string;
  /** Where no product matches: a similar query that has results, with a label that offers it, and its best products. */
  nearest: { query: string; label: string; products: MatchedProduct[] } | null;
}

/** Finds the products of a query, best first. Products above its price limit never match. */
export async function matchProducts(
  em: EntityManager,
  query: string,
  needs: SearchNeeds = {},
): Promise<QueryMatch> {
  const { corrected, understood, readings, ranked, isUnsold } = await rankQuery(em, query, needs);
  const { products, missing, beyond } = classifyReadings(understood, readings, ranked, isUnsold);
  const sorted = sortBySize(products, understood);
  const [{ terms } = { terms: [] }] = readings;
  const left = terms.flatMap((each) => {
    if (!missing.includes(each)) return typedOf(each.term);
    return isModel(each.term) ? partOf(each.term) : [];
  });
  const without = left.join(' ').replaceAll('-', ' ').replaceAll(POINT, '.');
  const told = missing.some(({ kind }) => kind !== 'description') ? without : null;
  const match = { understood, candidates: candidatesOf(readings) };
  if (sorted[0])
    return { ...match, correctedTo: told || corrected, products: sorted, nearest: null };
  const [part] = understood.parts;
  const general = withoutLikes(query);
  const nearer = missing.length === 0 && part ? part.without : without;
  const near = general === query ? nearer : general;
  const label = `Nothing for “${query.trim()}”. “${near}” instead?`;
  const isKnown = beyond[0] !== undefined || general !== query;
  const nearest = isKnown && near ? { query: near, label, products: beyond } : null;
  return { ...match, correctedTo: null, products: [], nearest };
}

/** What filters need of offers. */
export const needsOf = ({ minRating = 0, onSale = false }: ProductFilters): SearchNeeds => ({
  ratings: minRating > 0,
  sales: onSale,
});

/**
 * Every product that matches a query, similar ones left out, with its offers that pass the filters, if any; and the tsquery of the
 * products that can match.
 */
export async function allMatches(em: EntityManager, query: string, filters: ProductFilters) {
  const { products, understood, candidates } = await matchProducts(em, query, needsOf(filters));
  const matching = products.filter(({ isSimilar }) => !isSimilar);
  const tried = tryFilters(matching, { limits: understood, filters }, familiesOf(matching));
  const matches = tried.map((one) => ({ id: one.product.productId, offers: passingOffers(one) }));
  return { candidates, matches };
}

/** Reads a query and ranks the products that have enough of its terms, or of one of its two things. */
export async function rankQuery(em: EntityManager, query: string, needs: SearchNeeds) {
  const words = await catalogueWords(em);
  const typed = parseQuery(query, words.offers);
  const corrected = await correctedQuery(em, query, typed, words);
  const understood = corrected === null ? typed : parseQuery(corrected, words.offers);
  const readings = thingsOf(corrected ?? query, understood, words).map((each) =>
    readingOf(each, words),
  );
  const unknown = readings.flatMap(({ terms }) => unknownNouns(terms));
  const isUnsold = (await rightWords(unknown))[0] !== undefined;
  const [only] = understood.terms;
  const ranked = only ? await rankProducts(em, readings, needs, offersOf(only, words)) : [];
  return { corrected, understood, readings, ranked, isUnsold };
}

/** What a comparison names on both sides is a thing, be it known or not: "huggies vs babylove". */
const COMPARISON = /\s(?:vs\.?|versus)\s/i;

/** The two known or compared things that a query names, 'keyboard and mouse'; else the query. */
function thingsOf(query: string, whole: ParsedQuery, words: CatalogueWords): ParsedQuery[] {
  const sides = query.split(CONJUNCTION, 3);
  const [first = ''] = sides;
  // "Spray and wipe" is one term.
  const isOne = () =>
    tag(query).some(({ start, end }) => start < first.length && end > first.length);
  const isComparison = COMPARISON.test(query);
  // So is a "machine for tea and coffee".
  const isOfPurpose = !isComparison && splitPurpose(first).purpose !== '';
  if (sides.length !== 2 || isOfPurpose || isOne()) return [whole];
  const things = sides.map((side) => parseQuery(side, words.offers));
  // In "headphones, no earbuds or headsets" the second side is unwanted, too.
  const unwanted = whole.excluded.flat(2);
  const isWanted = (term: Term) => isKnown(term, words) && !unwanted.includes(typedOf(term));
  const areTwo = isComparison || things.every(({ thing }) => thing.some(isWanted));
  const { minCents, maxCents, isOnSale } = whole;
  return areTwo ? things.map((each) => ({ ...each, minCents, maxCents, isOnSale })) : [whole];
}

/**
 * Points that the smallest product gains where the query asks for a small one, the largest for a large one, and the size nearest to an
 * amount that the query states.
 */
const SIZE_POINTS = 3;

function sortBySize(
  products: MatchedProduct[],
  { sizeWish, terms }: ParsedQuery,
): MatchedProduct[] {
  const amounts = terms.filter(isAmount).flat();
  if (sizeWish === null && amounts.length === 0) return products;
  const suits = sizeWish ? suitsWish(products, sizeWish) : nearAmount(products, amounts);
  return products
    .map((each) => ({ ...each, points: each.points + SIZE_POINTS * (suits.get(each) ?? 0) }))
    .toSorted((a, b) => Number(a.isSimilar) - Number(b.isSimilar) || b.points - a.points);
}

/**
 * The query with its misspelt words corrected, to the spelling whose words we know best together; null where none is. Words of limits stay:
 * "under" is not "undercoat".
 */
async function correctedQuery(
  em: EntityManager,
  query: string,
  { terms, purpose }: ParsedQuery,
  words: CatalogueWords,
): Promise<string | null> {
  const named =
    purpose.length < terms.length ? terms.filter((term) => !purpose.includes(term)) : terms;
  const unknown = named.filter((term) => isMisspelt(term, words)).map(typedOf);
  if (unknown.length === 0) return null;
  const typed = queryWords(unknown.join(' '));
  const spellings = await correctWords(em, typed, words.offers);
  const queries = spellings.map((spelt) => {
    const corrections = new Map(typed.map((word, nth) => [word, spelt[nth] ?? word]));
    return plainText(query).replace(/[\p{L}\p{N}]+/gu, (word) => corrections.get(word) ?? word);
  });
  const known = (each: string) =>
    parseQuery(each, words.offers).terms.filter(
      (term) => isInCategories(term) && offersOf(term, words) > 0,
    ).length;
  return queries.toSorted((a, b) => known(b) - known(a))[0] ?? null;
}
