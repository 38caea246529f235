import { categoryOfWords } from '../categories/category.ts';
import { type Kind, tag } from '../lexicon/lexicon.ts';
import { sameAs } from '../lexicon/synonyms.ts';
import { cents } from '../money.ts';
import { pooledRating } from '../products/pooled-rating.ts';
import { sizesOf } from '../products/variant-traits.ts';
import { OF_CHILDREN } from '../search/audiences.ts';
import { ACCESSORY_NOUNS, headNounOf } from '../search/name-head.ts';
import { type ParsedQuery, parseQuery } from '../search/parse-query.ts';
import { CONJUNCTION } from '../search/query-grammar.ts';
import { isOfMachines, suitsWish } from '../search/size-wish.ts';
import { plainText } from '../text/plain-text.ts';
import { askedOf, check } from './measures.ts';
import { readQuestion } from './question.ts';
import type { SmartEvidence, SmartOffer, SmartProduct, SmartQuestion } from './recommendation.ts';

const MAX_FEATURES = 4;
/** Fewer ratings are ignored. */
const MIN_RATINGS = 5;
const NEUTRAL_SCORE = 50;
/** As many as the top picks. */
const ENOUGH_THINGS = 3;
/** The first choice costs at most so many times the median: better ones follow as such. */
const MOST_OF_MEDIAN = 1.5;
const OTHER = 'Other';
/** Specifications that tell a shopper nothing of what goods do. */
const NO_FEATURE =
  /colou?r|finish|^(?:shade|(?:item|article|product|part|model|style|catalogue|stock)?\s*(?:no\.?|number|code|id|name|model)|sku|mpn|gtin|ean|upc|barcode|isbn)$/i;
const MAKES: ReadonlySet<Kind> = new Set(['brand', 'line']);
const TYPES: ReadonlySet<Kind> = new Set(['type', 'hint', 'ingredient']);

/**
 * Ranks the products of found offers, best matches first, for a question: by the needs that they state to meet, then by score, less a point
 * of 100 for each better match. By score alone, a security camera with a good price comes first for "camera". Goods that break a need are
 * left out. `specifications` are by product id.
 */
export function gatherEvidence(
  question: SmartQuestion,
  offers: readonly SmartOffer[],
  specifications: ReadonlyMap<string, Readonly<Record<string, string>>>,
): SmartEvidence {
  const { needs, excluded, isCheapest } = question.reading ?? readQuestion(question.query);
  const words = question.thing ?? question.query;
  const parsed = parseQuery(words);
  // Each of two things answers a question about both.
  const asked = [parsed, ...words.split(CONJUNCTION).map((side) => parseQuery(side))];
  const buyable = offers.filter((offer) => offer.canBuy);
  const unstated = offers.filter((offer) => offer.availability === 'unknown' && offer.canBuy);
  const unseen = offers.filter((offer) => offer.availability === 'unknown' && !offer.canBuy);
  const groups = [...Map.groupBy(offers, (offer) => offer.productId).values()];
  const category = categoryFor({ ...question, query: words }, buyable);
  const meanings = meaningsOf({ ...question, query: words }, buyable);
  const all = groups.flatMap((group) => productOf(group, specifications) ?? []);
  const matching = all.filter((product) => product.best.category === category);
  const inCategoryAtAll = matching.length > 0 ? matching : all;
  const proper = thingsAmong(inCategoryAtAll, parsed).filter(
    ({ name, best }) => !excluded.some((word) => isNamedAs(`${best.brand ?? ''} ${name}`, word)),
  );
  const type = typeOf(words, proper);
  const conditions = askedOf(needs, type);
  const checked = proper.map((product) => ({
    ...product,
    checks: conditions.map(({ condition }) => check(condition, product)),
  }));
  const unbroken = checked.filter(({ checks }) => !checks.includes('breaks'));
  const wanted = unbroken.filter((product) => parsed.isAccessory || !isAccessory(product));
  const best = wanted.find((product) => product.best.isTheThing) ?? wanted[0] ?? null;
  const { products: meant, named, isStated } = forWhom(unbroken, words, parsed);
  const inCategory = conditions.length > 0 ? meant : ofWishedSize(meant, parsed);
  const affordable = inCategory.filter((product) => fitsBudget(product, question));
  const isOverBudget = question.budgetCents !== null && affordable.length === 0;
  const isByPrice = isOverBudget || parsed.isCheapest || isCheapest;
  // The search found the best match first.
  const merit = new Map(inCategory.map((product, place) => [product, product.score100 - place]));
  const byMerit = (a: SmartProduct, b: SmartProduct) =>
    Number(named.has(b)) - Number(named.has(a)) || (merit.get(b) ?? 0) - (merit.get(a) ?? 0);
  const within = isOverBudget ? inCategory : affordable;
  const recommended = within.filter(({ best }) => best.buyVerdict.word !== 'wait');
  // Briquettes are no first choice of a barbecue, be they cheaper or better rated.
  const ranked = recommended.toSorted(
    (a, b) =>
      Number(b.best.isTheThing) - Number(a.best.isTheThing) ||
      passesOf(b) - passesOf(a) ||
      (isByPrice ? 0 : byMerit(a, b)) ||
      a.best.priceCents - b.best.priceCents,
  );
  const chosen = meanings[0] ? [] : isByPrice ? ranked : spread(ranked);
  const products = chosen.map((product, index) => ({ ...product, ref: `p${index + 1}` }));
  return {
    query: question.query,
    category,
    type,
    budgetCents: question.budgetCents,
    asked: conditions,
    broken: checked.filter(({ checks }) => checks.includes('breaks')),
    named: best,
    isModel: namesModel(words, best),
    isLoose:
      offers.length > 0 &&
      (wanted.length === 0 ||
        !offers.some((offer) => asked.some((each) => matchesAllTerms(offer, each))) ||
        (SAYS_WHAT_FOR.has(category) && !isStated)),
    meanings,
    isOutsideCategory: question.category !== null && all.length > 0 && matching.length === 0,
    isOverBudget: isOverBudget && products.length > 0,
    isByPrice,
    isByName: !isByPrice && ranked.some((product) => named.has(product)),
    offersRead: offers.length,
    offersNotBuyable: offers.length - buyable.length - unseen.length,
    offersUnseen: unseen.length,
    offersUnstated: unstated.length,
    accessories: all.filter((each) => !proper.includes(each) && isAccessory(each)).length,
    waiting: within.length - recommended.length,
    shops: new Set(offersOf(products, buyable).map((offer) => offer.retailerName)).size,
    products,
    prices: pricesOf(products),
  };
}

