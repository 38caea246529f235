import { isGone } from '#domain/offers/availability.ts';
import type { RankedProduct } from '#site/api/responses/search-product.ts';
import { certainty } from '#site/ui/words.ts';

/** A product of an answer with the offers that the answer holds of it. */
export interface Docket {
  id: string;
  name: string;
  /** Its page: the public one until somebody is signed in. */
  path: string;
  /** Those that can be bought first, each part by price; of the same price the more trusted shop first. */
  offers: readonly [RankedProduct, ...RankedProduct[]];
  /** The lowest price and its shop. */
  best: RankedProduct;
  /** False where every shop says that it does not sell it now. */
  canBuy: boolean;
  /** Dollars, over all its offers. */
  lowest: number;
  highest: number;
  shops: number;
  /** How many variants of its model fit, itself included. */
  variants: number;
  /** Over all shops. */
  rating: RankedProduct['rating'];
}

/** Groups the offers of an answer by product, in the order of the products; where shops are chosen, only their offers. */
export function docketsOf(
  answered: readonly RankedProduct[],
  chosenShops: readonly string[] = [],
): Docket[] {
  return [...Map.groupBy(answered, (offer) => offer.productId)].flatMap(([id, all]) => {
    const chosen = all.filter(({ retailer }) => chosenShops.includes(retailer.name));
    const unsorted = chosen[0] ? chosen : all;
    const [best, ...others] = unsorted.toSorted(
      (a, b) =>
        certainty(a) - certainty(b) ||
        a.currentPrice - b.currentPrice ||
        b.retailer.trustScore - a.retailer.trustScore,
    );
    if (!best) return [];
    const { productName: name, shopsOfProduct: shops } = best;
    const asked = unsorted.filter(({ availability }) => !isGone(availability));
    const prices = (asked[0] ? asked : unsorted).map(({ currentPrice }) => currentPrice);
    return {
      ...{ id, name, best, shops, path: best.productPath, offers: [best, ...others] },
      variants: best.variantsOfProduct,
      canBuy: !isGone(best.availability),
      // Shops that the answer leaves out may ask more than those in it.
      lowest: Math.min(best.lowest ?? best.currentPrice, ...prices),
      highest: Math.max(best.highest ?? 0, ...prices),
      rating: best.rating,
    };
  });
}

/** The first offer of each shop, its lowest: what its other sellers ask stands on the product's page. */
export function ofEachShop(offers: readonly RankedProduct[]): RankedProduct[] {
  return [...Map.groupBy(offers, ({ retailer }) => retailer.name).values()].flatMap(
    ([first]) => first ?? [],
  );
}
