import { z } from 'zod';
import { createDatabaseClock } from '#db/database-clock.ts';
import { recordManualPrice } from '#db/queries/offers/offers.ts';
import { listCategories } from '#db/queries/products/catalogue.ts';
import { productAtAddress, productOfGtin } from '#db/queries/products/shared-page.ts';
import { listProducts, PRODUCT_SORTS } from '#db/queries/search/list-products.ts';
import { addReview } from '#db/queries/shoppers/feedback.ts';
import { crawledDemoUrl } from '#domain/demo-shops.ts';
import { PublicError } from '#domain/errors.ts';
import { centsFromDecimal, dollars, dollarsOrNull, toCents } from '#domain/money.ts';
import { backTestAlert } from '#domain/prices/best-price-series.ts';
import {
  CHART_RANGE_DAYS,
  type ChartRange,
  DEFAULT_CHART_RANGE,
} from '#domain/prices/price-history.ts';
import { canonicalGtin } from '#domain/products/gtin.ts';
import { addressForms, productIdOfAddress, readSharedPage } from '#domain/search/shared-page.ts';
import { iso } from '#domain/time.ts';
import { byId, topic, wholeNumber } from '../core/call.ts';
import { found } from '../core/failures.ts';
import type { ApiServices } from '../core/services.ts';
import { SHARED_FOR_MS } from '../core/shared-answers.ts';
import { productObservations, toObservations } from '../responses/observations.ts';
import {
  type PriceHistoryAnswer,
  priceHistoryAnswer,
  toPriceHistory,
} from '../responses/price-history.ts';
import {
  findSimilar,
  productDetail,
  productWithYear,
  readDetail,
} from '../responses/product-detail.ts';
import { refusedSpecial, worstSpecials } from '../responses/refused-specials.ts';
import { postcode } from '../responses/retailer-facts.ts';
import { searchProduct, toJudgedProducts } from '../responses/search-product.ts';
import { shrunkProduct, shrunkProducts } from '../responses/shrink-watch.ts';

const MAX_REVIEWS = 50;
const SIMILAR = 8;
const MAX_PRICE = 1_000_000;

/** An optional filter. An empty form field counts as absent; an invalid value is refused with the message `fault`. */
function filter<Value extends z.ZodType>(value: Value, fault: string) {
  const empty = z.literal('').transform(() => undefined);
  return z.union([empty, value], fault).optional();
}

const name = filter(z.string().max(100), 'A category or retailer has at most 100 characters.');
const yesOrNo = filter(z.stringbool(), 'onSale and inStock are true or false.');
const dollarsInCents = filter(
  z.coerce.number().min(0).max(MAX_PRICE).transform(toCents),
  'A price is a number of dollars from 0 to 1000000.',
);

export const listQuery = z.object({
  page: wholeNumber(1_000, 1).describe('From 1'),
  limit: wholeNumber(100, 20).describe('Products per page'),
  sort: z
    .enum(Object.keys(PRODUCT_SORTS) as [keyof typeof PRODUCT_SORTS])
    .default('aiScore')
    .describe('Sort order'),
  category: name.describe('Name of a category'),
  retailer: name.describe('Name of a retailer'),
  minPrice: dollarsInCents.describe('Lowest best price, in dollars'),
  maxPrice: dollarsInCents.describe('Highest best price, in dollars'),
  minRating: filter(z.coerce.number().min(0).max(5), 'A rating is a number from 0 to 5.').describe(
    'Minimum stars, 0 to 5',
  ),
  onSale: yesOrNo.describe('Only genuine sales: below a former price that was charged'),
  inStock: yesOrNo.describe('Only products that can be bought now'),
});

/** The `data` of calls that list products. */
export const productPage = z.object({
  products: z.array(searchProduct),
  total: z.number().int(),
  page: z.number().int(),
  limit: z.number().int(),
});