/** Whether words name a make or model: by a figure, or the brand of the best match. */
const namesModel = (words: string, best: SmartProduct | null): boolean =>
  /\d/.test(words) ||
  tag(words, MAKES)[0] !== undefined ||
  (best?.best.brand != null && isNamedAs(words, best.best.brand));

/** How many needs goods are known to meet. */
export const passesOf = ({ checks }: Pick<SmartProduct, 'checks'>): number =>
  checks.filter((each) => each === 'passes').length;

/** The product types that a question names, and what its first products are, as the tables of rules and tips know them. */
export function typeOf(words: string, products: readonly SmartProduct[]): string {
  const named = tag(words, TYPES).map(({ phrase }) => phrase);
  const heads = products
    .slice(0, ENOUGH_THINGS)
    .flatMap(({ name, best }) => headNounOf(name, best.brand) ?? []);
  return [...new Set([...named, ...named.flatMap(sameAs), ...heads])].join(', ');
}

/** Good value first: the best that costs little more than the median. Then the best at any price, and the cheapest that meets as much. */
function spread(ranked: readonly SmartProduct[]): SmartProduct[] {
  const [best] = ranked;
  if (!best) return [];
  const isEqual = (one: SmartProduct) =>
    one.best.isTheThing === best.best.isTheThing && passesOf(one) === passesOf(best);
  const equal = ranked.filter(isEqual);
  const prices = equal.map((one) => one.best.priceCents).toSorted((a, b) => a - b);
  const most = MOST_OF_MEDIAN * (prices[Math.floor((prices.length - 1) / 2)] ?? 0);
  const first = equal.find((one) => one.best.priceCents <= most) ?? best;
  const second = ranked.find((one) => one !== first) ?? best;
  const [cheapest = best] = equal
    .filter((one) => one !== first && one !== second)
    .toSorted((a, b) => a.best.priceCents - b.best.priceCents);
  return [...new Set([first, second, cheapest, ...ranked])];
}

/** Those of the offers that are of these products. */
export function offersOf<Offer extends { productId: string }>(
  products: readonly { productId: string }[],
  offers: readonly Offer[],
): Offer[] {
  const ids = new Set(products.map(({ productId }) => productId));
  return offers.filter(({ productId }) => ids.has(productId));
}

/**
 * The category that the shopper chose, else the one that the query names, else that of most products which are the thing: for "bbq" the
 * barbecues, however many shops sell the sauce. A present for mum is of no one category.
 */
