/*
 * Searches. One query, "cheap headfones for kids under $150", through all steps:
 *
 *   1  spelling  correct-words.ts: "headphones", as no offer, category or synonym has "headfones".
 *   2  parse     #domain/search/parse-query.ts: at most $150, cheapest first; the terms [headphones, headset, …] and, as purpose, [kids, …].
 *   3  rank      #domain/search/rank-terms.ts weighs the terms; rank-products.ts, one statement, reads how products have each of them and
 *                what their offers cost. No term is required.
 *   4  classify  #domain/search/classify-products.ts: which of them match, and which are only similar.
 *   5  arrange   #domain/search/filter-products.ts filters; arrange-products.ts keeps one variant of each model, sorts and spreads brands.
 *   6  answer    facets.ts and summary.ts count all products that match; here reads a page of them with the whole rows of their best offers.
 *
 * match-products.ts drives steps 1 to 4. search-products.ts makes the rows that step 3 reads. The rules in words: docs/search.md.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type InferResult, type Kysely, sql } from 'kysely';
import { cents } from '#domain/money.ts';
import type { Availability } from '#domain/offers/availability.ts';
import { arrange, type Order } from '#domain/search/arrange-products.ts';
import { type Facets, facetsOf } from '#domain/search/facets.ts';
import { familiesOf, familyOf } from '#domain/search/families.ts';
import {
  type Choice,
  type MatchedProduct,
  offersWithin,
  type ProductFilters,
  tryFilters,
} from '#domain/search/filter-products.ts';
import type { ParsedQuery } from '#domain/search/parse-query.ts';
import { type Summary, summaryOf } from '#domain/search/summary.ts';
import { Offer } from '../../entities/offer.ts';
import {
  AVAILABILITY,
  BEST_FIRST,
  BUYABLE,
  LISTED_OFFERS,
  listedOffers,
} from '../sql/offer-conditions.ts';
import { type Named, preparedQuery } from '../sql/prepared.ts';
import type { Tables } from '../sql/tables.ts';
import { withinTime } from '../sql/time-limit.ts';
import { matchProducts, needsOf, type QueryMatch } from './match-products.ts';

/**
 * Listed offers o as searches and pages show them, with product p, retailer r and scores s (0–100, null before they are computed).
 * Aliases every column, so that rows need no renaming.
 */
export function foundOffers(db: Kysely<Tables>) {
  return listedOffers(db)
    .innerJoin('product as p', 'p.id', 'o.product')
    .leftJoin('score as s', 's.offer', 'o.id')
    .leftJoin('picture_source as own', 'own.url', 'o.imageUrl')
    .leftJoin('picture_source as general', 'general.url', 'p.imageUrl')
    .select(['o.id as offerId', 'o.product as productId', 'p.name as productName'])
    .select(['o.name', 'o.url', 'o.seller', 'o.source'])
    .select(['o.priceCents as priceCents', 'o.originalPriceCents as originalPriceCents'])
    .select(['o.unitPrice as unitPrice', 'o.earlierPack as earlierPack', 'o.sku'])
    .select(['o.memberPriceCents as memberPriceCents', 'o.deliveryCents as deliveryCents'])
    .select('o.multiBuy as multiBuy')
    .select(['o.ratingAverage as ratingAverage', 'o.ratingCount as ratingCount'])
    .select(sql.raw<Availability>(AVAILABILITY).as('availability'))
    .select(sql.raw<boolean>(BUYABLE).as('canBuy'))
    .select('o.lastSeenAt as lastSeenAt')
    .select(({ fn }) => [
      'p.description',
      fn.coalesce('p.category', 'o.category').as('category'),
      fn.coalesce('o.brand', 'p.brand').as('brand'),
      fn.coalesce('o.imageUrl', 'p.imageUrl').as('imageUrl'),
      fn.coalesce('own.hash', 'general.hash').as('pictureHash'),
    ])
    .select(['r.name as retailerName', 'r.category as retailerCategory'])
    .select(['r.region as retailerRegion', 'r.website as retailerWebsite'])
    .select(['r.trustScore10 as trustScore10', 's.overall', 's.reason', 's.highlights'])
    .select(['s.by as scoredBy', 's.price as priceScore', 's.quality as qualityScore'])
    .select(['s.value as valueScore', 's.popularity as popularityScore']);
}

