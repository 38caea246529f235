import { z } from 'zod';
import { personalOffers, type RecommendedOffer } from '#db/queries/products/recommendations.ts';
import { listProducts } from '#db/queries/search/list-products.ts';
import type { FoundOffer } from '#db/queries/search/search.ts';
import { addFeedback } from '#db/queries/shoppers/feedback.ts';
import { byId, topic } from '../core/call.ts';
import { found } from '../core/failures.ts';
import { type ApiServices, RECOMMENDED_OFFERS } from '../core/services.ts';
import { SHARED_FOR_MS } from '../core/shared-answers.ts';
import {
  findSimilar,
  recommendedProduct,
  toRecommendedProducts,
} from '../responses/product-detail.ts';

const category = z.object({
  category: z.string().trim().max(100).default('').describe('Name of a category; all by default'),
});
const recommendations = z.object({ products: z.array(recommendedProduct) });

async function toAnswer(services: ApiServices, offers: readonly RecommendedOffer[]) {
  return { products: await toRecommendedProducts(services, offers) };
}

const because = (why: string, offers: readonly FoundOffer[]) =>
  offers.map((offer) => ({ ...offer, why }));

/** Shared definition of the lists that are the same for everyone. */
const sameForAll = {
  limit: 'search',
  sharedForMs: SHARED_FOR_MS.similar,
  data: recommendations,
} as const;

/** The calls of the specification's §7 "Recommendations"; scores 0–100. */
export const recommendationRoutes = topic()
  .user('GET /recommendations/personalized', 'Offers for the caller, else trending offers', {
    limit: 'search',
    query: category,
    data: recommendations,
    async run({ env, em, caller, query: { category } }) {
      const own = await personalOffers(em, caller.id, category || null, RECOMMENDED_OFFERS);
      return toAnswer(env, own.length > 0 ? own : await env.trendingOffers(category));
    },
  })
  .shared('GET /recommendations/similar/{id}', 'Products similar to one', {
    ...sameForAll,
    params: byId,
    async run({ env, param }) {
      const offers = await findSimilar(env, param.id, RECOMMENDED_OFFERS);
      return toAnswer(env, because('Like the product you looked at', offers));
    },
  })
  .user('GET /recommendations/search-based', "Offers for the caller's searches, or for a query", {
    limit: 'search',
    query: z.object({
      userId: z.uuid().optional().describe('Must be the caller: others get 404'),
      q: z.string().trim().max(200).optional().describe('A past search'),
    }),
    data: recommendations,
    async run({ env, em, caller, query: { userId = caller.id, q } }) {
      found(userId === caller.id, 'user');
      if (!q) return toAnswer(env, await personalOffers(em, userId, null, RECOMMENDED_OFFERS));
      const page = { sort: 'aiScore' as const, limit: RECOMMENDED_OFFERS, offset: 0 };
      const { products } = await listProducts(em, { q, inStock: true }, page);
      return toAnswer(env, because(`Because you searched for ${q}`, products));
    },
  })
  .shared('GET /recommendations/trending', 'Offers of trending searches', {
    ...sameForAll,
    query: category,
    run: async ({ env, query }) => toAnswer(env, await env.trendingOffers(query.category)),
  })
  .shared('GET /recommendations/deals', 'Offers well below their usual price', {
    ...sameForAll,
    query: category,
    run: async ({ env, query }) => toAnswer(env, await env.dealOffers(query.category)),
  })
  .anyone(
    'POST /recommendations/feedback',
    'Feedback on a recommendation, a wrong price or a wrong match',
    {
      limit: 'write',
      body: z
        .object({
          kind: z
            .enum(['recommendation', 'wrong-price', 'not-the-same-product'])
            .default('recommendation'),
          offerId: z.uuid().optional(),
          query: z.string().trim().max(200).optional(),
          helpful: z.boolean().optional(),
          comment: z.string().trim().max(2_000).optional(),
        })
        .refine(
          ({ kind, offerId, helpful, comment }) =>
            kind === 'recommendation' ? helpful !== undefined || comment : offerId,
          'Please say what the feedback is about.',
        ),
      status: 201,
      run: ({ em, caller, body }) => addFeedback(em, { ...body, userId: caller?.id }),
    },
  );
