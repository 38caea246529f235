import { isGone } from '#domain/offers/availability.ts';
import type { RankedProduct } from '#site/api/responses/search-product.ts';
import { unitPriceText } from '#site/ui/price-text.ts';
import { certainty } from '#site/ui/words.ts';

/** A product in the search response, with its offers in that response. */
export type Docket = ReturnType<typeof docketsOf>[number];

/** Groups offers by product in response order, keeping only offers from `chosenShops` for products those shops sell. */
export function docketsOf(answered: readonly RankedProduct[], chosenShops: readonly string[] = []) {
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
    const available = unsorted.filter(({ availability }) => !isGone(availability));
    const prices = (available[0] ? available : unsorted).map(({ currentPrice }) => currentPrice);
    const sorted: readonly [RankedProduct, ...RankedProduct[]] = [best, ...others];
    return {
      id,
      name: best.productName,
      /** Path of the product page: the public page for guests. */
      path: best.productPath,
      /** Buyable offers first, then by price; the more trusted shop first at equal prices. */
      offers: sorted,
      best,
      /** False when every shop reports the product as unavailable. */
      canBuy: !isGone(best.availability),
      // Dollars, across all offers: shops missing from the response may charge more.
      lowest: Math.min(best.lowest ?? best.currentPrice, ...prices),
      highest: Math.max(best.highest ?? 0, ...prices),
      /** Shops that list it, and those of them that can sell it now: the shops that the verdict counts. */
      shops: best.shopsOfProduct,
      shopsSelling: best.shopsSelling,
      /** It matches only part of the query. */
      isSimilar: best.isSimilar,
      /** Matching variants of the model, including this product. */
      variants: best.variantsOfProduct,
      /** Across all shops. */
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

/** The unit that most of the products are priced by, as 'per 100 g'; null where most have none or another one. */
export function usualUnit(dockets: readonly Docket[]): string | null {
  const units = dockets.map(
    ({ best }) => best.unitPrice && unitPriceText(best.unitPrice).replace(/^\S+ /, ''),
  );
  return (
    units.find((unit) => 2 * units.filter((each) => each === unit).length > units.length) ?? null
  );
}
