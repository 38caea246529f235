import type { EntityManager } from '@mikro-orm/postgresql';
import { categoryOfWords, departmentOf } from '#domain/category.ts';
import { AS_GOOD, type FittingProduct, keepsTo } from '#domain/search/arrange-products.ts';
import { familiesOf } from '#domain/search/families.ts';
import {
  canBeLooser,
  isKnownThing,
  isNamedByPhrase,
  type LooserQuery,
  looserQueries,
  nearestQueries,
  type WordsKnown,
  wordsOf,
} from '#domain/search/looser-query.ts';
import { isOnlyNamedAfter } from '#domain/search/only-named-after.ts';
import { tsqueryOf } from '#domain/search/query-groups.ts';
import { queryWords } from '#domain/search/search-words.ts';
import { suitsWish } from '#domain/search/size-wish.ts';
import { type Understood, understandQuery } from '#domain/search/understand-query.ts';
import { plainText } from '#domain/text/plain-text.ts';
import { correctWords } from './correct-words.ts';
import { findProducts, type OffersRead } from './find-products.ts';
import { offersHolding, wordsKnown } from './words-known.ts';

/** What a query was taken to mean, and the products that fit. */
export interface Meant {
  understood: Understood;
  /** The query with its misspelt words corrected, or without words that say too much, or of two things the first; null where it was taken as it stands. */
  correctedTo: string | null;
  /** At most 500 of each thing, the best first. */
  products: FittingProduct[];
  /** Where no product fits: a query near this one that finds something, and a sentence that offers it. */
  nearest: { query: string; label: string } | null;
}

/** Where fewer models fit, such are added that fit but for a describing word. */
const FEW = 5;

/**
 * The products that a query means. All its words must fit, as they stand or in other words for the same; where no product has
 * them, misspelt words are corrected. Where few fit, describing words need not. What costs more than the query allows does not fit.
 */
export async function productsMeant(
  em: EntityManager,
  query: string,
  read: OffersRead = { order: 'relevance', isRated: false },
): Promise<Meant> {
  const held = await offersHolding(em, query);
  const typed = understandQuery(query, held);
  const strict = await fittingStrictly(em, query, typed, held, read);
  const both = strict.fitting[0] ? null : await eachOf(em, query, typed, read);
  if (both) return both;
  const isFew = modelsOf(strict.fitting).length < FEW;
  const apart = isFew ? understandQuery(query, held, 'words') : typed;
  const filling = isNamedByPhrase(typed) ? [strict.understood, apart] : [strict.understood];
  const mayBeLooser = strict.fitting[0] ? filling.some(canBeLooser) : apart.groups.length > 1;
  const known = isFew && mayBeLooser ? await wordsKnown(em, queryWords(query), held) : null;
  // The words as typed come before the corrected ones: 'feet' in 'shoes for flat feet' is spelt right although no name contains it.
  const readings = strict.fitting[0]
    ? filling
    : [understandQuery(query, held, 'gathered'), typed, apart];
  const found = known ? await fittingLoosely(em, strict, readings, known, read) : strict;
  const { understood, fitting, correctedTo } = found;
  const products = isOnlyNamedAfter(understood, fitting)
    ? []
    : ofTheSize(ofItsKind(fitting, understood), understood);
  const nearest = products[0] ? null : await nearestOf(em, query, typed, read);
  return { understood, correctedTo: products[0] ? correctedTo : null, products, nearest };
}

/** What all words fit, as they stand, read otherwise, or corrected. */
async function fittingStrictly(
  em: EntityManager,
  query: string,
  typed: Understood,
  held: ReadonlyMap<string, number>,
  read: OffersRead,
): Promise<Found> {
  let found = await asItStands(em, typed, held, read);
  for (const reading of ['words', 'gathered'] as const) {
    if (found.fitting[0]) return found;
    const other = understandQuery(query, held, reading);
    if (tsqueryOf(other.groups) !== tsqueryOf(typed.groups))
      found = await asItStands(em, other, held, read);
  }
  const corrected = found.fitting[0] ? null : await correctedQuery(em, query);
  if (corrected === null) return found;
  const heldThen = await offersHolding(em, corrected);
  const meant = understandQuery(corrected, heldThen);
  return { ...(await asItStands(em, meant, heldThen, read)), correctedTo: corrected };
}

