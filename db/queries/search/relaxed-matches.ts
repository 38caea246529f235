import type { EntityManager } from '@mikro-orm/postgresql';
import { AS_GOOD } from '#domain/search/arrange-products.ts';
import { familiesOf } from '#domain/search/families.ts';
import type { MatchedProduct } from '#domain/search/filter-products.ts';
import type { ParsedQuery } from '#domain/search/parse-query.ts';
import { type Term, tsqueryOf } from '#domain/search/query-terms.ts';
import {
  type RelaxedQuery,
  relaxedQueries,
  type WordFacts,
  wordsOf,
} from '#domain/search/relax-query.ts';
import { isAmount, typedOf } from '#domain/search/thing-of-query.ts';
import { setsApart } from '#domain/search/vocabulary.ts';
import { findProducts, type SearchNeeds } from './find-products.ts';

/** The products of one reading of a query, and the query that was answered in its place. */
export interface Match {
  understood: ParsedQuery;
  correctedTo: string | null;
  products: MatchedProduct[];
  /** Only describing words may become optional. */
  keepsMeaning: boolean;
}

/** Queries that match fewer models are relaxed. */
const FEW_MODELS = 5;
/** Relaxed matches fill an answer to this many models. */
const FILL_TO = 12;

/**
 * Fills a strict match up with products that match `readings` of its query but for optional terms. Without a strict match, answers the
 * first reading that has any such product.
 */
export async function matchRelaxed(
  em: EntityManager,
  strict: Match,
  readings: readonly ParsedQuery[],
  facts: WordFacts,
  needs: SearchNeeds,
): Promise<Match> {
  if (strict.products[0]) {
    let match = strict;
    for (const understood of readings)
      if (!hasEnoughModels(match.products))
        match = await fillWithRelaxed(em, { ...match, understood }, facts, needs);
    return { ...strict, products: match.products };
  }
  const asTyped = readings.map((understood) => ({
    understood,
    products: [],
    correctedTo: null,
    keepsMeaning: false,
  }));
  const byTerms = Map.groupBy<string, Match>([...asTyped, strict], ({ understood }) =>
    tsqueryOf(understood.terms),
  );
  const tried = tsqueryOf(strict.understood.terms);
  for (const [terms, [reading = strict]] of byTerms) {
    // Another reading may match all its terms: children's Nurofen for "kids nurofen".
    const products = terms === tried ? [] : await findProducts(em, reading.understood, needs);
    const match = await fillWithRelaxed(em, { ...reading, products }, facts, needs);
    if (match.products[0]) return match;
  }
  return strict;
}

/** Adds the products of the relaxed queries, behind those that match already. */
async function fillWithRelaxed(
  em: EntityManager,
  match: Match,
  facts: WordFacts,
  needs: SearchNeeds,
): Promise<Match> {
  const { understood } = match;
  const isEmpty = match.products.length === 0;
  if (!isEmpty && !isOfRequestedKind(match)) return match;
  let { correctedTo, products } = match;
  for (const relaxed of relaxedQueries(understood, facts, isEmpty)) {
    if (relaxed.changesMeaning && match.keepsMeaning) break;
    const found = await findProducts(em, relaxed, needs);
    const things = found.filter(({ isTheThing }) => isTheThing);
    // A swaddle for newborns matches all of 'pram for newborn', and still comes behind the prams.
    const dropsPurposeOnly = relaxed.optional.every((term) => understood.purpose.includes(term));
    if (dropsPurposeOnly && things[0] && products[0] && !products.some((each) => each.isTheThing)) {
      const first = groupByModel(things).slice(0, FILL_TO).flat();
      products = [...first, ...rankedBelow(products, first)];
      break;
    }
    // 'Whole Egg Mayonnaise' does not fill a search for eggs.
    const others = rankedBelow(products[0]?.isTheThing ? things : found, products);
    if (!products[0] && others[0] && isOtherGoods(relaxed)) correctedTo = wordsOf(relaxed);
    products = products[0] ? [...products, ...similarOf(others, products)] : others;
    if (hasEnoughModels(products)) break;
  }
  return { ...match, correctedTo, products };
}

/** The first models of `others`, as many as still fill an answer with `products`. */
function similarOf(others: readonly MatchedProduct[], products: readonly MatchedProduct[]) {
  const wanted = FILL_TO - groupByModel(products).length;
  const models = groupByModel(others).slice(0, wanted);
  return models.flat().map((each) => ({ ...each, isSimilar: true }));
}

/** Whether the answer has other goods than the shopper named: bikes for "kids bike", other sizes, of which the shopper is told. */
function isOtherGoods({ changesMeaning, optional, purpose }: RelaxedQuery): boolean {
  const isMissed = (term: Term) =>
    !purpose.includes(term) && (setsApart(typedOf(term)) || isAmount(term));
  return changesMeaning || optional.some(isMissed);
}

/** Whether the best product is of the requested category, or the requested thing: a book named after a game is no game. */
function isOfRequestedKind({ understood: { category }, products: [best] }: Match): boolean {
  return category === null ? best?.isTheThing === true : best?.category === category;
}

/** Whether no optional terms are needed. Looks at the best products first, as grouping hundreds takes a millisecond. */
export function hasEnoughModels(products: readonly MatchedProduct[]): boolean {
  return [products.slice(0, 10 * FEW_MODELS), products].some(
    (some) => groupByModel(some).length >= FEW_MODELS,
  );
}

/** Products grouped by model, the best model first: variants of one model are one result. */
function groupByModel(products: readonly MatchedProduct[]): MatchedProduct[][] {
  const families = familiesOf(products);
  return [...Map.groupBy(products, (each) => families.get(each)).values()];
}

/** The products that are not in `better`, with so many points taken off that every order sorts them behind it. */
export function rankedBelow(
  products: readonly MatchedProduct[],
  better: readonly MatchedProduct[],
): MatchedProduct[] {
  const betterIds = new Set(better.map(({ productId }) => productId));
  const others = products.filter(({ productId }) => !betterIds.has(productId));
  const least = Math.min(...better.map(({ points }) => points));
  const most = Math.max(...others.map(({ points }) => points));
  const excess = Math.max(0, most - least + AS_GOOD);
  return others.map((each) => ({ ...each, points: each.points - excess }));
}
