import { type ProductWithOffers, productWithOffers } from '#db/queries/product-detail.ts';
import type { FoundOffer } from '#db/queries/search.ts';
import { PublicError } from '#domain/errors.ts';
import type { ApiServices } from '../services.ts';
import { bestOffer } from './product-detail.ts';

/** A product with its best offer, and up to `maxReviews` reviews. Throws PublicError 404 when no shop lists it. */
export async function findProduct(
  services: ApiServices,
  id: string,
  maxReviews = 0,
): Promise<{ found: ProductWithOffers; best: FoundOffer }> {
  const found = await productWithOffers(services.em(), id, maxReviews);
  const best = found && bestOffer(found.offers);
  if (!best) throw new PublicError(404, 'product-not-found', 'This product does not exist.');
  return { found, best };
}
