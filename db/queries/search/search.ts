import type { EntityManager } from '@mikro-orm/postgresql';
import { type InferResult, type Kysely, sql } from 'kysely';
import { cents } from '#domain/money.ts';
import type { Availability } from '#domain/offers/availability.ts';
import {
  arrange,
  type Choice,
  type FittingProduct,
  type Order,
  type ProductFilters,
  tryFilters,
} from '#domain/search/arrange-products.ts';
import { type Facets, facetsOf } from '#domain/search/facets.ts';
import { familiesOf } from '#domain/search/families.ts';
import type { Understood } from '#domain/search/understand-query.ts';
import { knownWords } from '#domain/search/vocabulary.ts';
import { Offer } from '../../entities/offer.ts';
import {
  AVAILABILITY,
  BEST_FIRST,
  BUYABLE,
  LISTED_OFFERS,
  listedOffers,
  ON_SALE,
} from '../sql/offer-conditions.ts';
import { type Named, preparedQuery } from '../sql/prepared.ts';
import { type Tables, tables } from '../sql/tables.ts';
import { type Meant, productsMeant } from './products-meant.ts';
import { rankSearchProducts, readSizes } from './search-products.ts';

/**
 * Listed offers o as searches and pages show them, with product p, retailer r and scores s (0–100, null before they are computed).
 * Each column is named, so that rows need no renaming.
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
    .select(sql<boolean>`coalesce(${sql.raw(ON_SALE)}, false)`.as('isOnSale'))
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

/** An offer as a search finds it. */
export type FoundOffer = InferResult<ReturnType<typeof foundOffers>>[number];

/** What a shopper asks for beside the words. */
export interface SearchChoice {
  filters?: ProductFilters | undefined;
  order?: Order | undefined;
  /** From 1. */
  page?: number | undefined;
}

/** How much is read: so many products, and so many offers of all of them together. */
interface SearchDepth {
  products: number;
  offers: number;
}

/** What a search answers: the offers of the products in their order, the best one to buy first. */
export interface SearchResult extends Omit<Meant, 'products'> {
  offers: RankedOffer[];
  /** How many products fit, of the 500 that fit the words best. */
  total: number;
  facets: Facets;
}

/** A page of the products that a query means, with their offers: the best of each, then the second of each, as far as `offers` goes. */
export async function searchOffers(
  em: EntityManager,
  query: string,
  { products: size, offers: most }: SearchDepth,
  { filters = {}, order = 'relevance', page = 1 }: SearchChoice = {},
): Promise<SearchResult> {
  const isRated = (filters.minRating ?? 0) > 0;
  const { products, ...meant } = await productsMeant(em, query, { order, isRated });
  const { understood } = meant;
  const choice = { limits: understood, filters };
  const families = familiesOf(products);
  const tried = tryFilters(products, choice);
  const fitting = arrange(tried, orderMeant(understood, order), families);
  const shown = fitting.slice((page - 1) * size, page * size);
  const offers = shown[0] ? await bestOffers(em, offersWanted(shown, choice), most) : [];
  const variants = Map.groupBy(families, ([, family]) => family);
  const figures = new Map(
    shown.map((product) => [
      product.productId,
      {
        ...figuresOf(product),
        variantsOfProduct: variants.get(families.get(product) ?? '')?.length ?? 1,
      },
    ]),
  );
  return {
    ...meant,
    total: fitting.length,
    facets: facetsOf(tried, families),
    offers: offers.flatMap((offer) => {
      const ofProduct = figures.get(offer.productId);
      return ofProduct ? [{ ...offer, ...ofProduct }] : [];
    }),
  };
}

/** The ids of the products that a query means, best first. */
export async function searchProducts(
  em: EntityManager,
  query: string,
  limit: number,
): Promise<string[]> {
  const { products, understood } = await productsMeant(em, query);
  const tried = tryFilters(products, { limits: understood, filters: {} });
  const fitting = arrange(tried, orderMeant(understood));
  return fitting.slice(0, limit).map(({ productId }) => productId);
}

