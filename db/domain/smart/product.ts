import { FLAVOURED } from '../categories/head-noun.ts';
import { tag, tagsOf } from '../lexicon/lexicon.ts';
import { tokensOf } from '../lexicon/tokens.ts';
import { type Cents, cents } from '../money.ts';
import { type PackSize, parsePackSize } from '../pack/pack-size.ts';
import { pooledRating } from '../products/pooled-rating.ts';
import { sizesOf } from '../products/variant-traits.ts';
import { headNounOf } from '../search/name-head.ts';
import { plainText } from '../text/plain-text.ts';
import type { Checked } from './measures.ts';
import type { Found, SmartOffer } from './recommendation.ts';

const MAX_FEATURES = 4;
/** Fewer ratings are ignored. */
const MIN_RATINGS = 5;
const NEUTRAL_SCORE = 50;
/** Categories whose packs are used up. */
const USED_UP: ReadonlySet<string | null> = new Set([...FLAVOURED, 'Groceries']);
/** Specifications that tell a shopper nothing of what goods do. */
const NO_FEATURE =
  /colou?r|finish|^(?:shade|(?:item|article|product|part|model|style|catalogue|stock)?\s*(?:no\.?|number|code|id|name|model)|sku|mpn|gtin|ean|upc|barcode|isbn)$/i;

/** A product that the advice may recommend. */
export type SmartProduct = NonNullable<ReturnType<typeof productOf>>;

/** The product of these offers; null if no shop sells it now. Shops without stock count for its rating, as everywhere. */
export function productOf(group: readonly SmartOffer[], { specifications }: Found) {
  const offers = group.filter(({ canBuy }) => canBuy);
  const [best] = offers.toSorted((a, b) => a.priceCents - b.priceCents);
  if (!best) return null;
  const { productId, productName: name, brand, category } = best;
  const facts = specifications.get(productId) ?? {};
  const rating = pooledRating(group);
  const told = Object.entries(facts).filter(
    ([fact, value]) =>
      !NO_FEATURE.test(fact.trim()) &&
      (fact !== 'Brand' || !plainText(name).includes(plainText(value))),
  );
  return {
    ...{ productId, name, brand, best, category, facts },
    sizes: sizesOf(name),
    pack: packOf(name, category),
    /** That can be bought: what all counts of an answer count. */
    offers,
    /** For each need that a rule knows, what the goods state. */
    checks: [] as readonly Checked[],
    rating: rating.count < MIN_RATINGS ? null : rating,
    score100: best.overall ?? NEUTRAL_SCORE,
    features: told
      .slice(0, MAX_FEATURES)
      .map(([fact, value]) => (value === 'Yes' ? fact : `${fact}: ${value}`)),
  };
}

/** The AI score of 100 as pages show it. */
export const shownScoreOf = ({ score100 }: SmartProduct): number => Math.round(score100);

/** Stars of 5; 0 without ratings. */
export const starsOf = ({ rating }: SmartProduct): number => rating?.average ?? 0;

/** The shops that sell any of these products now. */
export const shopsOf = (products: readonly SmartProduct[]): string[] => [
  ...new Set(products.flatMap(({ offers }) => offers.map(({ retailerName }) => retailerName))),
];

/** What a product is: its category and the last word of its product type; null where its name does not say. */
export function kindOf({ name, best, category }: SmartProduct): string | null {
  const noun = headNounOf(name, best.brand)?.split(' ').at(-1);
  return noun ? `${category} ${noun}` : null;
}

/** The contents of a pack that is used up, or of several goods; the litres of a fridge are no contents. */
function packOf(name: string, category: string | null): PackSize | null {
  const pack = parsePackSize(name);
  return USED_UP.has(category) || pack?.unit === 'each' ? pack : null;
}

/** The price of a kilogram, litre, metre or piece; of the whole where the pack is unknown. */
export function contentPriceOf({ best, pack }: SmartProduct): Cents {
  const parts = pack ? pack.total / (pack.unit === 'g' || pack.unit === 'mL' ? 1000 : 1) : 1;
  return cents(Math.round(best.priceCents / parts));
}

/**
 * For words, the share of those that name a maker or model which a product has, 0 to 1: 'kmart' of "kmart air fryer". 1 where no word
 * names any.
 */
export function namedShare(words: string): (product: SmartProduct) => number {
  const known = tag(words).filter(({ kind }) => kind !== 'brand' && kind !== 'line');
  const naming = tokensOf(words).filter(
    ({ start }) => !known.some((one) => one.start <= start && one.end > start),
  );
  return ({ name, brand }) => {
    const own = new Set(tokensOf(`${brand ?? ''} ${name}`).map(({ key }) => key));
    const had = naming.filter(({ key }) => own.has(key));
    return naming[0] ? had.length / naming.length : 1;
  };
}

/** Whether a product is of no edition that words do not name: a "PS5" is no PS5 Pro. */
export function isPlain({ name }: SmartProduct, words: string): boolean {
  const asked = new Set(tagsOf(words, 'edition').map(({ phrase }) => phrase));
  return tagsOf(name, 'edition').every(({ phrase }) => asked.has(phrase));
}
