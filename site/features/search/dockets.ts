import { isGone } from '#domain/offers/availability.ts';
import type { RankedProduct } from '#site/api/responses/search-product.ts';
import { certainty } from '#site/ui/words.ts';

/** A product in the search response, with its offers in that response. */
export interface Docket {
  id: string;
  name: string;
  /** Path of the product page: the public page for guests. */
  path: string;
  /** Buyable offers first, then by price; the more trusted shop first at equal prices. */
  offers: readonly [RankedProduct, ...RankedProduct[]];
  /** The lowest price and its shop. */
  best: RankedProduct;
  /** False when every shop reports the product as unavailable. */
  canBuy: boolean;
  /** Dollars, across all offers. */
  lowest: number;
  highest: number;
  /** Shops that list it, and those of them that can sell it now: the shops that the verdict counts. */
  shops: number;
  shopsSelling: number;
  /** Matching variants of the model, including this product. */
  variants: number;
  /** Across all shops. */
  rating: RankedProduct['rating'];
}

/** Groups offers by product in response order, keeping only offers from `chosenShops` for products those shops sell. */
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
    const { productName: name, shopsOfProduct: shops, shopsSelling } = best;
    const available = unsorted.filter(({ availability }) => !isGone(availability));
    const prices = (available[0] ? available : unsorted).map(({ currentPrice }) => currentPrice);
    return {
      id,
      name,
      best,
      shops,
      shopsSelling,
      path: best.productPath,
      offers: [best, ...others],
      variants: best.variantsOfProduct,
      canBuy: !isGone(best.availability),
      // Shops missing from the response may charge more.
      lowest: Math.min(best.lowest ?? best.currentPrice, ...prices),
      highest: Math.max(best.highest ?? 0, ...prices),
      rating: best.rating,
    };
  });
}

/** The lowest offer per shop; the product page lists the shop's other sellers. */
export function bestOfferPerShop(offers: readonly RankedProduct[]): RankedProduct[] {
  return [...Map.groupBy(offers, ({ retailer }) => retailer.name).values()].flatMap(
    ([first]) => first ?? [],
  );
}
