import type { EntityManager } from '@mikro-orm/postgresql';
import { Product } from '../../entities/product.ts';
import { offersToScore } from '../products/scores.ts';
import type { FoundOffer } from '../search/search.ts';

/** Adds the price range of the last year to found offers, for smart recommendations. */
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

/** Names of identifiers, which describe no feature. */
const IDENTIFIERS =
  /^(?:(?:item|article|product|part|model|style|catalogue|stock)\s*(?:no\.?|number|code|id)|sku|mpn|gtin|ean|upc|barcode|isbn)$/i;

/** Specifications without identifiers, by product id. */
export async function specificationsOf(em: EntityManager, productIds: string[]) {
  const products = await em.find(
    Product,
    { id: { $in: productIds } },
    { fields: ['specifications'], disableIdentityMap: true },
  );
  return new Map(
    products.map(({ id, specifications }) => {
      const features = Object.entries<string>(specifications).filter(
        ([name]) => !IDENTIFIERS.test(name.trim()),
      );
      return [id, Object.fromEntries(features)];
    }),
  );
}