/** A row of `foundOffers`. */
export type FoundOffer = InferResult<ReturnType<typeof foundOffers>>[number];

export interface SearchChoice {
  filters?: ProductFilters | undefined;
  order?: Order | undefined;
  /** Where none is chosen and the query does not ask for the cheapest; relevance by default. */
  usualOrder?: Order;
  /** From 1. */
  page?: number | undefined;
}

/** Size of a page: products, and offers of all its products together. */
interface SearchDepth {
  products: number;
  offers: number;
}

/** A page of a search: the offers of its products in the order of the products, the best offer of each first. */
export interface SearchResult extends Pick<QueryMatch, 'understood' | 'correctedTo'> {
  offers: RankedOffer[];
  order: Order;
  /** Products that pass the filters, of the 500 that match best. */
  total: number;
  /** Those of `total` that match only part of the query; 0 where no product matches more. */
  similar: number;
  facets: Facets;
  summary: Summary;
  /** Names of the products in the summary, by id. */
  names: ReadonlyMap<string, string>;
  /** Where no product matches: a query that has results, with a label that offers it and the offers of its best products. */
  nearest: { query: string; label: string; offers: RankedOffer[] } | null;
}

/** A search ends after this time: before the API refuses its request, so that no statement outlives it. */
export const SEARCH_LIMIT_MS = 9_000;

/**
 * Answers a page of products with their offers: the best offer of each, then the second of each, up to `offers` in all. Throws a
 * TimeoutError after SEARCH_LIMIT_MS.
 */
export function searchOffers(
  em: EntityManager,
  query: string,
  depth: SearchDepth,
  choice: SearchChoice = {},
): Promise<SearchResult> {
  return withinTime(SEARCH_LIMIT_MS, () => searchPage(em, query, depth, choice));
}

async function searchPage(
  em: EntityManager,
  query: string,
  { products: size, offers: most }: SearchDepth,
  { filters = {}, order: chosen, usualOrder, page = 1 }: SearchChoice,
): Promise<SearchResult> {
  const { products, nearest, understood, correctedTo } = await matchProducts(em, query, {
    scores: true,
    unitPrices: chosen === 'unit-price',
    ...needsOf(filters),
  });
  const choice = { limits: understood, filters };
  const families = familiesOf(products);
  const tried = tryFilters(products, choice, families);
  const order = chosen ?? orderOf(understood, usualOrder);
  const matched = arrange(tried, order, families);
  const similar = matched.filter(({ isSimilar }) => isSimilar).length;
  const shown = matched.slice((page - 1) * size, page * size);
  // One set for all figures, whatever the filters leave of it: the products that match, or the similar ones where none does.
  const hasMatches = products.some(
    (product) => !product.isSimilar && offersWithin(understood, product)[0],
  );
  const counted = tried.filter(({ product }) => !(hasMatches && product.isSimilar));
  const summary = summaryOf(counted, families);
  const named = new Set([summary.best?.productId, summary.saving?.productId]);
  const others = counted.flatMap(({ product }) =>
    named.has(product.productId) && !shown.includes(product) ? [product] : [],
  );
  const read = await offersOf(em, [...shown, ...others], families, choice, most + others.length);
  const ofPage = new Set(shown.map(({ productId }) => productId));
  const near = nearest?.products.slice(0, MOST_NEAREST) ?? [];
  return {
    understood,
    correctedTo,
    order,
    total: matched.length,
    similar,
    facets: facetsOf(counted, families, filters.specs),
    summary,
    names: new Map(read.map(({ productId, productName }) => [productId, productName])),
    offers: read.filter(({ productId }) => ofPage.has(productId)),
    nearest: nearest && {
      query: nearest.query,
      label: nearest.label,
      offers: await offersOf(em, near, familiesOf(near), choice, near.length),
    },
  };
}

/** Products that stand for the nearest query. */
const MOST_NEAREST = 6;

/** The offers of products in their order, the best offer of each first, with figures of the product. */
async function offersOf(
  em: EntityManager,
  products: readonly MatchedProduct[],
  families: ReadonlyMap<MatchedProduct, string>,
  choice: Choice,
  most: number,
): Promise<RankedOffer[]> {
  const offers = products[0] ? await bestOffers(em, preferenceOf(products, choice), most) : [];
  const variants = Map.groupBy(families, ([, family]) => family);
  const figures = new Map(
    products.map((product) => {
      const variantsOfProduct = variants.get(familyOf(families, product))?.length ?? 1;
      return [product.productId, { ...figuresOf(product), variantsOfProduct }];
    }),
  );
  return offers.flatMap((offer) => {
    const ofProduct = figures.get(offer.productId);
    return ofProduct ? [{ ...offer, ...ofProduct }] : [];
  });
}