/** One page of products; without `q`, of all products. */
export async function listPage(
  services: ApiServices,
  query: z.output<typeof listQuery>,
  q?: string,
): Promise<z.output<typeof productPage>> {
  const { page, limit, sort, minPrice, maxPrice, ...filter } = query;
  const { products, total } = await listProducts(
    services.em(),
    { ...filter, q, minPriceCents: minPrice, maxPriceCents: maxPrice },
    { sort, limit, offset: (page - 1) * limit },
  );
  return { products: await toJudgedProducts(services, products), total, page, limit };
}

/** Settings of calls that read the price history of many products. */
const priceWatch = { limit: 'search', sharedForMs: 60_000 } as const;

const pointRows = ({ productId, retailers }: PriceHistoryAnswer) =>
  retailers.flatMap(({ offerId, retailer, points }) =>
    points.map((point) => ({ productId, offerId, retailer, ...point })),
  );

const MAX_SHARED = 2_048;
const sharedField = (meaning: string) => z.string().max(MAX_SHARED).optional().describe(meaning);
/** What a share sheet, a bookmark or a form sends. */
const sharedPage = z.object({
  url: sharedField('Address of the page; a barcode or name is read, too'),
  title: sharedField('Title of the page'),
  text: sharedField('Text that was shared with it'),
});

async function productOfShared(env: ApiServices, address: string | null, words: string) {
  const { siteUrl } = env.config;
  if (address !== null) {
    const forms = addressForms(crawledDemoUrl(address, siteUrl) ?? address);
    return productIdOfAddress(address, siteUrl) ?? (await productAtAddress(env.em(), forms));
  }
  const gtin = canonicalGtin(words);
  return gtin === null ? null : productOfGtin(env.em(), gtin);
}

