import { z } from 'zod';
import { createDatabaseClock } from '#db/database-clock.ts';
import { recordManualPrice } from '#db/queries/offers/manual-prices.ts';
import { listCategories } from '#db/queries/products/catalogue.ts';
import { listProducts, PRODUCT_SORTS } from '#db/queries/search/list-products.ts';
import { addReview } from '#db/queries/shoppers/reviews.ts';
import { PublicError } from '#domain/errors.ts';
import { centsFromDecimal, dollars } from '#domain/money.ts';
import { SHARED_FOR_MS } from '../core/shared-answers.ts';
import { found, signedIn } from '../require.ts';
import { findProduct, findSimilar } from '../responses/find-product.ts';
import { productDetail, toProductDetail } from '../responses/product-detail.ts';
import { searchProduct, toSearchProduct } from '../responses/search-product.ts';
import { type RouteInput, type RouteTable, route, success } from '../route.ts';

const MAX_REVIEWS = 50;
const SIMILAR = 8;
const id = z.object({ id: z.uuid() });
const MAX_PRICE = 1_000_000;

/** A filter that a form left empty is none; anything else that does not fit is told as `fault`. */
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

/** A page of products, as lists answer it. */
export const productPage = z.object({
  success: z.literal(true),
  data: z.object({
    products: z.array(searchProduct),
    total: z.number().int(),
    page: z.number().int(),
    limit: z.number().int(),
  }),
});

/** Answers one page of products; `q` undefined lists all. */
export async function answerProductPage(
  services: RouteInput<unknown, unknown, unknown>['services'],
  query: z.output<typeof listQuery>,
  q?: string,
) {
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
export const productRoutes: RouteTable = {
  'GET /products': route({
    summary: 'Products, each as its best offer',
    access: 'public',
    limit: 'search',
    sharedForMs: SHARED_FOR_MS.prices,
    query: listQuery,
    answer: productPage,
    async handle({ services, query }) {
      return answerProductPage(services, query);
    },
  }),

  'GET /products/search/{term}': route({
    summary: 'Products whose words fit a term',
    access: 'public',
    limit: 'search',
    sharedForMs: SHARED_FOR_MS.prices,
    params: z.object({ term: z.string().trim().min(1).max(200) }),
    query: listQuery,
    answer: productPage,
    async handle({ services, params, query }) {
      return answerProductPage(services, query, params.term);
    },
  }),

  'GET /products/categories/list': route({
    summary: 'Our categories that have offers now',
    access: 'public',
    sharedForMs: SHARED_FOR_MS.words,
    answer: z.object({
      success: z.literal(true),
      data: z.object({ categories: z.array(z.string()) }),
    }),
    async handle({ services }) {
      return success({ categories: await listCategories(services.em()) });
    },
  }),

  'GET /products/{id}': route({
    summary: 'A product with the offers of all shops',
    access: 'public',
    limit: 'search',
    sharedForMs: SHARED_FOR_MS.prices,
    params: id,
    answer: z.object({ success: z.literal(true), data: productDetail }),
    async handle({ services, params }) {
      const { found: product, best } = await findProduct(services, params.id, MAX_REVIEWS);
      return success(toProductDetail(product, best, services.config.siteUrl));
    },
  }),

  'GET /products/{id}/similar': route({
    summary: 'Variants of the product and others like it',
    access: 'public',
    limit: 'search',
    sharedForMs: SHARED_FOR_MS.similar,
    params: id,
    answer: z.object({ success: z.literal(true), data: z.array(searchProduct) }),
    async handle({ services, params }) {
      const offers = await findSimilar(services, params.id, SIMILAR);
      return success(offers.map((offer) => toSearchProduct(offer, services.config.siteUrl)));
    },
  }),

  'PATCH /products/{id}/price': route({
    summary: 'Records a price that an operator saw at a shop',
    access: 'operator',
    params: id,
    body: z.object({
      offerId: z.uuid(),
      price: z.number().positive().max(MAX_PRICE),
    }),
    answer: z.object({
      success: z.literal(true),
      data: z.object({ offerId: z.uuid(), currentPrice: z.number() }),
    }),
    async handle({ services, params, body }) {
      const priceCents = centsFromDecimal(body.price.toFixed(2));
      if (!priceCents) throw new PublicError(400, 'invalid-input', 'price: not a price');
      const em = services.em();
      const clock = createDatabaseClock();
      await clock.set(em);
      found(await recordManualPrice(em, params.id, body.offerId, priceCents, clock.now()), 'offer');
      services.sharedAnswers.forget(params.id);
      return success({ offerId: body.offerId, currentPrice: dollars(priceCents) });
    },
  }),

  'POST /products/{id}/reviews': route({
    summary: 'One review a person and product; writing again replaces it',
    access: 'user',
    limit: 'write',
    params: id,
    body: z.object({
      rating: z.number().int().min(1).max(5),
      comment: z.string().trim().min(1, 'Please write a few words.').max(2_000),
    }),
    answer: z.object({ success: z.literal(true), data: z.object({ id: z.uuid() }) }),
    async handle({ services, caller, params, body }) {
      const person = signedIn(caller);
      const saved = found(
        await addReview(services.em(), { ...body, productId: params.id, userId: person.id }),
        'product',
      );
      services.sharedAnswers.forget(params.id);
      return { ...success({ id: saved.id }), status: saved.added ? 201 : 200 };
    },
  }),
};
