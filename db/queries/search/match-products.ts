/*
 * From the text of a query to its ranked products: steps 1 to 5 of search.ts. Each step runs only where the one before found too little:
 * all terms (matchAllTerms), another reading of the words, corrected spelling, two things at once (matchEachThing), optional terms
 * (relaxed-matches.ts), and a suggestion for another query (nearestQuery).
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { departmentOf } from '#domain/category.ts';
import { type MatchedProduct, offersWithin } from '#domain/search/filter-products.ts';
import { headOf } from '#domain/search/name-head.ts';
import { isOnlyNamedAfter, withoutOtherThings } from '#domain/search/only-named-after.ts';
import { type ParsedQuery, parseQuery } from '#domain/search/parse-query.ts';
import { CONJUNCTION, withoutLikes } from '#domain/search/query-grammar.ts';
import { tsqueryOf } from '#domain/search/query-terms.ts';
import { isKnownThing, isNamedByPhrase, nearestQueries } from '#domain/search/relax-query.ts';
import { queryWords } from '#domain/search/search-words.ts';
import { nearAmount, suitsWish } from '#domain/search/size-wish.ts';
import { isAmount, isDescription, isGift } from '#domain/search/thing-of-query.ts';
import { plainText } from '#domain/text/plain-text.ts';
import { correctWords } from './correct-words.ts';
import { type Budget, findProducts, type SearchNeeds, spend } from './find-products.ts';
import { hasEnoughModels, type Match, matchRelaxed, rankedBelow } from './relaxed-matches.ts';
import { offersByWord, wordFacts } from './word-facts.ts';

/** How a query was read, and its products. */
export interface QueryMatch {
  understood: ParsedQuery;
  /** The query that was answered instead: corrected, without some terms, or one of two things; null for the query as typed. */
  correctedTo: string | null;
  /** Best first, at most 500 for each thing that the query names. */
  products: MatchedProduct[];
  /** Where no product matches: a similar query that has results, with a label that offers it. */
  nearest: { query: string; label: string } | null;
}

/** What every step has: the query as typed and as parsed, and what the search needs of a product. */
interface Search {
  em: EntityManager;
  query: string;
  typed: ParsedQuery;
  needs: Required<SearchNeeds>;
}

/** Statements that one search may run beside the ones that read its words and the rows of its answer. */
const MOST_STATEMENTS = 10;

/** Finds the products of a query, best first. Products above its price limit never match. */
export async function matchProducts(
  em: EntityManager,
  query: string,
  columns: SearchNeeds = { order: 'relevance', isRated: false },
  budget: Budget = { statements: MOST_STATEMENTS },
): Promise<QueryMatch> {
  const offerCounts = await offersByWord(em);
  const activities = queryWords(query).filter((word) => word.endsWith('ing'));
  const unprinted = activities.filter((word) => !offerCounts.has(word));
  const needs = { ...columns, offerCounts, unprinted, budget };
  const typed = parseQuery(query, offerCounts);
  const search: Search = { em, query, typed, needs };
  const strict = await matchStrictly(search);
  const each = strict.products[0] ? null : await matchEachThing(search);
  if (each) return each;
  const relaxed = await relaxFrom(search, strict);
  const { understood, correctedTo } = relaxed;
  const isOther = [typed, understood].some((each) => isOnlyNamedAfter(each, relaxed.products));
  const matched = isOther ? [] : keepDepartment(relaxed.products, understood);
  const sorted = sortBySize(withoutOtherThings(matched, understood), understood);
  const products = sortUnsure(sorted, understood);
  if (products[0]) return { understood, correctedTo, products, nearest: null };
  const nearest = await nearestQuery(search);
  return { understood, correctedTo: null, products, nearest };
}

/** Matches all terms: of the query as it stands, read in another way, or with its spelling corrected. */
async function matchStrictly(search: Search): Promise<Match> {
  const { query, typed, needs } = search;
  const match = await matchAllTerms(search, typed);
  if (match.products[0]) {
    if (match.products[0].isTheThing) return match;
    // "Controler" matches the stem "control", but names the controller.
    for await (const corrected of correctedMatches(search))
      if (corrected.products[0]?.isTheThing) return corrected;
    return match;
  }
  const gathered = parseQuery(query, needs.offerCounts, 'gathered');
  if (tsqueryOf(gathered.terms) !== tsqueryOf(typed.terms)) {
    const other = await matchAllTerms(search, gathered);
    if (other.products[0]) return other;
  }
  let likeliest: Match | null = null;
  for await (const corrected of correctedMatches(search)) {
    if (corrected.products[0]) return corrected;
    likeliest ??= corrected;
  }
  return likeliest ?? match;
}