/** Answers the ids of the products that match a query, best first, every variant of a model. */
export async function searchProducts(
  em: EntityManager,
  query: string,
  limit: number,
): Promise<string[]> {
  const matched = await matchedProducts(em, query, () => new Map());
  return matched.slice(0, limit).map(({ productId }) => productId);
}

/** Answers the id of the product that a search shows first; null where nothing matches. */
export async function firstProduct(em: EntityManager, query: string): Promise<string | null> {
  const [first] = await matchedProducts(em, query, familiesOf);
  return first?.productId ?? null;
}

async function matchedProducts(em: EntityManager, query: string, group: typeof familiesOf) {
  const { products, understood } = await withinTime(SEARCH_LIMIT_MS, () =>
    matchProducts(em, query),
  );
  const matching = products.filter(({ isSimilar }) => !isSimilar);
  const tried = tryFilters(matching, { limits: understood, filters: {} });
  return arrange(tried, orderOf(understood), group(matching));
}

const orderOf = ({ isCheapest }: ParsedQuery, usual: Order = 'relevance'): Order =>
  isCheapest ? 'cheapest' : usual;

/** An offer in the answer of a search, with figures of its product. */
export interface RankedOffer extends FoundOffer, ReturnType<typeof figuresOf> {
  /** Variants of its model that match the query, itself included. */
  variantsOfProduct: number;
}

/** The figures of a product over all its matched offers. */
function figuresOf({ offers, isTheThing, isSimilar }: MatchedProduct) {
  const buyable = offers.filter(({ canBuy }) => canBuy);
  const prices = buyable.map(({ priceCents }) => priceCents);
  const shopsOf = (some: typeof offers) => new Set(some.map(({ shop }) => shop)).size;
  return {
    isTheThing,
    isSimilar,
    offersOfProduct: offers.length,
    shopsOfProduct: shopsOf(offers),
    shopsSelling: shopsOf(buyable),
    /** Lowest price of the offers that can be bought; null where none can. */
    lowestCents: prices[0] === undefined ? null : cents(Math.min(...prices)),
    highestCents: prices[0] === undefined ? null : cents(Math.max(...prices)),
  };
}

/** Offers of these shops, where any are named, with a price of at most `maxCents` come first. */
interface OfferPreference {
  productIds: string[];
  shops: string[];
  maxCents: number;
}

const MOST_CENTS = 2_147_483_647;

function preferenceOf(
  products: readonly MatchedProduct[],
  { limits, filters: { shops = [], maxCents } }: Choice,
): OfferPreference {
  return {
    productIds: products.map(({ productId }) => productId),
    shops: [...shops],
    maxCents: Math.min(limits.maxCents ?? MOST_CENTS, maxCents ?? MOST_CENTS),
  };
}

type Place = { id: string; productPlace: number; offerPlace: number };

const bestOffers = preparedQuery(
  'offers-of-products',
  (db, value: Named<OfferPreference>, most: number) => {
    const places = value.text<Place>(`
      select * from (
        select o.id, array_position(:productIds::uuid[], o.product_id) as product_place,
          row_number() over (partition by o.product_id order by
            (:shops = '{}' or r.name = any(:shops::text[])) and o.price_cents <= :maxCents::int desc,
            ${BEST_FIRST}) as offer_place
        from ${LISTED_OFFERS} where o.product_id = any(array(select unnest(:productIds::uuid[])))) each
      order by offer_place, product_place limit ${most}`);
    return foundOffers(db)
      .innerJoin(sql<Place>`(${places})`.as('placed'), 'placed.id', 'o.id')
      .orderBy(sql`placed.product_place, placed.offer_place`);
  },
);

/** Answers the best offer of each product, in the order of the ids. */
export function firstOffers(em: EntityManager, productIds: string[]) {
  const preference = { productIds, shops: [], maxCents: MOST_CENTS };
  return bestOffers(em, preference, productIds.length);
}

/** Counts all offers exactly, by one index scan. */
export async function countOffers(em: EntityManager): Promise<number> {
  return em.count(Offer);
}
