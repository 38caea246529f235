import { z } from 'zod';
import { listProducts } from '#db/queries/products/catalogue.ts';
import { personalOffers, type RecommendedOffer } from '#db/queries/products/recommendations.ts';
import { addFeedback } from '#db/queries/shoppers/feedback.ts';
import { call, DONE, done, ok, success, topic } from '../core/call.ts';
import { found } from '../core/failures.ts';
import { type ApiServices, RECOMMENDED_OFFERS } from '../core/services.ts';
import { SHARED_FOR_MS } from '../core/shared-answers.ts';
import { findSimilar } from '../responses/find-product.ts';
import { recommendedProduct, toRecommendedProduct } from '../responses/recommended-product.ts';

const LIMIT = RECOMMENDED_OFFERS;
const category = z.object({ category: z.string().trim().max(100).default('') });
const recommendations = ok(z.object({ products: z.array(recommendedProduct) }));

function toAnswer({ config }: ApiServices, offers: RecommendedOffer[]) {
  return success({ products: offers.map((offer) => toRecommendedProduct(offer, config.siteUrl)) });
}

/** What the lists that are the same for everyone have in common. */
const sameForAll = {
  access: 'public',
  limit: 'search',
  sharedForMs: SHARED_FOR_MS.similar,
  answer: recommendations,
} as const;

/** The calls of the specification's §7 "Recommendations"; scores 0–100. */
export const recommendationRoutes = topic()
  .openapi(
    call('GET /recommendations/personalized', {
      summary:
        'What suits the caller, each with its reason; before there is a taste, what is trending',
      access: 'user',
      limit: 'search',
      query: category,
      answer: recommendations,
    }),
    async (c) => {
      const { services } = c.env;
      const { category } = c.req.valid('query');
      const own = await personalOffers(services.em(), c.var.caller.id, category || null, LIMIT);
      const offers = own.length > 0 ? own : await services.trendingOffers(category);
      return c.json(toAnswer(services, offers), 200);
    },
  )
  .openapi(
    call('GET /recommendations/similar/{id}', {
      ...sameForAll,
      summary: 'Products like one',
      params: z.object({ id: z.uuid() }),
    }),
    async (c) => {
      const { services } = c.env;
      const offers = await findSimilar(services, c.req.valid('param').id, LIMIT);
      const why = 'Like the product you looked at';
      return c.json(
        toAnswer(
          services,
          offers.map((offer) => ({ ...offer, why })),
        ),
        200,
      );
    },
  )
  .openapi(
    call('GET /recommendations/search-based', {
      summary: "What fits the caller's own searches, or a query",
      access: 'user',
      limit: 'search',
      query: z.object({ userId: z.uuid().optional(), q: z.string().trim().max(200).optional() }),
      answer: recommendations,
    }),
    async (c) => {
      const { services } = c.env;
      const { caller } = c.var;
      const { userId = caller.id, q } = c.req.valid('query');
      found(userId === caller.id, 'user');
      const em = services.em();
      if (!q) return c.json(toAnswer(services, await personalOffers(em, userId, null, LIMIT)), 200);
      const page = { sort: 'aiScore' as const, limit: LIMIT, offset: 0 };
      const { products } = await listProducts(em, { q, inStock: true }, page);
      const why = `Because you searched for ${q}`;
      return c.json(
        toAnswer(
          services,
          products.map((offer) => ({ ...offer, why })),
        ),
        200,
      );
    },
  )
  .openapi(
    call('GET /recommendations/trending', {
      ...sameForAll,
      summary: 'What many shoppers look for',
      query: category,
    }),
    async (c) => {
      const { services } = c.env;
      const offers = await services.trendingOffers(c.req.valid('query').category);
      return c.json(toAnswer(services, offers), 200);
    },
  )
  .openapi(
    call('GET /recommendations/deals', {
      ...sameForAll,
      summary: 'Offers well below what they cost in the last 12 weeks',
      query: category,
    }),
    async (c) => {
      const { services } = c.env;
      const offers = await services.dealOffers(c.req.valid('query').category);
      return c.json(toAnswer(services, offers), 200);
    },
  )
  .openapi(
    call('POST /recommendations/feedback', {
      summary: 'Whether an answer helped, a wrong price, or a wrong match',
      access: 'public',
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
    async (c) => {
      const feedback = { ...c.req.valid('json'), userId: c.var.caller?.id };
      await addFeedback(c.env.services.em(), feedback);
      return c.json(DONE, 201);
    },
  );
