import { type Kind, tag } from '../lexicon/lexicon.ts';
import { sameAs } from '../lexicon/synonyms.ts';
import { pooledRating } from '../products/pooled-rating.ts';
import { sizesOf } from '../products/variant-traits.ts';
import { OF_CHILDREN } from '../search/audiences.ts';
import { headNounOf } from '../search/name-head.ts';
import { parseQuery } from '../search/parse-query.ts';
import { suitsWish } from '../search/size-wish.ts';
import { counted } from '../text/counted.ts';
import { plainText } from '../text/plain-text.ts';
import { type Asked, askedOf, type Check, check, purposesOf, stating } from './measures.ts';
import type { Found, SmartOffer, SmartQuestion } from './recommendation.ts';
import { listed, priced } from './wording.ts';

/* Found offers → the products that a question means, checked against its needs and ranked. Search has left out other goods and accessories. */

const MAX_FEATURES = 4;
/** Fewer ratings are ignored. */
const MIN_RATINGS = 5;
const NEUTRAL_SCORE = 50;
/** The first choice costs at most so many times the median: better ones follow as such. */
const MOST_OF_MEDIAN = 1.5;
/** How well goods suit a wish for a small or large one at least, 0 to 1. */
const LEAST_SUIT = 0.5;
/** Products whose head nouns tell the type: as many as the top picks. */
const HEADS = 3;
/** Specifications that tell a shopper nothing of what goods do. */
const NO_FEATURE =
  /colou?r|finish|^(?:shade|(?:item|article|product|part|model|style|catalogue|stock)?\s*(?:no\.?|number|code|id|name|model)|sku|mpn|gtin|ean|upc|barcode|isbn)$/i;
const MODELS: ReadonlySet<Kind> = new Set(['brand', 'line', 'edition', 'size']);
const MAKES: ReadonlySet<Kind> = new Set(['brand', 'line']);
const TYPES: ReadonlySet<Kind> = new Set(['type', 'hint', 'ingredient']);
/** Categories whose packs state the user or the purpose. */
const SAYS_WHAT_FOR = new Set(['Baby', 'Beauty', 'Cleaning', 'Pet Food', 'Pharmacy']);
const FOR_CHILDREN: ReadonlySet<string | null> = new Set(['Baby', 'Toys']);

/** Everything known for a search of a question. */
export type SmartEvidence = Omit<ReturnType<typeof gatherEvidence>, 'products'> & {
  /** Best first, within category and budget. */
  products: readonly SmartProduct[];
};

/** A product that the advice may recommend. */
export type SmartProduct = NonNullable<ReturnType<typeof productOf>>;

/**
 * Ranks the products of found offers: by the needs that they state to meet, then by score, less a point of 100 for each better match. By
 * score alone, a security camera with a good price comes first for "camera". Goods that break a need or cost more than usual are left out.
 */