/** Matches the query with its spelling corrected, the likeliest spelling first. */
async function* correctedMatches(search: Search): AsyncGenerator<Match> {
  for (const correctedTo of await correctedQueries(search)) {
    const parsed = parseQuery(correctedTo, search.needs.offerCounts);
    const corrected = await matchAllTerms(search, parsed);
    // Correcting one word and dropping another would answer a different query.
    yield { ...corrected, correctedTo, keepsMeaning: true };
  }
}

async function matchAllTerms({ em, needs }: Search, understood: ParsedQuery): Promise<Match> {
  const products = await findProducts(em, understood, needs);
  return { understood, correctedTo: null, products, keepsMeaning: false };
}

/** Points by which a product beyond the limits is another thing than those within them. */
const CLEARLY_BETTER = 6;

/** Whether the thing is sold, but not within the limits of the query: other goods within them are no answer. */
async function isOnlyBeyondLimits(
  { em, needs }: Search,
  { understood, products: [within] }: Match,
): Promise<boolean> {
  const { minCents, maxCents } = understood;
  if ((minCents === null && maxCents === null) || within?.isTheThing) return false;
  const [best] = await findProducts(em, { ...understood, minCents: null, maxCents: null }, needs);
  return best !== undefined && best.points > (within?.points ?? 0) + CLEARLY_BETTER;
}

/**
 * Relaxes a strict match, or none where its products share a shelf and all that describes the thing, and none is it: a washer of 12 kg for
 * "12kg dryer", organic yoghurt for "organic milk". They stay if nothing else is found.
 */
async function relaxFrom(search: Search, strict: Match): Promise<Match> {
  const { terms, thing } = strict.understood;
  const others = terms.filter((term) => !thing.includes(term));
  const isNamed = strict.products.some(({ isTheThing, isSure }) => isTheThing || isSure);
  const onlyDescribed = others.length > 0 && others.every(isDescription) && !isNamed;
  if (!onlyDescribed || !strict.products[0]) return relax(search, strict);
  const relaxed = await relax(search, { ...strict, products: [] });
  return relaxed.products[0] ? relaxed : strict;
}

/** Relaxes the query where few models match all its terms, or none that is the thing within its limits. */
async function relax(search: Search, strict: Match): Promise<Match> {
  const { em, query, typed, needs } = search;
  const { offerCounts } = needs;
  const words = queryWords(query);
  const facts = ({ products }: Match) =>
    wordFacts(em, spend(needs.budget) ? words : [], offerCounts, products);
  if (await isOnlyBeyondLimits(search, strict)) {
    const none = { ...strict, products: [], keepsMeaning: true };
    return matchRelaxed(em, none, [], await facts(none), needs);
  }
  if (words.length < 2 || hasEnoughModels(strict.products)) return strict;
  const wordByWord = parseQuery(query, offerCounts, 'words');
  if (wordByWord.terms.length < 2) return strict;
  const filling = isNamedByPhrase(typed) ? [strict.understood, wordByWord] : [strict.understood];
  // Typed words come before corrected ones: 'feet' in 'shoes for flat feet' is spelt right although no name contains it.
  const readings = strict.products[0]
    ? filling
    : [parseQuery(query, offerCounts, 'gathered'), wordByWord];
  return matchRelaxed(em, strict, readings, await facts(strict), needs);
}

/** What a comparison names on both sides is a thing, be it known or not: "huggies vs babylove". */
const COMPARISON = /\s(?:vs\.?|versus)\s/i;

/** A query that names more things is answered as one. */
const MOST_THINGS = 2;

/** Answers each of two known or compared things that no single product is: 'keyboard and mouse'. Null for all other queries. */
async function matchEachThing(search: Search): Promise<QueryMatch | null> {
  const { em, query, typed: whole, needs } = search;
  const things = query.split(CONJUNCTION, MOST_THINGS + 1);
  const isEachKnown =
    COMPARISON.test(query) || things.every((thing) => isKnownThing(parseQuery(thing)));
  if (things.length !== MOST_THINGS || !isEachKnown) return null;
  const matches: QueryMatch[] = [];
  for (const thing of things) matches.push(await matchProducts(em, thing, needs, needs.budget));
  const products = matches
    .flatMap((match) => match.products)
    .filter((product) => offersWithin(whole, product).length > 0)
    .toSorted((a, b) => b.points - a.points);
  const byId = new Map(products.map((product) => [product.productId, product]));
  if (byId.size === 0) return null;
  const answered = things.filter((_, nth) => matches[nth]?.products[0]);
  const correctedTo = answered.length < things.length ? answered.join(' ') : null;
  return { understood: whole, correctedTo, products: [...byId.values()], nearest: null };
}

