import { categoryOfWords } from '../categories/category.ts';
import { sizesOf } from '../products/variant-traits.ts';
import { OF_CHILDREN } from '../search/audiences.ts';
import { ACCESSORY_NOUNS, headNounOf } from '../search/name-head.ts';
import type { ParsedQuery } from '../search/parse-query.ts';
import { isOfMachines, suitsWish } from '../search/size-wish.ts';
import { plainText } from '../text/plain-text.ts';
import type { SmartOffer, SmartProduct, SmartQuestion } from './recommendation.ts';

/* Which of the found goods a question means. */

/** As many as the top picks. */
export const ENOUGH_THINGS = 3;
const OTHER = 'Other';

/**
 * The category that the shopper chose, else the one that the query names, else that of most products which are the thing: for "bbq" the
 * barbecues, however many shops sell the sauce. A present for mum is of no one category.
 */
export function categoryFor(question: SmartQuestion, offers: readonly SmartOffer[]): string {
  const chosen = question.category?.trim().toLowerCase();
  const known = offers.map((offer) => offer.category).filter((name) => name !== null);
  if (chosen)
    return known.find((name) => name.toLowerCase() === chosen) ?? question.category ?? OTHER;
  const named = categoryOfWords(question.query);
  if (named && known.includes(named)) return named;
  const things = offers.filter((offer) => offer.isTheThing);
  const sizes = categorySizes(things[0] ? things : offers);
  return mainOf(sizes) ?? named ?? OTHER;
}

/**
 * What a question may mean: the categories found for "something for a cold", of which no product is the thing and none holds most products.
 */
export function meaningsOf(
  { query, category }: SmartQuestion,
  offers: readonly SmartOffer[],
): string[] {
  const isNamed = category !== null || categoryOfWords(query) !== null;
  if (isNamed || offers.some((offer) => offer.isTheThing)) return [];
  const sizes = categorySizes(offers);
  return mainOf(sizes) === null ? sizes.map(([name]) => name) : [];
}

/** The category of more than half of the products; null for none. */
function mainOf(sizes: readonly [category: string, products: number][]): string | null {
  const all = sizes.reduce((sum, [, size]) => sum + size, 0);
  const [name = null, largest = 0] = sizes[0] ?? [];
  return largest > all / 2 ? name : null;
}

/** The categories of the offers' products, each with its number of products, the largest first. */
function categorySizes(offers: readonly SmartOffer[]): [category: string, products: number][] {
  const products = new Map(offers.map(({ productId, category }) => [productId, category]));
  const known = [...products.values()].filter((category) => category !== null);
  return [...Map.groupBy(known, (category) => category)]
    .map(([category, { length }]): [string, number] => [category, length])
    .toSorted(([, a], [, b]) => b - a);
}

/** Two or more that are the thing, else those named by all terms, else all but accessories: for tea no coffee, for a bike no helmet. */
export function thingsAmong(products: SmartProduct[], parsed: ParsedQuery): SmartProduct[] {
  const things = products.filter(({ best }) => best.isTheThing);
  // Two barbecues are compared; with briquettes, their typical price would be nobody's.
  const whole = things.filter(({ best }) => isNamedBy(best, parsed.thing));
  if (things.length > 1) return whole.length > 1 ? whole : things;
  const called = products.filter(({ best }) => matchesAllTerms(best, parsed));
  const matching = called.length >= ENOUGH_THINGS ? called : products;
  const proper = matching.filter((product) => parsed.isAccessory || !isAccessory(product));
  return proper.length > 0 ? proper : matching;
}

/** Categories whose packs state the user or the purpose. */
export const SAYS_WHAT_FOR: ReadonlySet<string> = new Set([
  'Baby',
  'Beauty',
  'Cleaning',
  'Pet Food',
  'Pharmacy',
]);
const CATEGORIES_OF_CHILDREN: ReadonlySet<string | null> = new Set(['Baby', 'Toys']);

/**
 * Of a query for someone or something, the products that name most of it, if any: nappies of size 1 for newborns, dog food for puppies
 * although none states "with allergies". Few names of machines say what they suit: where fewer than three do, all stay, and `named` holds
 * those few, which come first. Without products for children, whom a query would name, if there are others. `isStated` is false where no
 * product names any of it.
 */
export function forWhom(products: SmartProduct[], query: string, parsed: ParsedQuery) {
  const terms = /\sfor\s/i.test(query) ? parsed.terms : [];
  const wanted = parsed.purpose.length > 0 ? parsed.purpose : terms;
  const namedIn = ({ best }: SmartProduct) =>
    wanted.filter((term) => isNamedBy(best, [term])).length;
  const most = Math.max(0, ...products.map(namedIn));
  const suited = products.filter((product) => namedIn(product) === most);
  const isRare = suited.length < ENOUGH_THINGS && suited.length < products.length;
  const keepsAll = isRare && suited.every(({ best }) => isOfMachines(best.category));
  const kept = keepsAll ? products : suited;
  const adults = kept.filter(
    ({ name, best }) => CATEGORIES_OF_CHILDREN.has(best.category) || !OF_CHILDREN.test(name),
  );
  return {
    products: parsed.isForChildren || adults.length === 0 ? kept : adults,
    named: new Set(keepsAll ? suited : []),
    isStated: parsed.purpose.length === 0 || most > 0,
  };
}

/** Groceries have none: tea bags are the thing. */
export function isAccessory({ name, best }: SmartProduct): boolean {
  const noun = headNounOf(name, best.brand)?.split(' ').at(-1) ?? '';
  return best.category !== 'Groceries' && (noun === 'accessory' || ACCESSORY_NOUNS.includes(noun));
}

/** Keeps the half of the products that suits a wish for a small or large one, and products of unknown size. */
export function ofWishedSize(products: SmartProduct[], { sizeWish }: ParsedQuery): SmartProduct[] {
  if (sizeWish === null) return products;
  const sized = products.map((product) => ({
    product,
    category: product.best.category,
    sizes: sizesOf(product.best.name),
  }));
  const suits = suitsWish(sized, sizeWish);
  return sized.filter((each) => (suits.get(each) ?? 1) >= 0.5).map(({ product }) => product);
}

/** Whether a name has a word or phrase, with any ending of its number. */
export function isNamedAs(name: string, words: string): boolean {
  const text = plainText(name);
  return plainText(words)
    .split(/[\s-]+/)
    .every((word) => text.includes(withoutEnding(word)));
}

/**
 * Whether an offer matches all terms of a query but those of its purpose, which shops do not print, and of the thing that it is: beans of
 * the shelf "Coffee" are coffee beans.
 */
export function matchesAllTerms(
  offer: SmartOffer,
  { terms, purpose, thing }: ParsedQuery,
): boolean {
  const known = offer.isTheThing ? [...purpose, ...thing] : purpose;
  return isNamedBy(
    offer,
    terms.filter((term) => !known.includes(term)),
  );
}

function isNamedBy({ name, brand, category }: SmartOffer, terms: ParsedQuery['terms']): boolean {
  const text = `${name} ${brand ?? ''} ${category ?? ''}`;
  return terms.every((term) => term.some((words) => isNamedAs(text, words)));
}

/** Cuts 'shoes' to 'shoe', as searches match it, and '65in' to '65', as shops write inches in many ways. */
function withoutEnding(word: string): string {
  return word.replace(/e?s$/, '').replace(/^(\d+).*$/, '$1');
}