export function gatherEvidence(question: SmartQuestion, found: Found) {
  const { reading, budgetCents, minCents } = question;
  const { thing, offers } = found;
  const parsed = parseQuery(thing);
  const groups = [...Map.groupBy(offers, ({ productId }) => productId).values()];
  const all = groups.flatMap((group) => productOf(group, found) ?? []);
  const { category, meanings } = categoryFor(question.category, parsed.category, all);
  const matching = all.filter(({ best }) => best.category === category);
  const proper = thingsAmong(matching[0] ? matching : all, parsed.isForChildren);
  const type = typeOf(thing, proper);
  const asked = [
    ...askedOf(reading.needs, type),
    ...purposesOf(parsed.purpose, reading.needs, proper),
  ];
  const checked = proper.map((one) => ({
    ...{ ...one, category, sizes: sizesOf(one.name) },
    checks: asked.map(({ condition }) => check(condition, one)),
  }));
  const unbroken = checked.filter(({ checks }) => !checks.includes('breaks'));
  const isStated = SAYS_WHAT_FOR.has(category);
  const most = isStated ? Math.max(0, ...unbroken.map(passesOf)) : 0;
  const meant = unbroken.filter((one) => passesOf(one) >= most);
  const suits = parsed.sizeWish && !asked[0] ? suitsWish(meant, parsed.sizeWish) : new Map();
  const suited = meant.filter((one) => (suits.get(one) ?? 1) >= LEAST_SUIT);
  const [least, limit] = [minCents ?? 0, budgetCents ?? Number.POSITIVE_INFINITY];
  const affordable = suited.filter(
    ({ best }) => best.priceCents >= least && best.priceCents <= limit,
  );
  const isOverBudget = budgetCents !== null && !affordable[0];
  const within = isOverBudget ? suited : affordable;
  const now = within.filter(({ best }) => best.buyVerdict.word !== 'wait');
  const isByPrice = isOverBudget || parsed.isCheapest || reading.isCheapest;
  const named = meant.find(({ best }) => best.isTheThing) ?? meant[0] ?? null;
  const waiting = within.length - now.length;
  const isOutside = question.category !== null && all[0] !== undefined && !matching[0];
  const lacksPurpose = isStated && parsed.purpose[0] !== undefined && most === 0;
  return {
    ...{ query: question.query, thing, category, minCents, budgetCents, meanings },
    /** Product types of the question and its goods, as the tables of rules and tips know them. */
    type,
    /** What the needs ask of the goods, in the order of each product's checks. */
    asked,
    /** The best match that can be bought, whatever its price and verdict; null for none. */
    named,
    /** The cheapest comes first: all are over the budget, or the question asks for a cheap one. */
    isByPrice,
    /** Products left out because their verdict is "wait". */
    waiting,
    /** No product matches the question; these are the nearest. */
    isLoose: offers.length > 0 && (found.isLoose || isOutside || lacksPurpose),
    /** The best match is what the question names: the Series 11 of a watch is no "watch ultra". */
    isWhole: isWhole(named, reading.things[0] ?? thing),
    /** The question names a make or model rather than a kind of goods. */
    isModel: namesModel(thing, named),
    isOverBudget: isOverBudget && now.length > 0,
    /** What was read and left out, a sentence each. */
    notes: [
      ...notesOf(offers),
      ...note(waiting, 'product', 'We left out # that cost more than usual: better wait.'),
      ...brokenNote(
        checked.filter((one) => !meant.includes(one)),
        asked,
      ),
      ...(isOutside ? [`None of them is in ${category}, so other categories are shown.`] : []),
    ],
    products: meanings[0] ? [] : ranked(now, suited, isByPrice),
  };
}

/** Whether a product has the make, edition and figures that words name; true without a product. */
function isWhole(product: SmartProduct | null, words: string): boolean {
  const labelled = product && { ...product, name: `${product.best.brand} ${product.name}` };
  const named = tag(words, MODELS).map(({ phrase, start, end }) => [
    words.slice(start, end),
    ...sameAs(phrase),
  ]);
  return !labelled || named.every((term) => check(stating(term), labelled) === 'passes');
}

const note = (count: number, of: string, text: string): string[] =>
  count > 0 ? [text.replace('#', () => counted(count, of))] : [];

function brokenNote(broken: readonly SmartProduct[], asked: readonly Asked[]): string[] {
  const [near] = broken;
  const wanted = listed(asked.map(({ text }) => text));
  const text = near && `We left out # not known to meet ${wanted}; the nearest is ${priced(near)}.`;
  return note(broken.length, 'product', text ?? '');
}

/** What was read, and what cannot be bought. */
function notesOf(offers: readonly SmartOffer[]): string[] {
  const unstated = offers.filter(({ availability }) => availability === 'unknown');
  const unseen = unstated.filter(({ canBuy }) => !canBuy).length;
  const gone = offers.filter(({ canBuy }) => !canBuy).length - unseen;
  return [
    ...note(offers.length, 'offer', 'We read # for your search.'),
    ...note(gone, 'offer', 'We left out # that cannot be bought right now.'),
    ...note(unseen, 'offer', 'We left out # that we have not seen for two weeks.'),
    ...note(unstated.length - unseen, 'offer', 'Of # the shop does not state its stock.'),
  ];
}

/**
 * The category that the shopper chose, else the one that the words name, else that of most products which are the thing. `meanings` are
 * the categories found for "something for a cold", of which no product is the thing and none holds most products.
 */
function categoryFor(chosen: string | null, named: string | null, all: readonly SmartProduct[]) {
  const things = all.filter(({ best }) => best.isTheThing);
  const counts = [...Map.groupBy(things[0] ? things : all, ({ best }) => best.category ?? '')]
    .filter(([name]) => name)
    .toSorted(([, a], [, b]) => b.length - a.length);
  const found = counts.map(([name]) => name);
  const of = counts.reduce((sum, [, { length }]) => sum + length, 0);
  const main = counts.find(([, { length }]) => length > of / 2)?.[0];
  const wished = found.find((name) => name.toLowerCase() === chosen?.trim().toLowerCase());
  const own = named && found.includes(named) ? named : (main ?? named ?? 'Other');
  const isOpen = chosen === null && named === null && !main && !things[0];
  return { category: wished ?? chosen ?? own, meanings: isOpen ? found : [] };
}

