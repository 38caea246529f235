import { z } from 'zod';
import { askShops } from '#db/queries/crawl/add-pages.ts';
import { suggestProducts } from '#db/queries/search/search.ts';
import { TIMEFRAMES, trendingSearches } from '#db/queries/search/trending.ts';
import { MAX_QUERY_LENGTH, normaliseQuery } from '#domain/text/search-words.ts';
import { forAnyone, ok, success, topic } from '../core/call.ts';
import { SHARED_FOR_MS } from '../core/shared-answers.ts';
import { searchProduct } from '../responses/search-product.ts';
import { foundProducts } from '../search/found-products.ts';
import { recordShopperSearch } from '../search/record-search.ts';
import { listPage, listQuery, productPage } from './products.ts';

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

const trendingSearch = z.object({
  query: z.string(),
  searchCount: z.number().int(),
  uniqueUsers: z.number().int(),
  avgResults: z.number().int(),
  lastSearched: z.iso.datetime(),
  trendingScore: z.number(),
});

/** The calls of the specification's §7 "Search". */
export const searchRoutes = topic()
  .openapi(
    forAnyone('POST /search/ai-search', 'Offers of all retailers for a query, scored', {
      limit: 'search',
      body: z.object({ query: searchQuery }),
      answer: ok(
        z.object({
          products: z.array(searchProduct),
          isDemoMode: z.boolean(),
          crawling: z
            .object({ pages: z.number(), checked: z.number(), due: z.number() })
            .nullable(),
        }),
      ),
    }),
    async ({ env, var: { caller }, req, json }) => {
      const { remoteAddress, config, limits } = env;
      const { query } = req.valid('json');
      const products = await foundProducts(env, query);
      const resultsCount = products.length;
      await recordShopperSearch(env, { query, resultsCount, caller, remoteAddress });
      const { pages, checked, due } = await env.progress();
      const isFirstCrawl = checked < pages || pages === 0;
      const asked =
        resultsCount < THIN_RESULTS && !isFirstCrawl && (await limits.mayAskShops())
          ? await askShops(env.em(), normaliseQuery(query), config.recheckMinutes)
          : 0;
      const answer = {
        products,
        // Scores are rule scores until a model is configured; demo shops are always a demonstration.
        isDemoMode:
          config.openai === null ||
          products.some(({ priceMeta }) => priceMeta.priceSource === 'demo'),
        crawling: isFirstCrawl || asked > 0 ? { pages, checked, due } : null,
      };
      return json(success(answer), 200);
    },
  )
  .openapi(
    forAnyone('GET /search/suggestions', 'Product names that begin as the shopper types', {
      limit: 'search',
      sharedForMs: SHARED_FOR_MS.words,
      query: z.object({ q: z.string().trim().max(200).default('') }),
      answer: ok(z.array(z.string())),
    }),
    async ({ env: { em }, req, json }) => {
      const { q } = req.valid('query');
      return json(success(await suggestProducts(em(), q, MAX_SUGGESTIONS)), 200);
    },
  )
  .openapi(
    forAnyone('GET /search', 'Products whose words fit a query; records nothing', {
      limit: 'search',
      sharedForMs: SHARED_FOR_MS.prices,
      query: listQuery.extend({ q: searchQuery }),
      answer: productPage,
    }),
    async ({ env, req, json }) => {
      const { q, ...query } = req.valid('query');
      return json(await listPage(env, query, q), 200);
    },
  )
  .openapi(
    forAnyone('GET /search/trending', 'What shoppers search for most', {
      limit: 'search',
      sharedForMs: SHARED_FOR_MS.similar,
      query: z.object({
        timeframe: z.enum(Object.keys(TIMEFRAMES) as [keyof typeof TIMEFRAMES]).default('7d'),
        limit: z.coerce.number().int().min(1).max(50).default(20),
      }),
      answer: ok(z.array(trendingSearch)).extend({
        isDemoMode: z.boolean().describe('True when the log of the demonstration is counted too'),
      }),
    }),
    async ({ env: { em }, req, json }) => {
      const { timeframe, limit } = req.valid('query');
      const rows = await trendingSearches(em(), timeframe, limit);
      const searches = rows.map(({ isDemo: _, ...row }) => ({
        ...row,
        lastSearched: new Date(row.lastSearched).toISOString(),
      }));
      const isDemoMode = rows.some(({ isDemo }) => isDemo);
      return json({ ...success(searches), isDemoMode }, 200);
    },
  );
