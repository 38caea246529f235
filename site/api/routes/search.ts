import { z } from 'zod';
import { crawlProgress } from '#db/queries/pages.ts';
import { searchOffers, suggestProducts } from '#db/queries/search.ts';
import { searchProduct, toSearchProduct } from '../answers/search-product.ts';
import { type RouteTable, route, success } from '../route.ts';

/** A page of results holds at most this many offers. */
const MAX_RESULTS = 60;
const MAX_SUGGESTIONS = 8;

const searchQuery = z.string().trim().min(1, 'Please enter a search.').max(200);

/** The calls of the specification's §7 "Search". */
export const searchRoutes: RouteTable = {
  'POST /search/ai-search': route({
    summary: 'Offers of all retailers for a query, scored',
    access: 'public',
    body: z.object({ query: searchQuery }),
    answer: z.object({
      success: z.literal(true),
      data: z.object({
        products: z.array(searchProduct),
        isDemoMode: z.boolean(),
        crawling: z.object({ pages: z.number(), checked: z.number(), due: z.number() }).nullable(),
      }),
    }),
    async handle({ services, body, remoteAddress }) {
      await services.limits.search(remoteAddress);
      const em = services.em();
      const offers = await searchOffers(em, body.query, MAX_RESULTS);
      const progress = await crawlProgress(em);
      const stillReading = progress.checked < progress.pages || progress.pages === 0;
      return success({
        products: offers.map((offer) => toSearchProduct(offer, services.config.siteUrl)),
        // Scores are rule scores until a model is configured; demo shops are always a demonstration.
        isDemoMode: services.config.demoRetailers || services.config.openai === null,
        crawling: stillReading
          ? { pages: progress.pages, checked: progress.checked, due: progress.due }
          : null,
      });
    },
  }),

  'GET /search/suggestions': route({
    summary: 'Product names that begin as the shopper types',
    access: 'public',
    query: z.object({ q: z.string().trim().max(200).default('') }),
    answer: z.object({ success: z.literal(true), data: z.array(z.string()) }),
    async handle({ services, query }) {
      return success(await suggestProducts(services.em(), query.q, MAX_SUGGESTIONS));
    },
  }),
};
