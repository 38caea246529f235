import { z } from 'zod';
import { askShops } from '#db/queries/crawl/pages.ts';
import { suggestProducts } from '#db/queries/search/search.ts';
import { TIMEFRAMES, trendingSearches } from '#db/queries/search/trending.ts';
import { MAX_QUERY_LENGTH, normaliseQuery } from '#domain/text/search-words.ts';
import { SHARED_FOR_MS } from '../core/shared-answers.ts';
import { searchProduct } from '../responses/search-product.ts';
import { type RouteTable, route, success } from '../route.ts';
import { foundProducts } from '../search/found-products.ts';
import { recordShopperSearch } from '../search/record-search.ts';
import { answerProductPage, listQuery, productPage } from './products.ts';

const MAX_SUGGESTIONS = 8;
/** Fewer offers than this, and the shops' own searches are asked; the answer arrives with the next refresh. */
const THIN_RESULTS = 5;

const NO_QUERY = 'Please enter a search.';
/** What a shopper asks, in any call. */
export const searchQuery = z
  .string(NO_QUERY)
  .trim()
  .min(1, NO_QUERY)
  .max(MAX_QUERY_LENGTH, `Please enter at most ${MAX_QUERY_LENGTH} characters.`);

/** The calls of the specification's §7 "Search". */
export const searchRoutes: RouteTable = {
  'POST /search/ai-search': route({
    summary: 'Offers of all retailers for a query, scored',
    access: 'public',
    limit: 'search',
    body: z.object({ query: searchQuery }),
    answer: z.object({
      success: z.literal(true),
      data: z.object({
        products: z.array(searchProduct),
        isDemoMode: z
          .boolean()
          .describe('True when no score is by a model, or an offer is of a demonstration shop'),
        crawling: z.object({ pages: z.number(), checked: z.number(), due: z.number() }).nullable(),
      }),
    }),
    async handle({ services, body, caller, remoteAddress }) {
      const { query } = body;
      const products = await foundProducts(services, query);
      const resultsCount = products.length;
      await recordShopperSearch(services, { query, resultsCount, caller, remoteAddress });
      const progress = await services.progress();
      const isFirstCrawl = progress.checked < progress.pages || progress.pages === 0;
      const asked =
        resultsCount < THIN_RESULTS && !isFirstCrawl && (await services.limits.mayAskShops())
          ? await askShops(services.em(), normaliseQuery(query), services.config.recheckMinutes)
          : 0;
      return success({
        products,
        isDemoMode:
          products.every(({ aiScore }) => aiScore.by === 'rules') ||
          products.some(({ priceMeta }) => priceMeta.priceSource === 'demo'),
        crawling:
          isFirstCrawl || asked > 0
            ? { pages: progress.pages, checked: progress.checked, due: progress.due }
            : null,
      });
    },
  }),

  'GET /search/suggestions': route({
    summary: 'Product names that begin as the shopper types',
    access: 'public',
    limit: 'search',
    sharedForMs: SHARED_FOR_MS.words,
    query: z.object({ q: z.string().trim().max(200).default('') }),
    answer: z.object({ success: z.literal(true), data: z.array(z.string()) }),
    async handle({ services, query }) {
      return success(await suggestProducts(services.em(), query.q, MAX_SUGGESTIONS));
    },
  }),

  'GET /search': route({
    summary: 'Products whose words fit a query; records nothing',
    access: 'public',
    limit: 'search',
    sharedForMs: SHARED_FOR_MS.prices,
    query: listQuery.extend({ q: searchQuery }),
    answer: productPage,
    async handle({ services, query: { q, ...query } }) {
      return answerProductPage(services, query, q);
    },
  }),

  'GET /search/trending': route({
    summary: 'What shoppers search for most',
    access: 'public',
    limit: 'search',
    sharedForMs: SHARED_FOR_MS.similar,
    query: z.object({
      timeframe: z.enum(Object.keys(TIMEFRAMES) as [keyof typeof TIMEFRAMES]).default('7d'),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    answer: z.object({
      success: z.literal(true),
      data: z.array(
        z.object({
          query: z.string(),
          searchCount: z.number().int(),
          uniqueUsers: z.number().int(),
          avgResults: z.number().int(),
          lastSearched: z.iso.datetime(),
          trendingScore: z.number(),
        }),
      ),
      isDemoMode: z.boolean().describe('True when the log of the demonstration is counted too'),
    }),
    async handle({ services, query }) {
      const rows = await trendingSearches(services.em(), query.timeframe, query.limit);
      const data = rows.map(({ isDemo: _, ...row }) => ({
        ...row,
        lastSearched: new Date(row.lastSearched).toISOString(),
      }));
      return { body: { success: true, data, isDemoMode: rows.some(({ isDemo }) => isDemo) } };
    },
  }),
};