/**
 * Drops products of other departments, unless they are the requested thing, where the best product is of the category that the query
 * names. Where it names none, drops those that only have synonyms of its words, and are not of the department of most: a ladder by Bailey
 * for "irish cream".
 */
function keepDepartment(products: MatchedProduct[], { category }: ParsedQuery): MatchedProduct[] {
  if (category !== null && products[0]?.category !== category) return products;
  const department = category === null ? commonestDepartment(products) : departmentOf(category);
  const isMeant = ({ isTheThing, isSimilar, isTyped }: MatchedProduct) =>
    (isTheThing && !isSimilar) || (category === null && isTyped);
  return products.filter(
    (each) => each.category === null || departmentOf(each.category) === department || isMeant(each),
  );
}

/** The department of most products of a known category; the first of equals. */
function commonestDepartment(products: readonly MatchedProduct[]): string | null {
  const departments = products.flatMap((each) =>
    each.category === null ? [] : { name: departmentOf(each.category) },
  );
  const [most] = [...Map.groupBy(departments, ({ name }) => name)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  return most?.[0] ?? null;
}

/**
 * Where the best product is the thing, ranks other goods behind it as similar ones: those that only a shared shelf names, a dryer of
 * 'Washers & Dryers' for "washer", if others are named by more than that; and those elsewhere than on the shelf of the best (isElsewhere).
 */
function sortUnsure(products: MatchedProduct[], understood: ParsedQuery): MatchedProduct[] {
  const [best] = products;
  if (!best?.isTheThing) return products;
  const isMeant = (each: MatchedProduct) => !each.isSimilar && !isElsewhere(each, best, understood);
  const meant = products.filter(isMeant);
  const named = meant.filter(({ isSure }) => isSure);
  const sure = named[0] ? named : meant;
  const others = rankedBelow(products, sure).filter((each) => isOfDepartment(each, best));
  return [...sure, ...others.map((each) => ({ ...each, isSimilar: true }))];
}

const isOfDepartment = ({ category: shelf }: MatchedProduct, { category }: MatchedProduct) =>
  category === null || shelf === null || departmentOf(shelf) === departmentOf(category);

/**
 * True for the thing in another department than the best product (hay fever tablets for "tablet"), and for other goods in another category
 * than it (ginger beer for "beer") that are not named after the thing, as 'Gaming Laptop' is after the laptop. A present is of any category.
 */
function isElsewhere(
  { isTheThing, category: shelf }: MatchedProduct,
  { category }: MatchedProduct,
  { category: named, headNouns, thing }: ParsedQuery,
): boolean {
  if (named === null || category === null || shelf === null || shelf === category) return false;
  if (thing.some(isGift)) return false;
  if (isTheThing) return departmentOf(shelf) !== departmentOf(category);
  return !headNouns.includes(headOf(shelf) ?? '');
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
    .toSorted((a, b) => b.points - a.points);
}

/** The query with the misspelt words of its terms corrected, the likeliest first. Words of limits stay: "under" is not "undercoat". */
async function correctedQueries({ em, query, typed, needs }: Search): Promise<string[]> {
  const termWords = queryWords(typed.terms.map(([words]) => words).join(' '));
  const words = queryWords(query).filter((word) => termWords.includes(word));
  const spellings = spend(needs.budget) ? await correctWords(em, words, needs.offerCounts) : [];
  return spellings.map((spelt) => {
    const corrections = new Map(words.map((word, nth) => [word, spelt[nth] ?? word]));
    return plainText(query).replace(/[\p{L}\p{N}]+/gu, (word) => corrections.get(word) ?? word);
  });
}

/** Limits the look-ups while a shopper waits. */
const MOST_NEAREST = 5;

async function nearestQuery({ em, query, typed, needs }: Search) {
  const category = typed.category?.toLowerCase() ?? [];
  const [general, ...others] = [withoutLikes(query), ...nearestQueries(typed)];
  const queries = general === query ? others : [general, ...others];
  for (const near of queries.slice(0, MOST_NEAREST).concat(category)) {
    const parsed = parseQuery(near);
    const products = withoutOtherThings(await findProducts(em, parsed, needs), parsed);
    if (products[0] && !isOnlyNamedAfter(parsed, products))
      return { query: near, label: `Nothing for “${query.trim()}”. “${near}” instead?` };
  }
  return null;
}
