import { z } from 'zod';
import { createDatabaseClock } from '#db/database-clock.ts';
import { recordManualPrice } from '#db/queries/offers/manual-prices.ts';
import { listCategories } from '#db/queries/products/catalogue.ts';
import { listProducts, PRODUCT_SORTS } from '#db/queries/search/list-products.ts';
import { addReview } from '#db/queries/shoppers/feedback.ts';
import { PublicError } from '#domain/errors.ts';
import { centsFromDecimal, dollars } from '#domain/money.ts';
import { byId, forAnyone, forOperator, forUser, ok, success, topic } from '../core/call.ts';
import { found } from '../core/failures.ts';
import type { ApiServices } from '../core/services.ts';
import { SHARED_FOR_MS } from '../core/shared-answers.ts';
import {
  findProduct,
  findSimilar,
  productDetail,
  readDetail,
} from '../responses/product-detail.ts';
import { searchProduct, toSearchProduct } from '../responses/search-product.ts';

const MAX_REVIEWS = 50;
const SIMILAR = 8;
const MAX_PRICE = 1_000_000;

/** An optional filter; a form's empty field counts as absent, and an invalid value is refused with `fault`. */
function filter<Value extends z.ZodType>(value: Value, fault: string) {
  const empty = z.literal('').transform(() => undefined);
  return z.union([empty, value], fault).optional();
}

const name = filter(z.string().max(100), 'A category or retailer has at most 100 characters.');
const yesOrNo = filter(z.stringbool(), 'onSale and inStock are true or false.');
const dollarsInCents = filter(
  z.coerce
    .number()
    .min(0)
    .max(MAX_PRICE)
    .transform((dollars) => Math.round(dollars * 100)),
  'A price is a number of dollars from 0 to 1000000.',
);

/** Paging, sort and filters that lists of products take. */
export const listQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  sort: z.enum(Object.keys(PRODUCT_SORTS) as [keyof typeof PRODUCT_SORTS]).default('aiScore'),
  category: name,
  retailer: name,
  minPrice: dollarsInCents,
  maxPrice: dollarsInCents,
  minRating: filter(z.coerce.number().min(0).max(5), 'A rating is a number from 0 to 5.'),
  onSale: yesOrNo,
  inStock: yesOrNo,
});

/** The answer of calls that list products. */
export const productPage = ok(
  z.object({
    products: z.array(searchProduct),
    total: z.number().int(),
    page: z.number().int(),
    limit: z.number().int(),
  }),
);

/** One page of products; `q` undefined lists all. */
export async function listPage(
  services: ApiServices,
  query: z.output<typeof listQuery>,
  q?: string,
): Promise<z.output<typeof productPage>> {
  const { page, limit, sort, minPrice, maxPrice, ...filter } = query;
  const result = await listProducts(
    services.em(),
    { ...filter, q, minPriceCents: minPrice, maxPriceCents: maxPrice },
    { sort, limit, offset: (page - 1) * limit },
  );
  return success({
    products: result.products.map((offer) => toSearchProduct(offer, services.config.siteUrl)),
    total: result.total,
    page,
    limit,
  });
}

/** The calls of the specification's §7 "Products". */
export const productRoutes = topic()
  .openapi(
    forAnyone('GET /products', 'Products, each as its best offer', {
      limit: 'search',
      sharedForMs: SHARED_FOR_MS.prices,
      query: listQuery,
      answer: productPage,
    }),
    async ({ env, req, json }) => json(await listPage(env, req.valid('query')), 200),
  )
  .openapi(
    forAnyone('GET /products/search/{term}', 'Products whose words fit a term', {
      limit: 'search',
      sharedForMs: SHARED_FOR_MS.prices,
      params: z.object({ term: z.string().trim().min(1).max(200) }),
      query: listQuery,
      answer: productPage,
    }),
    async ({ env, req, json }) => {
      const { term } = req.valid('param');
      return json(await listPage(env, req.valid('query'), term), 200);
    },
  )
  .openapi(
    forAnyone('GET /products/categories/list', 'Our categories that have offers now', {
      sharedForMs: SHARED_FOR_MS.words,
      answer: ok(z.object({ categories: z.array(z.string()) })),
    }),
    async ({ env: { em }, json }) => json(success({ categories: await listCategories(em()) }), 200),
  )
  .openapi(
    forAnyone('GET /products/{id}', 'A product with the offers of all shops', {
      limit: 'search',
      sharedForMs: SHARED_FOR_MS.prices,
      params: byId,
      answer: ok(productDetail),
    }),
    async ({ env, req, json }) => {
      const product = await findProduct(env, req.valid('param').id, MAX_REVIEWS);
      return json(success(await readDetail(env, product)), 200);
    },
  )
  .openapi(
    forAnyone('GET /products/{id}/similar', 'Variants of the product and others like it', {
      limit: 'search',
      sharedForMs: SHARED_FOR_MS.similar,
      params: byId,
      answer: ok(z.array(searchProduct)),
    }),
    async ({ env, req, json }) => {
      const offers = await findSimilar(env, req.valid('param').id, SIMILAR);
      const { siteUrl } = env.config;
      return json(success(offers.map((offer) => toSearchProduct(offer, siteUrl))), 200);
    },
  )
  .openapi(
    forOperator('PATCH /products/{id}/price', 'Records a price that an operator saw at a shop', {
      params: byId,
      body: z.object({ offerId: z.uuid(), price: z.number().positive().max(MAX_PRICE) }),
      answer: ok(z.object({ offerId: z.uuid(), currentPrice: z.number() })),
    }),
    async ({ env: { em, sharedAnswers }, req, json }) => {
      const { id } = req.valid('param');
      const { offerId, price } = req.valid('json');
      const priceCents = centsFromDecimal(price.toFixed(2));
      if (!priceCents) throw new PublicError(400, 'invalid-input', 'price: not a price');
      const clock = createDatabaseClock();
      await clock.set(em());
      found(await recordManualPrice(em(), id, offerId, priceCents, clock.now()), 'offer');
      sharedAnswers.forget(id);
      return json(success({ offerId, currentPrice: dollars(priceCents) }), 200);
    },
  )
  .openapi(
    forUser('POST /products/{id}/reviews', 'One review a person; the next replaces it', {
      limit: 'write',
      params: byId,
      body: z.object({
        rating: z.number().int().min(1).max(5),
        comment: z.string().trim().min(1, 'Please write a few words.').max(2_000),
      }),
      answer: ok(byId),
      status: [200, 201],
    }),
    async ({ env: { em, sharedAnswers }, var: { caller }, req, json }) => {
      const { id: productId } = req.valid('param');
      const review = { ...req.valid('json'), productId, userId: caller.id };
      const { id, added } = found(await addReview(em(), review), 'product');
      sharedAnswers.forget(productId);
      return json(success({ id }), added ? 201 : 200);
    },
  );
