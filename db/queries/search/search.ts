import type { EntityManager } from '@mikro-orm/postgresql';
import { type InferResult, type Kysely, sql } from 'kysely';
import { categoryOfWords } from '#domain/category.ts';
import type { Availability } from '#domain/offers/availability.ts';
import { headOf } from '#domain/search/name-head.ts';
import { queryWords } from '#domain/search/search-words.ts';
import { type Understood, understandQuery } from '#domain/search/understand-query.ts';
import { Offer } from '../../entities/offer.ts';
import {
  AVAILABILITY,
  BEST_FIRST,
  LISTED_OFFERS,
  listedOffers,
  ON_SALE,
} from '../sql/offer-conditions.ts';
import { type Named, preparedQuery } from '../sql/prepared.ts';
import { type Tables, tables } from '../sql/tables.ts';
import { correctWords } from './correct-words.ts';
import { findProducts } from './find-products.ts';
import { rankSearchProducts } from './search-products.ts';

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
    .select(['o.id as offerId', 'o.product as productId'])
    .select(['o.name', 'o.url', 'o.seller', 'o.source'])
    .select(['o.priceCents as priceCents', 'o.originalPriceCents as originalPriceCents'])
    .select(['o.unitPrice as unitPrice', 'o.earlierPack as earlierPack', 'o.sku'])
    .select(['o.memberPriceCents as memberPriceCents', 'o.deliveryCents as deliveryCents'])
    .select('o.multiBuy as multiBuy')
    .select(['o.ratingAverage as ratingAverage', 'o.ratingCount as ratingCount'])
    .select(sql.raw<Availability>(AVAILABILITY).as('availability'))
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

/** What a query was taken to mean, and the products that fit. */
export interface Meant {
  understood: Understood;
  /** The query with its misspelt words corrected; null where it was taken as it stands. */
  correctedTo: string | null;
  /** The best first. */
  productIds: string[];
  /** How many products fit. */
  total: number;
}

/**
 * The products that a query means, best first. All its words must fit, as they stand or in other words for the same; where no product has
 * them, misspelt words are corrected, then half of the words must fit, and one of them say what the product is.
 */
export async function searchProducts(
  em: EntityManager,
  query: string,
  limit: number,
): Promise<Meant> {
  let understood = understandQuery(query);
  let correctedTo: string | null = null;
  let found = await productsFitting(em, understood, limit);
  if (found.length === 0) {
    const words = queryWords(query);
    const corrected = (await correctWords(em, words)).join(' ');
    if (corrected !== words.join(' ')) {
      understood = understandQuery(corrected);
      found = await productsFitting(em, understood, limit);
      if (found[0]) correctedTo = corrected;
    }
  }
  for (const groups of found[0] ? [] : relaxedGroups(understood)) {
    const heads = understood.groups.flat().flatMap((words) => headOf(words) ?? []);
    found = await productsFitting(em, { ...understood, groups, heads }, limit, true);
    if (found[0]) break;
  }
  const productIds = found.map(({ productId }) => productId);
  return { understood, correctedTo, productIds, total: found[0]?.total ?? 0 };
}

/** What a search answers: the offers of the products in their order, the best one to buy first. */
export interface SearchResult extends Omit<Meant, 'productIds'> {
  offers: RankedOffer[];
}

/** How much is read: so many products, and so many offers of all of them together. */
interface SearchDepth {
  products: number;
  offers: number;
}

/** The first products that a query means, with their offers: the best of each, then the second of each, as far as `offers` goes. */
export async function searchOffers(
  em: EntityManager,
  query: string,
  { products, offers: most }: SearchDepth,
): Promise<SearchResult> {
  const { productIds, ...meant } = await searchProducts(em, query, products);
  const offers = productIds[0] ? await bestOffers(em, { productIds }, most) : [];
  return { ...meant, offers };
}

function productsFitting(
  em: EntityManager,
  understood: Understood,
  limit: number,
  isRelaxed = false,
) {
  return findProducts(em, understood, { category: categoryOfQuery(understood), isRelaxed, limit });
}

/** Our category that a query names, in its own words or in others for the same. */
function categoryOfQuery({ groups }: Understood): string | null {
  const typed = groups.map(([words]) => words).join(' ');
  for (const words of [typed, ...(groups.at(-1) ?? [])]) {
    const category = categoryOfWords(words);
    if (category) return category;
  }
  return null;
}

/** Groups of a query without one of them, then without two, down to half. */
function* relaxedGroups({ groups }: Understood): Generator<string[][]> {
  for (let dropped = 1; dropped <= groups.length / 2; dropped += 1)
    yield* choose(groups, groups.length - dropped);
}

/** An offer in the answer of a search. */
export interface RankedOffer extends FoundOffer {
  /** How many offers its product has, in all shops. */
  offersOfProduct: number;
}

type Place = { id: string; productPlace: number; offerPlace: number; offersOfProduct: number };

const bestOffers = preparedQuery(
  'offers-of-products',
  (db, value: Named<{ productIds: string[] }>, most: number) => {
    const places = value.text<Place>(`
      select * from (
        select o.id, array_position(:productIds::uuid[], o.product_id) as product_place,
          row_number() over (partition by o.product_id order by ${BEST_FIRST}) as offer_place,
          count(*) over (partition by o.product_id)::int as offers_of_product
        from ${LISTED_OFFERS} where o.product_id = any(:productIds::uuid[])) each
      order by offer_place, product_place limit ${most}`);
    return foundOffers(db)
      .innerJoin(sql<Place>`(${places})`.as('placed'), 'placed.id', 'o.id')
      .select(sql<number>`placed.offers_of_product`.as('offersOfProduct'))
      .orderBy(sql`placed.product_place, placed.offer_place`);
  },
);

/** All ways to choose `count` of the items. */
function choose<Item>(items: readonly Item[], count: number): Item[][] {
  if (count <= 0) return [[]];
  return items.flatMap((item, place) =>
    choose(items.slice(place + 1), count - 1).map((rest) => [item, ...rest]),
  );
}

const namesFitting = preparedQuery(
  'suggest-products',
  (_db, value: Named<{ words: string }>, limit: number) =>
    value.text<{ name: string }>(`
      select p.name from (
        select product_id, prior from search_product where words @@ to_tsquery('english', :words) order by prior desc limit ${4 * limit}) fit
      join product p on p.id = fit.product_id
      where exists (select from ${LISTED_OFFERS} where o.product_id = p.id) order by fit.prior desc, length(p.name), p.name limit ${limit}`),
);

/** Product names that begin as the shopper types, the more popular first. */
export async function suggestProducts(
  em: EntityManager,
  query: string,
  limit: number,
): Promise<string[]> {
  const words = queryWords(query);
  const last = words.at(-1);
  if (!last) return [];
  const begun = words.map((word) => (word === last ? `'${word}':*A` : `'${word}':A`));
  const rows = await namesFitting(em, { words: begun.join(' & ') }, limit);
  return [...new Set(rows.map((row) => row.name))];
}

/**
 * Brings the rank of all products and the vocabulary up to date with all offers: two passes over them. The vocabulary leaves out words
 * with digits, which are never corrected.
 */
export async function refreshSearchWords(em: EntityManager): Promise<void> {
  await rankSearchProducts(em);
  await sql`
    with words as (
      select word, count(*) as offers from offer, unnest(string_to_array(search_text, ' ')) word
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
