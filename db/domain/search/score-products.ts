import { departmentOf } from '../categories/category.ts';
import { GRADED, TERMS, tagWhole } from '../lexicon/lexicon.ts';
import { kindOf } from '../lexicon/synonyms.ts';
import { phraseKey, singularOf, tokensOf } from '../lexicon/tokens.ts';
import { remembered } from '../remembered.ts';
import { plainText } from '../text/plain-text.ts';
import type { MatchedProduct } from './filter-products.ts';
import { ACCESSORY_NOUNS, headOf } from './name-head.ts';
import type { ParsedQuery } from './parse-query.ts';
import { fitOf, LEVEL, type RankTerm } from './rank-terms.ts';
import weights from './rank-weights.json' with { type: 'json' };

/** A product as the statement ranks it (db/queries/search/rank-products.ts). */
export interface RankedProduct extends Omit<MatchedProduct, 'points' | 'isSimilar' | 'isTheThing'> {
  /** How it has each term (LEVEL). */
  levels: number[];
  /** Neighbours of the query that are neighbours in the name. */
  pairs: number;
}

export interface ScoredProduct extends MatchedProduct, RankedProduct {
  /** The share of the query's weight that it has, 0 to 1. */
  fit: number;
  /** Its head noun names goods of another kind: a cream for nappies. */
  isOther: boolean;
  /** It is of another department than the query's category, unless its head noun is a kind of the thing: a tumbler is a water bottle. */
  isOutside: boolean;
  /** It goes with other things, as a case does, and the query asks for none. */
  isAccessory: boolean;
}

/** Food is named after what it contains: ham pizza is no ham. */
export const FOOD = 'Groceries';

/** The categories of a head noun that the lexicon knows as goods; empty for others. */
const categoriesOf = remembered((head) =>
  tagWhole(tokensOf(head), GRADED, { isOwn: true }).map(({ category }) => category),
);

/** The last word of a noun, in the singular. */
export const lastWord = remembered((noun): string => singularOf(noun.split(' ').at(-1) ?? ''));

/** Nouns of goods: product types, and words that end several of them ("machine", "milk"). */
const SEVERAL = 3;
const NOUNS: ReadonlySet<string> = new Set(
  [
    ...Map.groupBy(
      TERMS.filter(({ kind }) => GRADED.has(kind)),
      ({ phrase }) => lastWord(phrase),
    ),
  ].flatMap(([noun, types]) =>
    types.length >= SEVERAL || types.some(({ phrase }) => !phrase.includes(' ')) ? noun : [],
  ),
);

/** Whether a head noun is a kind of one of the things: an office chair is a chair, peanut butter is no butter. */
const isKind = (head: string, things: ReadonlySet<string>): boolean =>
  kindOf(head).some((general) => things.has(phraseKey(general)));

/** Whether a head noun names other goods than the query's. A "MacBook Air Laptop" names its type twice. */
function isOtherGoods(head: string, category: string | null): boolean {
  if (!NOUNS.has(lastWord(head))) return false;
  const isApposed =
    category !== null &&
    category !== FOOD &&
    !head.includes(' ') &&
    categoriesOf(head).includes(category);
  return !isApposed;
}

/** Scores products by their fit and by what they are; the best first. */
export function scoreProducts(
  { headNouns, category, isAccessory: asksAccessory }: ParsedQuery,
  terms: readonly RankTerm[],
  ranked: readonly RankedProduct[],
): ScoredProduct[] {
  const things = terms.flatMap(({ term, kind }) => (kind === 'type' ? term : []));
  const phrases = new Set([...headNouns, ...things].map(phraseKey));
  const nouns = new Set([...phrases].map(lastWord));
  const heads = new Set(things.map(headOf));
  const stems = terms.map(({ term }) => new Set(term.map(singularOf)));
  const isKnown = category !== null || things.some((words) => categoriesOf(words)[0]);
  const department = category === null ? null : departmentOf(category);
  const scored = ranked.map((product): ScoredProduct => {
    const brand = plainText(product.brand ?? '').split(/[^\p{L}\p{N}]+/u);
    // A brand by its stem alone, "Bailey" for "baileys", is a mention.
    const levels = product.levels.map((level, nth) => {
      const isNamesake = (word: string) =>
        !terms[nth]?.term.includes(word) && stems[nth]?.has(singularOf(word));
      return brand.some(isNamesake) ? Math.min(level, LEVEL.description) : level;
    });
    const isByName = terms.every(
      ({ kind }, nth) => kind !== 'type' || (levels[nth] ?? LEVEL.none) >= LEVEL.synonym,
    );
    const isKindOfIt = isKind(product.head, phrases);
    const isOther =
      things[0] !== undefined &&
      !phrases.has(product.head) &&
      !isKindOfIt &&
      (nouns.has(lastWord(product.head))
        ? product.head.includes(' ')
        : isKnown && isOtherGoods(product.head, isByName ? category : null));
    const goesWithThings = ACCESSORY_NOUNS.includes(lastWord(product.head));
    const isSynonym = isByName && heads.has(product.head);
    const isTheThing =
      headNouns.includes(product.head) ||
      (isSynonym && (!goesWithThings || product.category === category));
    const isOutside =
      category !== null &&
      product.category !== null &&
      departmentOf(product.category) !== department &&
      !(isKindOfIt && categoriesOf(product.head).includes(product.category));
    const isAccessory = !asksAccessory && !isTheThing && goesWithThings;
    const fit = fitOf(terms, levels);
    const points =
      weights.fit * fit +
      weights.head * Number(isTheThing) +
      weights.category * Number(category !== null && product.category === category) +
      (weights.phrase * product.pairs) / Math.max(1, terms.length - 1) +
      weights.prior * product.prior;
    return {
      ...product,
      isOther,
      isOutside,
      isTheThing,
      isAccessory,
      levels,
      fit,
      points,
      isSimilar: false,
    };
  });
  return scored.toSorted((a, b) => b.points - a.points || (a.productId < b.productId ? -1 : 1));
}
