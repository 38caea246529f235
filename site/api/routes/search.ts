import { z } from 'zod';
import { askShops } from '#db/queries/crawl/pages.ts';
import { enabledRetailers } from '#db/queries/retailers/retailers.ts';
import { suggestProducts } from '#db/queries/search/suggest-products.ts';
import { TIMEFRAMES, trendingSearches } from '#db/queries/search/trending.ts';
import { dollars, dollarsOrNull, toCents } from '#domain/money.ts';
import { pictureUrl } from '#domain/picture-url.ts';
import { relatedSearches } from '#domain/products/comparison.ts';
import { ORDERS } from '#domain/search/arrange-products.ts';
import { MAX_QUERY_LENGTH, normaliseQuery } from '#domain/search/query-text.ts';
import { toProductFilters } from '#domain/search/search-filters.ts';
import { recommend } from '../ask/recommend.ts';
import { topic, wholeNumber } from '../core/call.ts';
import { SHARED_FOR_MS } from '../core/shared-answers.ts';
import { rankedProduct } from '../responses/search-product.ts';
import { searchSummary, toSearchSummary } from '../responses/search-summary.ts';
import {
  disclaimerFor,
  smartRecommendation,
  toRetailerLinks,
  withProducts,
} from '../responses/smart-recommendation.ts';
import {
  DEPTH,
  foundProducts,
  recordShopperSearch,
  stillReading,
  trendingSearch,
  withTrendingProducts,
} from '../search/shopper-search.ts';
import { listPage, listQuery, productPage } from './products.ts';

const MAX_SUGGESTIONS = 6;
/** Below this number of offers, the worker also searches the shops; results appear with the next refresh. */
const THIN_RESULTS = 5;

/** Shops are not asked for a query without letters and digits. */
const HAS_WORD = /[\p{L}\p{N}]/u;

const NO_QUERY = 'Please enter a search.';
export const searchQuery = z
  .string(NO_QUERY)
  .trim()
  .min(1, NO_QUERY)
  .max(MAX_QUERY_LENGTH, `Please enter at most ${MAX_QUERY_LENGTH} characters.`);

/** Chosen values of a facet. */
const chosen = z.array(z.string().trim().min(1).max(200)).max(50);
const price = z.number().min(0).max(1_000_000);
export const searchFilters = z.object({
  category: z.string().trim().min(1).max(100).optional(),
  brands: chosen.optional(),
  shops: chosen.optional().describe('Names'),
  minPrice: price.optional(),
  maxPrice: price.optional(),
  size: chosen.optional(),
  specs: chosen.optional().describe('Values of `facets.specs`, each as "name: value"'),
  inStock: z.boolean().optional().describe('Only offers that state they are in stock'),
  minRating: z.number().min(0).max(5).optional().describe('Minimum pooled rating over all shops'),
  onSale: z
    .boolean()
    .optional()
    .describe('Only offers on sale whose claimed former price is not refused'),
});

const count = z.number().int();
const valueCounts = z.array(z.object({ value: z.string(), count }));
const facets = z
  .object({
    category: valueCounts,
    brand: valueCounts,
    shop: valueCounts,
    size: valueCounts,
    specs: z
      .array(z.object({ name: z.string(), values: valueCounts }))
      .describe(
        'Specifications that at least 60 % of the products state: values, or ranges of amounts',
      ),
    price: z.array(z.object({ from: z.number(), to: z.number(), count })),
    soldOut: count.describe('In no price range, as no shop sells them now'),
    inStock: count,
  })
  .describe(
    'Product counts per value over the products that match, ignoring the filter of the same facet; the 12 most common values',
  );

const searchAnswer = z.object({
  products: z.array(rankedProduct).describe('The best offers of each product, in product order'),
  total: count.describe('Products in all, among the 500 best matches of the words'),
  similar: count.describe(
    'Those of them that are only similar: of the requested type, with part of the words',
  ),
  page: count,
  pages: count,
  order: z
    .enum(ORDERS)
    .describe('The order of the products: “cheap” in a query replaces the default by “cheapest”'),
  facets,
  summary: searchSummary,
  understood: z.object({
    parts: z
      .array(z.object({ label: z.string(), without: z.string() }))
      .describe('Limits and wishes found in the query, each with the query without it'),
    correctedTo: z
      .string()
      .nullable()
      .describe(
        'The query that the products are for, where none matches it as typed: with corrected spelling, or without some words',
      ),
  }),
  nearest: z
    .object({ query: z.string(), label: z.string(), products: z.array(rankedProduct) })
    .nullable()
    .describe('If no product matches: a similar query, with the best offers of its best products'),
  related: z.array(z.string()).describe('Further searches, by budget, brand and category'),
  isDemoMode: z
    .boolean()
    .describe('True if no score comes from a model, or an offer comes from a demonstration shop'),
  /** Set while shops that could have results are still being read. */
  crawling: z.object({ pages: z.number(), checked: z.number(), due: z.number() }).nullable(),
});

export type SearchAnswer = z.infer<typeof searchAnswer>;

