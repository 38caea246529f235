import { z } from 'zod';
import { personalOffers, type RecommendedOffer } from '#db/queries/products/recommendations.ts';
import { listProducts } from '#db/queries/search/list-products.ts';
import { addFeedback } from '#db/queries/shoppers/feedback.ts';
import { byId, DONE, done, forAnyone, forUser, ok, success, topic } from '../core/call.ts';
import { found } from '../core/failures.ts';
import { type ApiServices, RECOMMENDED_OFFERS } from '../core/services.ts';
import { SHARED_FOR_MS } from '../core/shared-answers.ts';
import {
  findSimilar,
  recommendedProduct,
  toRecommendedProduct,
} from '../responses/product-detail.ts';

const LIMIT = RECOMMENDED_OFFERS;
const category = z.object({ category: z.string().trim().max(100).default('') });
const recommendations = ok(z.object({ products: z.array(recommendedProduct) }));

function toAnswer({ config }: ApiServices, offers: RecommendedOffer[]) {
  return success({ products: offers.map((offer) => toRecommendedProduct(offer, config.siteUrl)) });
}

/** The part of the definition that all lists for everyone share. */
const sameForAll = {
  limit: 'search',
  sharedForMs: SHARED_FOR_MS.similar,
  answer: recommendations,
} as const;

/** The calls of the specification's §7 "Recommendations"; scores 0–100. */
export const recommendationRoutes = topic()
  .openapi(
    forUser('GET /recommendations/personalized', 'What suits the caller, else what trends', {
      limit: 'search',
      query: category,
      answer: recommendations,
    }),
    async ({ env, var: { caller }, req, json }) => {
      const { category } = req.valid('query');
      const own = await personalOffers(env.em(), caller.id, category || null, LIMIT);
      const offers = own.length > 0 ? own : await env.trendingOffers(category);
      return json(toAnswer(env, offers), 200);
    },
  )
  .openapi(
    forAnyone('GET /recommendations/similar/{id}', 'Products like one', {
      ...sameForAll,
      params: byId,
    }),
    async ({ env, req, json }) => {
      const offers = await findSimilar(env, req.valid('param').id, LIMIT);
      const why = 'Like the product you looked at';
      return json(
        toAnswer(
          env,
          offers.map((offer) => ({ ...offer, why })),
        ),
        200,
      );
    },
  )
  .openapi(
    forUser('GET /recommendations/search-based', "What fits the caller's searches, or a query", {
      limit: 'search',
      query: z.object({ userId: z.uuid().optional(), q: z.string().trim().max(200).optional() }),
      answer: recommendations,
    }),
    async ({ env, var: { caller }, req, json }) => {
      const { userId = caller.id, q } = req.valid('query');
      found(userId === caller.id, 'user');
      const em = env.em();
      if (!q) return json(toAnswer(env, await personalOffers(em, userId, null, LIMIT)), 200);
      const page = { sort: 'aiScore' as const, limit: LIMIT, offset: 0 };
      const { products } = await listProducts(em, { q, inStock: true }, page);
      const why = `Because you searched for ${q}`;
      return json(
        toAnswer(
          env,
          products.map((offer) => ({ ...offer, why })),
        ),
        200,
      );
    },
  )
  .openapi(
    forAnyone('GET /recommendations/trending', 'What many shoppers look for', {
      ...sameForAll,
      query: category,
    }),
    async ({ env, req, json }) => {
      const offers = await env.trendingOffers(req.valid('query').category);
      return json(toAnswer(env, offers), 200);
    },
  )
  .openapi(
    forAnyone('GET /recommendations/deals', 'Offers well below their price of 12 weeks', {
      ...sameForAll,
      query: category,
    }),
    async ({ env, req, json }) => {
      const offers = await env.dealOffers(req.valid('query').category);
      return json(toAnswer(env, offers), 200);
    },
  )
  .openapi(
    forAnyone('POST /recommendations/feedback', 'If an answer helped; wrong prices and matches', {
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
      answer: done,
      status: 201,
    }),
    async ({ env: { em }, var: { caller }, req, json }) => {
      const feedback = { ...req.valid('json'), userId: caller?.id };
      await addFeedback(em(), feedback);
      return json(DONE, 201);
    },
  );