/** The calls of the specification's §7 "Products", with price history, refused specials and shrinkflation. */
export const productRoutes = topic()
  .shared('GET /products', 'Products, each as its best offer', {
    limit: 'search',
    sharedForMs: SHARED_FOR_MS.prices,
    query: listQuery,
    data: productPage,
    rows: ({ products }) => products,
    run: ({ env, query }) => listPage(env, query),
  })
  .shared('GET /products/search/{term}', 'Products that match a term', {
    limit: 'search',
    sharedForMs: SHARED_FOR_MS.prices,
    params: z.object({ term: z.string().trim().min(1).max(200).describe('Search term') }),
    query: listQuery,
    data: productPage,
    rows: ({ products }) => products,
    run: ({ env, query, param }) => listPage(env, query, param.term),
  })
  .shared('GET /products/categories/list', 'Our categories that have offers now', {
    sharedForMs: SHARED_FOR_MS.words,
    data: z.object({ categories: z.array(z.string()) }),
    run: async ({ em }) => ({ categories: await listCategories(em) }),
  })
  .shared(
    'GET /products/of-page',
    'The product that a page of a shop shows, or that has a barcode',
    {
      limit: 'search',
      sharedForMs: SHARED_FOR_MS.prices,
      query: sharedPage,
      data: z.object({
        productId: z.uuid().nullable(),
        words: z.string().describe('What to search for where no product is known; may be empty'),
      }),
      async run({ env, query }) {
        const { address, words } = readSharedPage(query);
        return { productId: await productOfShared(env, address, words), words };
      },
    },
  )
  .shared('GET /products/{id}', 'A product with the offers of all shops', {
    limit: 'search',
    sharedForMs: SHARED_FOR_MS.prices,
    params: byId,
    query: z.object({ postcode }),
    data: productDetail,
    run: async ({ env, param, query }) =>
      readDetail(env, await productWithYear(env, param.id, MAX_REVIEWS), query.postcode),
  })
  .shared('GET /products/{id}/similar', 'Similar products: other models of its category', {
    limit: 'search',
    sharedForMs: SHARED_FOR_MS.similar,
    params: byId,
    data: z.array(searchProduct),
    // A card shows the product's name, not a shop's, as everywhere.
    run: async ({ env, param }) =>
      toJudgedProducts(env, await findSimilar(env, param.id, SIMILAR), (product, offer) => ({
        ...product,
        name: offer.productName,
      })),
  })
  .operator('PATCH /products/{id}/price', 'Records a price that an operator observed', {
    params: byId,
    body: z.object({ offerId: z.uuid(), price: z.number().positive().max(MAX_PRICE) }),
    data: z.object({ offerId: z.uuid(), currentPrice: z.number() }),
    async run({ env, em, param: { id }, body: { offerId, price } }) {
      const priceCents = centsFromDecimal(price.toFixed(2));
      if (!priceCents) throw new PublicError(400, 'invalid-input', 'price: not a price');
      const clock = createDatabaseClock();
      await clock.set(em);
      found(await recordManualPrice(em, id, offerId, priceCents, clock.now()), 'offer');
      env.sharedAnswers.forget(id);
      return { offerId, currentPrice: dollars(priceCents) };
    },
  })
  .user('POST /products/{id}/reviews', 'Adds or replaces the review of the caller', {
    limit: 'write',
    params: byId,
    body: z.object({
      rating: z.number().int().min(1).max(5),
      comment: z.string().trim().min(1, 'Please write a few words.').max(2_000),
    }),
    data: byId,
    status: [200, 201],
    async run({ env, em, caller, param: { id: productId }, body, c }) {
      const review = { ...body, productId, userId: caller.id };
      const { id, added } = found(await addReview(em, review), 'product');
      env.sharedAnswers.forget(productId);
      if (added) c.status(201);
      return { id };
    },
  })
  // For the price chart and the alert modal (spec §7 "Not shown").
  .shared('GET /products/{id}/history', 'Price history by shop, and whether a sale is genuine', {
    limit: 'search',
    sharedForMs: SHARED_FOR_MS.similar,
    params: byId,
    query: z.object({
      range: z
        .enum(Object.keys(CHART_RANGE_DAYS) as [ChartRange])
        .default(DEFAULT_CHART_RANGE)
        .describe('How far back'),
    }),
    data: priceHistoryAnswer,
    rows: pointRows,
    run: async ({ env, param, query: { range } }) =>
      toPriceHistory(await productWithYear(env, param.id), range),
  })
  .shared('GET /products/{id}/observations', 'The observations behind each figure of a product', {
    limit: 'search',
    sharedForMs: SHARED_FOR_MS.similar,
    params: byId,
    data: productObservations,
    async run({ env, param }) {
      const known = await productWithYear(env, param.id);
      return toObservations(known, toPriceHistory(known, '1y'), env.config.siteUrl);
    },
  })
  .anyone(
    'GET /products/{id}/alert-backtest',
    'How often an alert would have fired in the past year',
    {
      limit: 'search',
      params: byId,
      query: z.object({
        targetPrice: z.coerce.number().min(0.01).max(1_000_000).describe('In dollars'),
      }),
      data: z.object({
        timesFired: z.number().int(),
        lastFiredAt: z.iso.datetime().nullable(),
        bestPrice: z.number().nullable(),
        bestAt: z.iso.datetime().nullable(),
        text: z.string(),
      }),
      async run({ env, param, query: { targetPrice } }) {
        const { year } = await productWithYear(env, param.id);
        const tested = backTestAlert(year.best, toCents(targetPrice), Date.now());
        const { lastFiredMs, best, ...figures } = tested;
        return {
          ...figures,
          lastFiredAt: lastFiredMs === null ? null : iso(lastFiredMs),
          bestPrice: dollarsOrNull(best?.priceCents ?? null),
          bestAt: best && iso(best.atMs),
        };
      },
    },
  )
  .shared(
    'GET /refused-specials',
    'The most exaggerated former prices: claimed, but never charged',
    {
      ...priceWatch,
      data: z.array(refusedSpecial),
      rows: (specials) => specials,
      run: ({ env }) => worstSpecials(env),
    },
  )
  .shared(
    'GET /shrink-watch',
    'Packs that shrank while their price stayed or rose, with the unit price increase',
    {
      ...priceWatch,
      data: z.array(shrunkProduct),
      run: ({ env }) => shrunkProducts(env),
    },
  );
