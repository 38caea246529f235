/* The figures of a search: all of them, like heading and facets, over every product that matches and not over a page. */
import { type Cents, cents } from '../money.ts';
import { parsePackSize } from '../pack/pack-size.ts';
import { arrange } from './arrange-products.ts';
import { type Families, familyOf } from './families.ts';
import {
  lowestOf,
  type MatchedOffer,
  type MatchedProduct,
  passingOffers,
  type TriedProduct,
} from './filter-products.ts';

export interface Summary {
  /** Models. */
  products: number;
  /** Prices at which they can be bought; where nothing can be bought, those that shops list. */
  prices: number;
  /** The lowest price that can be paid. */
  best: { productId: string; shop: string; priceCents: Cents } | null;
  averageCents: Cents | null;
  highestCents: Cents | null;
  /**
   * How far the best price lies below the average; between goods that cannot be compared, the lowest below the highest price of
   * `productId`, the product with the best score. Null where it is nothing.
   */
  saving: { cents: Cents; productId: string | null } | null;
}

/** Summarises the products of a search after its filters. Orders and pages change nothing. */
export function summaryOf(
  tried: readonly TriedProduct[],
  families: Families<MatchedProduct>,
): Summary {
  const passing = tried.filter((each) => passingOffers(each)[0]);
  const all = passing.flatMap((each) =>
    passingOffers(each).map((offer) => ({ ...offer, productId: each.product.productId })),
  );
  const buyable = all.filter(({ canBuy }) => canBuy);
  const priced = buyable[0] ? buyable : all;
  const prices = priced.map(({ priceCents }) => priceCents);
  const [best = null] = buyable.toSorted(
    (a, b) =>
      a.priceCents - b.priceCents || b.trust - a.trust || (a.productId < b.productId ? -1 : 1),
  );
  const averageCents = prices[0]
    ? cents(Math.round(prices.reduce((sum, price) => sum + price, 0) / prices.length))
    : null;
  const savingOfTop = () => {
    const productId = arrange(tried, 'score', families)[0]?.productId ?? null;
    return { cents: spreadOf(buyable.filter((one) => one.productId === productId)), productId };
  };
  const saving =
    best && averageCents && areComparable(passing.map(({ product }) => product))
      ? { cents: cents(averageCents - best.priceCents), productId: null }
      : savingOfTop();
  return {
    products: new Set(passing.map(({ product }) => familyOf(families, product))).size,
    prices: prices.length,
    best: best && { productId: best.productId, shop: best.shop, priceCents: best.priceCents },
    averageCents,
    highestCents: prices[0] ? cents(Math.max(...prices)) : null,
    saving: saving.cents > 0 ? saving : null,
  };
}

const spreadOf = (offers: readonly MatchedOffer[]) =>
  cents(Math.max(0, ...offers.map(({ priceCents }) => priceCents)) - (lowestOf(offers) ?? 0));

/** Packs of comparable goods differ by this factor at most. */
const MOST_PACK_FACTOR = 2;

/** Whether an average over products says what each should cost: goods of one type in packs of about one size. */
function areComparable(products: readonly MatchedProduct[]): boolean {
  const [first] = products;
  const isOneType =
    products.every(({ isTheThing }) => isTheThing) ||
    products.every(({ head }) => head !== '' && head === first?.head);
  const packs = products.map(({ sizes }) => parsePackSize((sizes ?? []).join(' ')));
  const totals = packs.flatMap((pack) => pack?.total ?? []);
  const isOneSize = Math.max(...totals) <= MOST_PACK_FACTOR * Math.min(...totals);
  return (
    isOneType &&
    (totals.length === 0 || isOneSize) &&
    new Set(packs.map((pack) => pack?.unit)).size <= 1
  );
}
