/* Which products are of the type that a query asks for. */
import { CATEGORY_TABLE } from '../categories/head-noun.ts';
import { type Kind, phrasesOf, tagWhole } from '../lexicon/lexicon.ts';
import { singularOf, tokensOf } from '../lexicon/tokens.ts';
import { FRUITS } from './name-head.ts';
import type { ParsedQuery } from './parse-query.ts';
import { isGift, isInCategories, typedOf } from './query-type.ts';
import { LEVEL, type RankTerm } from './rank-terms.ts';
import { lastWord, type ScoredProduct } from './score-products.ts';

/** Food is named after what it contains: ham pizza is no ham. */
const FOOD = 'Groceries';

/** Food that other goods taste of. */
const TASTES: ReadonlySet<string> = new Set([...FRUITS, ...phrasesOf('seasoning')]);

const departmentOf = (category: string | null): string | null =>
  CATEGORY_TABLE[category ?? '']?.department ?? null;

const GOODS: ReadonlySet<Kind> = new Set(['type', 'hint']);
const tagsOf = (head: string) => tagWhole(tokensOf(head), GOODS, { isOwn: true });
/** Whether the lexicon knows a head noun as goods, and of which categories. */
const isGoods = (head: string): boolean => tagsOf(head).length > 0;
const categoriesOf = (head: string) => tagsOf(head).map(({ category }) => category);

export interface RequestedType {
  /** Products whose names, shelves or head nouns are of the type, best first; all where the query names no known thing. */
  ofType: ScoredProduct[];
  /** Those of them that a shopper means. */
  requested: ScoredProduct[];
  /** The goods only share a word with the known thing: none of them is it, or of its category. */
  isOnlyNamedAfter: boolean;
  /** Is the thing, ranks above all that are, or is of the category and not known as another thing. Other goods with its name are similar. */
  mayMatch(product: ScoredProduct): boolean;
  /** May fill an answer: of the department of the best, or with all words in its name. */
  isRelated(product: ScoredProduct): boolean;
}

/** Reads the type that a query asks for, and the products of that type among scored ones. */
export function requestedType(
  query: ParsedQuery,
  terms: readonly RankTerm[],
  all: readonly ScoredProduct[],
): RequestedType {
  const things = terms.flatMap((term, nth) => (term.kind === 'type' ? { ...term, nth } : []));
  const { category } = query;
  const isOfCategory = (product: ScoredProduct) =>
    category !== null && product.category === category;
  const level = ({ levels }: ScoredProduct, nth: number) => levels[nth] ?? LEVEL.none;
  const isCompound = things.some(({ term }) => typedOf(term).includes(' '));
  // A baby bottle ends like a gas bottle, and is of another department.
  const mayBeCompound = (product: ScoredProduct) =>
    !isCompound ||
    category === null ||
    product.category === null ||
    departmentOf(product.category) === departmentOf(category);
  const isNamed = (product: ScoredProduct) =>
    (product.isTheThing && things.length < 2 && mayBeCompound(product)) ||
    (things.every(({ nth }) => level(product, nth) >= LEVEL.part) &&
      things.some(({ nth }) => level(product, nth) >= LEVEL.shelf));
  const named = things[0] === undefined ? [...all] : all.filter(isNamed);
  // A present is of any department.
  const department = query.thing.some(isGift) ? null : departmentIn(query, named);
  const isOfDepartment = (product: ScoredProduct) =>
    department === null ||
    product.category === null ||
    departmentOf(product.category) === department;
  const isThing = (product: ScoredProduct) => product.isTheThing && isOfDepartment(product);
  const bestThing = named.find(isThing);
  const isSold = bestThing !== undefined;
  const isTaste = things.some(({ term }) => TASTES.has(singularOf(typedOf(term))));
  const ofType = isTaste && !isSold ? [] : named;
  const hasWhole = ({ levels }: ScoredProduct) =>
    levels.length > 1 && levels.every((each) => each >= LEVEL.synonym);
  const nouns = new Set([...query.headNouns, ...things.flatMap(({ term }) => term)].map(lastWord));
  const isOther = ({ head }: ScoredProduct) => isGoods(head) && !nouns.has(lastWord(head));
  const isByName = (product: ScoredProduct) =>
    things.every(({ nth }) => level(product, nth) >= LEVEL.synonym);
  const mayBeThing = (product: ScoredProduct) =>
    !isSold || (category !== FOOD && isByName(product)) || !isOther(product);
  // A "MacBook Air Laptop" names its type twice; a compound such as "nappy cream" is another type.
  const isApposed = (product: ScoredProduct) =>
    category !== FOOD &&
    !product.head.includes(' ') &&
    isByName(product) &&
    categoriesOf(product.head).includes(category);
  const isShelved = (product: ScoredProduct) =>
    category === null || product.category === null || isOfCategory(product);
  const isMeant = (product: ScoredProduct) =>
    isThing(product) ||
    (isOfDepartment(product) && mayBeThing(product) && (hasWhole(product) || isShelved(product)));
  return {
    ofType,
    requested: ofType.filter(isMeant),
    mayMatch: (product) =>
      isThing(product) ||
      product.points > (bestThing?.points ?? Number.NEGATIVE_INFINITY) ||
      (isOfCategory(product) && (!isOther(product) || isApposed(product))),
    isOnlyNamedAfter:
      !isSold && things.some(({ term }) => isInCategories(term)) && !named.some(isOfCategory),
    isRelated: (product) => isOfDepartment(product) || hasWhole(product),
  };
}

/** The department of the best product that is the thing, else that of the query, or of most of its products. */
function departmentIn(
  { category }: ParsedQuery,
  products: readonly ScoredProduct[],
): string | null {
  const best = products.find((each) => each.isTheThing && each.category !== null);
  const named = best?.category ?? category;
  if (named !== null) return departmentOf(named);
  const known = products.flatMap((each) => departmentOf(each.category) ?? []);
  const [most] = [...Map.groupBy(known, (name) => name)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  return most?.[0] ?? null;
}
