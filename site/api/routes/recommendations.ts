import { z } from 'zod';
import { personalOffers, type RecommendedOffer } from '#db/queries/products/recommendations.ts';
import { listProducts } from '#db/queries/search/list-products.ts';
import { addFeedback } from '#db/queries/shoppers/feedback.ts';
import { type ApiServices, RECOMMENDED_OFFERS } from '../core/services.ts';
import { SHARED_FOR_MS } from '../core/shared-answers.ts';
import { found, signedIn } from '../require.ts';
import { findSimilar } from '../responses/find-product.ts';
import { recommendedProduct, toRecommendedProduct } from '../responses/recommended-product.ts';
import { type Route, type RouteTable, route, success } from '../route.ts';

const LIMIT = RECOMMENDED_OFFERS;
const category = z.object({ category: z.string().trim().max(100).optional() });
const products = z.object({
  success: z.literal(true),
  data: z.object({ products: z.array(recommendedProduct) }),
});

function answer(services: ApiServices, offers: RecommendedOffer[]) {
  const { siteUrl } = services.config;
  return success({ products: offers.map((offer) => toRecommendedProduct(offer, siteUrl)) });
}

/** A list that does not depend on who asks, of a category or all. */
function sameForAll(
  summary: string,
  offers: (services: ApiServices, category: string | null) => Promise<RecommendedOffer[]>,
): Route {
  return route({
    summary,
    access: 'public',
    limit: 'search',
    sharedForMs: SHARED_FOR_MS.similar,
    query: category,
    answer: products,
    handle: async ({ services, query }) =>
      answer(services, await offers(services, query.category || null)),
  });
}

/** The calls of the specification's §7 "Recommendations"; scores 0–100. */
export const recommendationRoutes: RouteTable = {
  'GET /recommendations/personalized': route({
    summary:
      'What suits the caller, each with its reason; before there is a taste, what is trending',
    access: 'user',
    limit: 'search',
    query: category,
    answer: products,
    async handle({ services, caller, query }) {
      const em = services.em();
      const only = query.category || null;
      const own = await personalOffers(em, signedIn(caller).id, only, LIMIT);
      return answer(services, own.length > 0 ? own : await services.trendingOffers(only));
    },
  }),

  'GET /recommendations/similar/{id}': route({
    summary: 'Products like one',
    access: 'public',
    limit: 'search',
    sharedForMs: SHARED_FOR_MS.similar,
    params: z.object({ id: z.uuid() }),
    answer: products,
    async handle({ services, params }) {
      const offers = await findSimilar(services, params.id, LIMIT);
      const why = 'Like the product you looked at';
      return answer(
        services,
        offers.map((offer) => ({ ...offer, why })),
      );
    },
  }),

  'GET /recommendations/search-based': route({
    summary: "What fits the caller's own searches, or a query",
    access: 'user',
    limit: 'search',
    query: z.object({ userId: z.uuid().optional(), q: z.string().trim().max(200).optional() }),
    answer: products,
    async handle({ services, caller, query }) {
      const person = signedIn(caller);
      found(query.userId === undefined || query.userId === person.id, 'user');
      const em = services.em();
      if (!query.q) return answer(services, await personalOffers(em, person.id, null, LIMIT));
      const why = `Because you searched for ${query.q}`;
      const page = { sort: 'aiScore' as const, limit: LIMIT, offset: 0 };
      const result = await listProducts(em, { q: query.q, inStock: true }, page);
      return answer(
        services,
        result.products.map((offer) => ({ ...offer, why })),
      );
    },
  }),

  'GET /recommendations/trending': sameForAll(
    'What many shoppers look for',
    ({ trendingOffers }, only) => trendingOffers(only),
  ),
  'GET /recommendations/deals': sameForAll(
    'Offers well below what they cost in the last 12 weeks',
    ({ dealOffers }, only) => dealOffers(only),
  ),

  'POST /recommendations/feedback': route({
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
    answer: z.object({ success: z.literal(true) }),
    async handle({ services, caller, body }) {
      await addFeedback(services.em(), { ...body, userId: caller?.id });
      return { body: { success: true }, status: 201 };
    },
  }),
};
