import { z } from 'zod';
import { findProduct, offersOfProduct, reviewsOfProduct } from '#db/queries/product-detail.ts';
import { PublicError } from '#domain/errors.ts';
import { bestOffer, productDetail, toProductDetail } from '../answers/product-detail.ts';
import { type RouteTable, route, success } from '../route.ts';

const MAX_REVIEWS = 50;

/** The calls of the specification's §7 "Products". */
export const productRoutes: RouteTable = {
  'GET /products/{id}': route({
    summary: 'A product with the offers of all shops',
    access: 'public',
    params: z.object({ id: z.uuid() }),
    answer: z.object({ success: z.literal(true), data: productDetail }),
    async handle({ services, params }) {
      const em = services.em();
      const product = await findProduct(em, params.id);
      const offers = await offersOfProduct(em, params.id);
      const best = bestOffer(offers);
      if (!product || !best) {
        throw new PublicError(404, 'product-not-found', 'This product does not exist.');
      }
      const reviews = await reviewsOfProduct(em, params.id, MAX_REVIEWS);
      return success(toProductDetail(product, best, offers, reviews, services.config.siteUrl));
    },
  }),
};