/** Two or more that are the thing, else all: for tea no coffee. Without goods for children, whom a query would name, if there are others. */
function thingsAmong(products: readonly SmartProduct[], isForChildren: boolean) {
  const things = products.filter(({ best }) => best.isTheThing);
  const meant = things.length > 1 ? things : products;
  const adults = meant.filter(
    ({ name, best }) => FOR_CHILDREN.has(best.category) || !OF_CHILDREN.test(name),
  );
  return isForChildren || !adults[0] ? meant : adults;
}

/** Whether words name a make or model: by a figure, or the brand of the best match. */
const namesModel = (words: string, named: SmartProduct | null): boolean =>
  /\d/.test(words) ||
  (tag(words, MAKES)[0] !== undefined && tag(words, TYPES)[0] === undefined) ||
  (named?.best.brand != null && plainText(words).includes(plainText(named.best.brand)));

/** How many needs goods are known to meet. */
export const passesOf = ({ checks }: Pick<SmartProduct, 'checks'>): number =>
  checks.filter((each) => each === 'passes').length;

/** Stars of 5; 0 without ratings. */
export const starsOf = ({ rating }: Pick<SmartProduct, 'rating'>): number => rating?.average ?? 0;

/** The product types that words name, and what the first products are, as the tables of rules and tips know them. */
function typeOf(words: string, products: readonly SmartProduct[]): string {
  const named = tag(words, TYPES).map(({ phrase }) => phrase);
  const first = products.slice(0, HEADS);
  const heads = first.flatMap(({ name, best }) => headNounOf(name, best.brand) ?? []);
  return [...new Set([...named, ...named.flatMap(sameAs), ...heads])].join(', ');
}

/**
 * The thing first, then what is known to meet more needs, then by price, or by merit: the score and the place among all `found`. By merit,
 * good value comes first: the best that costs little more than the median, then the best at any price, then the cheapest that meets as much.
 */
function ranked<Product extends SmartProduct>(
  products: readonly Product[],
  found: readonly Product[],
  isByPrice: boolean,
): Product[] {
  const merit = new Map(found.map((product, place) => [product, product.score100 - place]));
  const sorted = products.toSorted(
    (a, b) =>
      Number(b.best.isTheThing) - Number(a.best.isTheThing) ||
      passesOf(b) - passesOf(a) ||
      (isByPrice ? 0 : (merit.get(b) ?? 0) - (merit.get(a) ?? 0)) ||
      a.best.priceCents - b.best.priceCents,
  );
  const [best] = sorted;
  if (!best || isByPrice) return sorted;
  const equal = sorted.filter(
    (one) => one.best.isTheThing === best.best.isTheThing && passesOf(one) === passesOf(best),
  );
  const byPrice = equal.toSorted((a, b) => a.best.priceCents - b.best.priceCents);
  const median = byPrice[Math.floor((equal.length - 1) / 2)] ?? best;
  const most = MOST_OF_MEDIAN * median.best.priceCents;
  const first = equal.find((one) => one.best.priceCents <= most) ?? best;
  const second = sorted.find((one) => one !== first) ?? best;
  const cheapest = byPrice.find((one) => one !== first && one !== second) ?? best;
  return [...new Set([first, second, cheapest, ...sorted])];
}

/** The product of these offers; null if no shop sells it now. Shops without stock count for its rating, as everywhere. */
function productOf(group: readonly SmartOffer[], { specifications }: Found) {
  const buyable = group.filter(({ canBuy }) => canBuy);
  const [best] = buyable.toSorted((a, b) => a.priceCents - b.priceCents);
  if (!best) return null;
  const { productId, productName: name } = best;
  const facts = specifications.get(productId) ?? {};
  const rating = pooledRating(group);
  const features = Object.entries(facts).filter(
    ([fact, value]) =>
      !NO_FEATURE.test(fact.trim()) &&
      (fact !== 'Brand' || !plainText(name).includes(plainText(value))),
  );
  return {
    ...{ productId, name, best, facts },
    /** For each need that a rule knows, what the goods state. */
    checks: [] as readonly Check[],
    shops: [...new Set(buyable.map(({ retailerName }) => retailerName))],
    rating: rating.count < MIN_RATINGS ? null : rating,
    score100: best.overall ?? NEUTRAL_SCORE,
    features: features
      .slice(0, MAX_FEATURES)
      .map(([fact, value]) => (value === 'Yes' ? fact : `${fact}: ${value}`)),
  };
}
