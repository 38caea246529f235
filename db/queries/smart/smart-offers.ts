import type { EntityManager } from '@mikro-orm/postgresql';
import { Product } from '../../entities/product.ts';
import { offersToScore } from '../products/scores.ts';
import type { FoundOffer } from '../search/search.ts';

/** Found offers with the range of their last year, as smart recommendations weigh them. */
export async function withYearRange<Offer extends FoundOffer>(
  em: EntityManager,
  offers: readonly Offer[],
) {
  const productIds = [...new Set(offers.map((offer) => offer.productId))];
  const ranges = new Map(
    (await offersToScore(em, productIds)).map((offer) => [offer.offerId, offer]),
  );
  return offers.map((offer) => ({
    ...offer,
    yearLowCents: ranges.get(offer.offerId)?.lowestCents ?? offer.priceCents,
    yearHighCents: ranges.get(offer.offerId)?.highestCents ?? offer.priceCents,
  }));
}

/** A shop's or a maker's own number says nothing of what a product is like. */
const NUMBERS =
  /^(?:(?:item|article|product|part|model|style|catalogue|stock)\s*(?:no\.?|number|code|id)|sku|mpn|gtin|ean|upc|barcode|isbn)$/i;

/** What shops state of these products, but for their numbers, by product id. */
export async function specificationsOf(em: EntityManager, productIds: string[]) {
  const products = await em.find(
    Product,
    { id: { $in: productIds } },
    { fields: ['specifications'], disableIdentityMap: true },
  );
  return new Map(
    products.map(({ id, specifications }) => {
      const telling = Object.entries<string>(specifications).filter(
        ([name]) => !NUMBERS.test(name.trim()),
      );
      return [id, Object.fromEntries(telling)];
    }),
  );
}
