import { similarProducts } from '#db/queries/products/catalogue.ts';
import {
  isListed,
  type ProductWithOffers,
  productWithOffers,
} from '#db/queries/products/product-detail.ts';
import type { FoundOffer } from '#db/queries/search/search.ts';
import { PublicError } from '#domain/errors.ts';
import type { ApiServices } from '../core/services.ts';
import { bestOffer } from './product-detail.ts';

/** A product with its best offer, and up to `maxReviews` reviews. Throws PublicError 404 when no shop lists it. */
export async function findProduct(
  services: ApiServices,
  id: string,
  maxReviews = 0,
): Promise<{ found: ProductWithOffers; best: FoundOffer }> {
  const found = await productWithOffers(services.em(), id, maxReviews);
  const best = found && bestOffer(found.offers);
  if (!best) throw unknownProduct();
  return { found, best };
}

/**
 * Up to `limit` products like one, each as its best offer. A product that no shop lists any more may still have some; throws
 * PublicError 404 where there is neither.
 */
export async function findSimilar(
  services: ApiServices,
  id: string,
  limit: number,
): Promise<FoundOffer[]> {
  const offers = await similarProducts(services.em(), id, limit);
  if (offers.length === 0 && !(await isListed(services.em(), id))) throw unknownProduct();
  return offers;
}

function unknownProduct(): PublicError {
  return new PublicError(404, 'product-not-found', 'This product does not exist.');
}