const orderMeant = ({ isCheapest }: Understood, order: Order = 'relevance'): Order =>
  isCheapest && order === 'relevance' ? 'cheapest' : order;

/** An offer in the answer of a search. */
export interface RankedOffer extends FoundOffer, ReturnType<typeof figuresOf> {
  /** How many variants of its model fit the words, itself included. */
  variantsOfProduct: number;
}

/** What is said of a product as a whole. */
function figuresOf({ offers, isTheThing }: FittingProduct) {
  const prices = offers.filter(({ canBuy }) => canBuy).map(({ priceCents }) => priceCents);
  return {
    isTheThing,
    offersOfProduct: offers.length,
    shopsOfProduct: new Set(offers.map(({ shop }) => shop)).size,
    /** Of what can be bought; null where nothing can. */
    lowestCents: prices[0] === undefined ? null : cents(Math.min(...prices)),
    highestCents: prices[0] === undefined ? null : cents(Math.max(...prices)),
  };
}

/** Offers that fit come first: of these shops, if any are named, at a price within these limits. */
interface OffersWanted {
  productIds: string[];
  shops: string[];
  minCents: number;
  maxCents: number;
}

const MOST_CENTS = 2_147_483_647;

function offersWanted(
  products: readonly FittingProduct[],
  { limits, filters: { shops = [], minCents, maxCents } }: Choice,
): OffersWanted {
  return {
    productIds: products.map(({ productId }) => productId),
    shops: [...shops],
    minCents: Math.max(limits.minCents ?? 0, minCents ?? 0),
    maxCents: Math.min(limits.maxCents ?? MOST_CENTS, maxCents ?? MOST_CENTS),
  };
}

type Place = { id: string; productPlace: number; offerPlace: number };

const bestOffers = preparedQuery(
  'offers-of-products',
  (db, value: Named<OffersWanted>, most: number) => {
    const places = value.text<Place>(`
      select * from (
        select o.id, array_position(:productIds::uuid[], o.product_id) as product_place,
          row_number() over (partition by o.product_id order by
            (:shops = '{}' or r.name = any(:shops::text[])) and o.price_cents between :minCents::int and :maxCents::int desc,
            ${BEST_FIRST}) as offer_place
        from ${LISTED_OFFERS} where o.product_id = any(array(select unnest(:productIds::uuid[])))) each
      order by offer_place, product_place limit ${most}`);
    return foundOffers(db)
      .innerJoin(sql<Place>`(${places})`.as('placed'), 'placed.id', 'o.id')
      .orderBy(sql`placed.product_place, placed.offer_place`);
  },
);

/** The best offer of each of these products, in their order. */
export function firstOffers(em: EntityManager, productIds: string[]) {
  const wanted = { productIds, shops: [], minCents: 0, maxCents: MOST_CENTS };
  return bestOffers(em, wanted, productIds.length);
}

/**
 * Brings rank and sizes of all products and the vocabulary up to date with all offers. The vocabulary holds the words of the
 * offers and those of vocabulary.json; words with digits are never corrected.
 */
export async function refreshSearchWords(em: EntityManager): Promise<void> {
  await rankSearchProducts(em);
  await readSizes(em);
  await sql`
    with words as (
      select word, sum(offers)::int as offers from (
        select word, count(*) as offers from offer, unnest(string_to_array(search_text, ' ')) word group by word
        union all select unnest(${knownWords()}::text[]), 0) said
      group by word having word ~ '^[[:alpha:]]{2,40}$'),
    gone as (delete from search_word s where not exists (select 1 from words w where w.word = s.word))
    insert into search_word (word, offers) select word, offers from words
    on conflict (word) do update set offers = excluded.offers where search_word.offers <> excluded.offers`.execute(
    tables(em),
  );
}

/** How many offers there are: exact, one index scan. */
export async function countOffers(em: EntityManager): Promise<number> {
  return em.count(Offer);
}