/** What was found, filled up from its readings; where nothing was found, what the first of them finds that finds any. */
async function fittingLoosely(
  em: EntityManager,
  strict: Found,
  readings: readonly Understood[],
  known: WordsKnown,
  read: OffersRead,
): Promise<Found> {
  if (!strict.fitting[0]) {
    const asTyped = readings.map((understood) => ({ understood, fitting: [], correctedTo: null }));
    const asked = ({ understood }: Found) => tsqueryOf(understood.groups);
    const different = Map.groupBy<string, Found>([...asTyped, strict], asked);
    for (const [each = strict] of different.values()) {
      const found = await looserFitting(em, each, known, read);
      if (found.fitting[0]) return found;
    }
    return strict;
  }
  let { fitting } = strict;
  for (const understood of readings)
    if (modelsOf(fitting).length < FEW)
      ({ fitting } = await looserFitting(em, { ...strict, understood, fitting }, known, read));
  return { ...strict, fitting };
}

const JOINED_BY = /\s(?:and|or|&|\+|vs\.?|versus|instead of)\s/i;

/** Of two things that nothing is both of, each: 'keyboard and mouse'. Null where the query names no two things that are known. */
async function eachOf(
  em: EntityManager,
  query: string,
  whole: Understood,
  read: OffersRead,
): Promise<Meant | null> {
  const things = query.split(JOINED_BY);
  if (things.length < 2 || !things.every((thing) => isKnownThing(understandQuery(thing))))
    return null;
  const found: Meant[] = [];
  for (const thing of things) found.push(await productsMeant(em, thing, read));
  const products = found
    .flatMap((each) => each.products)
    .filter(({ offers }) => offers.some((offer) => keepsTo(whole, offer)))
    .toSorted((a, b) => b.points - a.points);
  const byId = new Map(products.map((product) => [product.productId, product]));
  if (byId.size === 0) return null;
  const answered = things.filter((_, nth) => found[nth]?.products[0]);
  const correctedTo = answered.length < things.length ? answered.join(' ') : null;
  return { understood: whole, correctedTo, products: [...byId.values()], nearest: null };
}

interface Found extends Pick<Meant, 'understood' | 'correctedTo'> {
  fitting: FittingProduct[];
}

/** A word that so many offers hold is looked for among the usual products first. */
const BROAD = 10_000;

async function asItStands(
  em: EntityManager,
  understood: Understood,
  held: ReadonlyMap<string, number>,
  read: OffersRead,
): Promise<Found> {
  const [[typed = ''] = [], ...others] = understood.groups;
  const isBroad = others.length === 0 && (held.get(typed) ?? 0) >= BROAD;
  const fitting = await productsFitting(em, understood, read, isBroad);
  return { understood, correctedTo: null, fitting };
}

/** The variants of each model, the best model first. */
function modelsOf(products: readonly FittingProduct[]): FittingProduct[][] {
  const families = familiesOf(products);
  return [...Map.groupBy(products, (each) => families.get(each)).values()];
}

/** What fits, and behind it what fits more loosely, to so many models in all. */
const FILLED = 12;

async function looserFitting(
  em: EntityManager,
  found: Found,
  known: WordsKnown,
  read: OffersRead,
): Promise<Found> {
  const { understood, fitting } = found;
  const isNothingFound = fitting.length === 0;
  // A book called after a game is no game.
  const category = categoryOfQuery(understood);
  const isOfTheKind =
    category === null ? fitting[0]?.isTheThing : fitting[0]?.category === category;
  if (!isNothingFound && !isOfTheKind) return found;
  let { correctedTo, fitting: all } = found;
  for (const looser of looserQueries(understood, known, isNothingFound)) {
    // A word is not corrected and another left out: that would be another query.
    if (looser.isFar && found.correctedTo !== null) break;
    const loose = await productsFitting(em, looser, read);
    const things = loose.filter(({ isTheThing }) => isTheThing);
    // 'Whole Egg Mayonnaise' does not fill a search for eggs, and a swaddle for newborns comes behind prams.
    const isAsideAlone = looser.wished.every((group) => understood.aside.includes(group));
    if (isAsideAlone && things[0] && all[0] && !all.some(({ isTheThing }) => isTheThing)) {
      const first = modelsOf(things).slice(0, FILLED).flat();
      all = [...first, ...lesser(all, first)];
      break;
    }
    const others = lesser(all[0]?.isTheThing ? things : loose, all);
    if (!all[0] && others[0] && looser.isFar) correctedTo = wordsOf(looser);
    const added = all[0] ? modelsOf(others).slice(0, FILLED - modelsOf(all).length) : [others];
    all = [...all, ...added.flat()];
    if (modelsOf(all).length >= FEW) break;
  }
  return { understood, correctedTo, fitting: all };
}