/** The calls of the specification's §7 "Search". Smart Search has its fields at the top level of its response. */
export const searchRoutes = topic()
  .anyone('POST /search/ai-search', 'Offers of all retailers for a query, scored', {
    limit: 'search',
    body: z.object({
      query: searchQuery,
      page: z.number().int().min(1).max(1_000).default(1),
      order: z.enum(ORDERS).optional(),
      filters: searchFilters.default({}),
    }),
    data: searchAnswer,
    async run({ env, em, caller, body: { query, page, order, filters } }) {
      const choice = { page, order, filters: toProductFilters(filters) };
      const found = await foundProducts(env, query, choice);
      const { products, total, similar, facets, understood, correctedTo, nearest } = found;
      const matching = products.filter(({ isSimilar }) => !isSimilar);
      // Another page, order or filter is not a new search.
      const isNew = page === 1 && order === undefined && Object.keys(filters).length === 0;
      if (isNew) await recordShopperSearch(env, caller, query, total);
      const reading = await stillReading(env, query, found);
      const isThin = products.length < THIN_RESULTS && reading === null && isNew;
      const mayAsk = isThin && HAS_WORD.test(query) && (await env.limits.mayAskShops());
      const pagesAdded = mayAsk
        ? await askShops(em, normaliseQuery(query), env.config.recheckMinutes)
        : 0;
      return {
        products,
        total,
        similar,
        page,
        pages: Math.ceil(total / DEPTH.products),
        order: found.order,
        facets: {
          ...facets,
          price: facets.price.map(({ fromCents, toCents, count }) => ({
            from: dollars(fromCents),
            to: dollars(toCents),
            count,
          })),
        },
        summary: toSearchSummary(found.summary, found.names),
        understood: { parts: understood.parts, correctedTo },
        nearest,
        related: relatedSearches(correctedTo ?? query, matching[0] ? matching : products, {
          budget: understood.maxCents === null,
          sale: !understood.isOnSale && products.some((one) => one.canBuy && one.isOnSale),
        }),
        // Rule scores alone and demo shops both count as demonstration.
        isDemoMode:
          products.every(({ aiScore }) => aiScore.by === 'rules') ||
          products.some(({ priceMeta }) => priceMeta?.priceSource === 'demo'),
        crawling: pagesAdded > 0 ? { pages: pagesAdded, checked: 0, due: pagesAdded } : reading,
      };
    },
  })
  .shared('GET /search/suggestions', 'Product names that complete the input', {
    limit: 'search',
    sharedForMs: SHARED_FOR_MS.words,
    query: z.object({
      q: z.string().trim().max(200).default('').describe('The input so far'),
    }),
    answer: z.object({
      success: z.literal(true),
      data: z.array(z.string()).describe('Names of products'),
      items: z
        .object({
          categories: z.array(z.object({ name: z.string(), count })),
          products: z.array(
            z.object({
              id: z.uuid(),
              name: z.string(),
              imageUrl: z.string(),
              price: z.number().describe('Of the best offer'),
            }),
          ),
        })
        .describe('The products with picture and price, and the categories of all matches'),
    }),
    async run({ em, query }) {
      const { products, categories } = await suggestProducts(em, query.q, MAX_SUGGESTIONS);
      return {
        success: true as const,
        data: [...new Set(products.map(({ productName }) => productName))],
        items: {
          categories,
          products: products.map((offer) => ({
            id: offer.productId,
            name: offer.productName,
            imageUrl: pictureUrl(offer),
            price: dollars(offer.priceCents),
          })),
        },
      };
    },
  })
  .shared('GET /search', 'Products that match a query; records nothing', {
    limit: 'search',
    sharedForMs: SHARED_FOR_MS.prices,
    query: listQuery.extend({ q: searchQuery.describe('Search query') }),
    data: productPage,
    rows: ({ products }) => products,
    run: ({ env, query: { q, ...query } }) => listPage(env, query, q),
  })
  .shared('GET /search/trending', 'Trending searches', {
    limit: 'search',
    sharedForMs: SHARED_FOR_MS.words,
    query: z.object({
      timeframe: z
        .enum(Object.keys(TIMEFRAMES) as [keyof typeof TIMEFRAMES])
        .default('7d')
        .describe('How far back'),
      limit: wholeNumber(50, 20).describe('Maximum number of searches'),
    }),
    answer: z.object({
      success: z.literal(true),
      data: z.array(trendingSearch),
      isDemoMode: z.boolean().describe('True if demonstration searches are counted'),
    }),
    async run({ env, em, query: { timeframe, limit } }) {
      const rows = await trendingSearches(em, timeframe, limit);
      const data = await withTrendingProducts(env, rows);
      return { success: true as const, data, isDemoMode: rows.some(({ isDemo }) => isDemo) };
    },
  })
  .anyone('POST /recommend/smart-recommend', 'Advice on what to buy, from observed prices', {
    limit: 'search',
    body: z.object({
      query: searchQuery,
      userBudget: z.coerce.number().positive().max(1_000_000).nullish(),
      category: z.string().trim().max(100).nullish(),
    }),
    answer: smartRecommendation,
    async run({ env, em, caller, body: { query, userBudget, category } }) {
      const { offers, evidence, advice, dataSource } = await recommend(env, {
        query,
        category: category || null,
        budgetCents: userBudget ? toCents(userBudget) : null,
      });
      await recordShopperSearch(env, caller, query, evidence.products.length);
      const retailers = await enabledRetailers(em);
      return {
        success: true as const,
        query,
        category: evidence.category,
        budget: dollarsOrNull(evidence.budgetCents),
        aiRecommendation: {
          ...advice,
          topPicks: await withProducts(env, advice.topPicks, evidence, offers),
        },
        retailerLinks: toRetailerLinks(
          offers,
          retailers,
          query,
          env.config.siteUrl,
          evidence.isOverBudget ? undefined : (evidence.budgetCents ?? undefined),
        ),
        disclaimer: disclaimerFor(offers.some((offer) => offer.source === 'demo')),
        dataSource,
      };
    },
  });