function categoryFor(question: SmartQuestion, offers: readonly SmartOffer[]): string {
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
function meaningsOf({ query, category }: SmartQuestion, offers: readonly SmartOffer[]): string[] {
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
function thingsAmong(products: SmartProduct[], parsed: ParsedQuery): SmartProduct[] {
  const things = products.filter(({ best }) => best.isTheThing);
  // Two barbecues are compared; with briquettes, their typical price would be nobody's.
  if (things.length > 1) return things;
  const called = products.filter(({ best }) => matchesAllTerms(best, parsed));
  const matching = called.length >= ENOUGH_THINGS ? called : products;
  const proper = matching.filter((product) => parsed.isAccessory || !isAccessory(product));
  return proper.length > 0 ? proper : matching;
}

/** Categories whose packs state the user or the purpose. */
const SAYS_WHAT_FOR: ReadonlySet<string> = new Set([
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
function forWhom(products: SmartProduct[], query: string, parsed: ParsedQuery) {
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
function isAccessory({ name, best }: SmartProduct): boolean {
  const noun = headNounOf(name, best.brand)?.split(' ').at(-1) ?? '';
  return best.category !== 'Groceries' && (noun === 'accessory' || ACCESSORY_NOUNS.includes(noun));
}

/** Keeps the half of the products that suits a wish for a small or large one, and products of unknown size. */
function ofWishedSize(products: SmartProduct[], { sizeWish }: ParsedQuery): SmartProduct[] {
  if (sizeWish === null) return products;
  const sized = products.map((product) => ({
    product,
    category: product.best.category,
    sizes: sizesOf(product.best.name),
  }));
  const suits = suitsWish(sized, sizeWish);
  return sized.filter((each) => (suits.get(each) ?? 1) >= 0.5).map(({ product }) => product);
}

/** The product of these offers; null if no shop sells it now. Shops without stock count for its rating, as everywhere. */
function productOf(
  group: readonly SmartOffer[],
  specifications: ReadonlyMap<string, Readonly<Record<string, string>>>,
): SmartProduct | null {
  const buyable = group.filter((offer) => offer.canBuy);
  const [first, ...others] = buyable;
  if (!first) return null;
  const best = others.reduce((a, b) => (b.priceCents < a.priceCents ? b : a), first);
  const facts = specifications.get(best.productId) ?? {};
  return {
    ref: '',
    productId: best.productId,
    name: best.productName,
    best,
    shops: new Set(buyable.map((offer) => offer.retailerName)).size,
    rating: ratingOf(group),
    score100: best.overall ?? NEUTRAL_SCORE,
    facts,
    checks: [],
    features: Object.entries(facts)
      .filter(
        ([name, value]) =>
          !NO_FEATURE.test(name.trim()) &&
          (name !== 'Brand' || !plainText(best.productName).includes(plainText(value))),
      )
      .slice(0, MAX_FEATURES)
      .map(([name, value]) => (value === 'Yes' ? name : `${name}: ${value}`)),
  };
}

function ratingOf(group: readonly SmartOffer[]): SmartProduct['rating'] {
  const rating = pooledRating(group);
  return rating.count < MIN_RATINGS ? null : rating;
}

function fitsBudget({ best }: SmartProduct, { budgetCents, minCents }: SmartQuestion): boolean {
  return best.priceCents <= (budgetCents ?? best.priceCents) && best.priceCents >= (minCents ?? 0);
}

/** Whether a name has a word or phrase, with any ending of its number. */
function isNamedAs(name: string, words: string): boolean {
  const text = plainText(name);
  return plainText(words)
    .split(/[\s-]+/)
    .every((word) => text.includes(withoutEnding(word)));
}

/**
 * Whether an offer matches all terms of a query but those of its purpose, which shops do not print, and of the thing that it is: beans of
 * the shelf "Coffee" are coffee beans.
 */
function matchesAllTerms(offer: SmartOffer, { terms, purpose, thing }: ParsedQuery): boolean {
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

function pricesOf(products: readonly SmartProduct[]): SmartEvidence['prices'] {
  const sorted = products.map(({ best }) => best.priceCents).toSorted((a, b) => a - b);
  const [lowestCents] = sorted;
  const highestCents = sorted.at(-1);
  if (lowestCents === undefined || highestCents === undefined) return null;
  const medianCents = sorted[Math.floor((sorted.length - 1) / 2)] ?? cents(0);
  return { lowestCents, medianCents, highestCents };
}