/** Without what is of another department, and not what the query says, where the best is of the category asked for. */
function ofItsKind(products: FittingProduct[], understood: Understood): FittingProduct[] {
  const category = categoryOfQuery(understood);
  if (category === null || products[0]?.category !== category) return products;
  const department = departmentOf(category);
  return products.filter(
    (each) =>
      each.isTheThing || each.category === null || departmentOf(each.category) === department,
  );
}

/** So much more has the smallest, or the largest, where the query wishes for one. */
const OF_THE_SIZE = 3;

/** The products in the order that a wish for small or large ones makes: of each model the size that suits it best comes first. */
function ofTheSize(products: FittingProduct[], { sizeWish }: Understood): FittingProduct[] {
  if (sizeWish === null) return products;
  const suits = suitsWish(products, sizeWish);
  return products
    .map((each) => ({ ...each, points: each.points + OF_THE_SIZE * (suits.get(each) ?? 0) }))
    .toSorted((a, b) => b.points - a.points);
}

/** Those of `found` that are not among `better`, with so many fewer points that they come after it in every order. */
function lesser(found: FittingProduct[], better: FittingProduct[]): FittingProduct[] {
  const known = new Set(better.map(({ productId }) => productId));
  const others = found.filter(({ productId }) => !known.has(productId));
  const least = Math.min(...better.map(({ points }) => points));
  const most = Math.max(...others.map(({ points }) => points));
  const less = Math.max(0, most - least + AS_GOOD);
  return others.map((each) => ({ ...each, points: each.points - less }));
}

/** The query with its misspelt words corrected, all else as typed; null where none is misspelt. */
async function correctedQuery(em: EntityManager, query: string): Promise<string | null> {
  const words = queryWords(query);
  const meant = await correctWords(em, words);
  const slips = new Map(
    words.flatMap((word, nth) => (word === meant[nth] ? [] : [[word, meant[nth] ?? word]])),
  );
  if (slips.size === 0) return null;
  return plainText(query).replace(/[\p{L}\p{N}]+/gu, (word) => slips.get(word) ?? word);
}

/** Looks are limited: a shopper waits. */
const MOST_NEAR = 5;

async function nearestOf(
  em: EntityManager,
  query: string,
  understood: Understood,
  read: OffersRead,
) {
  const category = categoryOfQuery(understood)?.toLowerCase() ?? [];
  for (const near of nearestQueries(understood).slice(0, MOST_NEAR).concat(category)) {
    const meant = understandQuery(near);
    const products = await productsFitting(em, meant, read);
    if (products[0] && !isOnlyNamedAfter(meant, products))
      return { query: near, label: `Nothing for “${query.trim()}”. “${near}” instead?` };
  }
  return null;
}

/** The products with an offer that keeps to the limits of the query. */
async function productsFitting(
  em: EntityManager,
  understood: Understood & Partial<LooserQuery>,
  read: OffersRead,
  isBroad = false,
): Promise<FittingProduct[]> {
  const category = categoryOfQuery(understood);
  const products = await findProducts(em, understood, { ...read, category, isBroad });
  return products.filter(({ offers }) => offers.some((offer) => keepsTo(understood, offer)));
}

/** Our category that a query names, in its own words or in others for the same. */
function categoryOfQuery({ groups, aside }: Understood): string | null {
  const thing = groups.filter((group) => !aside.includes(group));
  const typed = thing.map(([words]) => words).join(' ');
  for (const words of [typed, ...(thing.at(-1) ?? [])]) {
    const category = categoryOfWords(words);
    if (category) return category;
  }
  return null;
}
