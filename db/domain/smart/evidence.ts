import { type Kind, tag } from '../lexicon/lexicon.ts';
import { sameAs } from '../lexicon/synonyms.ts';
import { cents } from '../money.ts';
import { pooledRating } from '../products/pooled-rating.ts';
import { headNounOf } from '../search/name-head.ts';
import { parseQuery } from '../search/parse-query.ts';
import { CONJUNCTION } from '../search/query-grammar.ts';
import { plainText } from '../text/plain-text.ts';
import {
  categoryFor,
  ENOUGH_THINGS,
  forWhom,
  isAccessory,
  isNamedAs,
  matchesAllTerms,
  meaningsOf,
  ofWishedSize,
  SAYS_WHAT_FOR,
  thingsAmong,
} from './goods.ts';
import { askedOf, check } from './measures.ts';
import { readQuestion } from './question.ts';
import type { SmartEvidence, SmartOffer, SmartProduct, SmartQuestion } from './recommendation.ts';

const MAX_FEATURES = 4;
/** Fewer ratings are ignored. */
const MIN_RATINGS = 5;
const NEUTRAL_SCORE = 50;
/** The first choice costs at most so many times the median: better ones follow as such. */
const MOST_OF_MEDIAN = 1.5;
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
  (tag(words, MAKES)[0] !== undefined && tag(words, TYPES)[0] === undefined) ||
  (best?.best.brand != null && isNamedAs(words, best.best.brand));

/** How many needs goods are known to meet. */
export const passesOf = ({ checks }: Pick<SmartProduct, 'checks'>): number =>
  checks.filter((each) => each === 'passes').length;

/** Stars of 5; 0 without ratings. */
export const starsOf = ({ rating }: Pick<SmartProduct, 'rating'>): number => rating?.average ?? 0;

/** The product types that a question names, and what its first products are, as the tables of rules and tips know them. */
function typeOf(words: string, products: readonly SmartProduct[]): string {
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

/** The figures of an answer, over each product's best price; null without any. */
export function pricesOf(products: readonly SmartProduct[]): SmartEvidence['prices'] {
  const sorted = products.map(({ best }) => best.priceCents).toSorted((a, b) => a - b);
  const [lowestCents] = sorted;
  const highestCents = sorted.at(-1);
  if (lowestCents === undefined || highestCents === undefined) return null;
  const medianCents = sorted[Math.floor((sorted.length - 1) / 2)] ?? cents(0);
  return { lowestCents, medianCents, highestCents };
}
