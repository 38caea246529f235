import type { EntityManager } from '@mikro-orm/postgresql';
import { queryWords } from '#domain/text/search-words.ts';
import { firstFits, firstFitsAt } from '../search/fits.ts';
import {
  allOf,
  FOUND_OFFER_COLUMNS,
  FOUND_OFFER_TABLES,
  type FoundOffer,
} from '../search/search.ts';
import { BEST_FIRST, BUYABLE, LISTED_OFFERS } from '../sql/offer-conditions.ts';
import { prepared } from '../sql/prepared.ts';

/** How a list of products may be sorted: API word → SQL over the best offer o of each product and its score s. */
export const PRODUCT_SORTS = {
  aiScore: 'overall desc nulls last',
  price: 'price_cents',
  rating: 'rating_average desc nulls last',
  discount:
    '(original_price_cents - price_cents)::real / nullif(original_price_cents, 0) desc nulls last',
  newest: 'id desc',
} as const;

export interface ProductFilter {
  q?: string | undefined;
  category?: string | undefined;
  retailer?: string | undefined;
  minPriceCents?: number | undefined;
  maxPriceCents?: number | undefined;
  minRating?: number | undefined;
  onSale?: boolean | undefined;
  inStock?: boolean | undefined;
}

export interface ProductPage {
  products: FoundOffer[];
  total: number;
}

/**
 * Products that fit, each as its best offer among those that fit, one page of at most 100. Where very many fit a query,
 * the page and `total` are of the most popular ones (search-fits.ts, firstFits).
 */
export async function listProducts(
  em: EntityManager,
  filter: ProductFilter,
  { sort, limit, offset }: { sort: keyof typeof PRODUCT_SORTS; limit: number; offset: number },
): Promise<ProductPage> {
  const words = queryWords(filter.q ?? '');
  if (filter.q !== undefined && words.length === 0) return { products: [], total: 0 };
  const source = sourceOf(words, filter);
  const values = [
    words.length > 0 ? allOf(words) : null,
    filter.retailer,
    filter.category,
    filter.minPriceCents,
    filter.maxPriceCents,
    filter.minRating,
    filter.onSale ?? false,
    filter.inStock ?? false,
  ];
  const name = source.isPlannedOnce ? `list-products-${sort}` : null;
  const rows = await prepared<FoundOffer & { total: number }>(em, name, pageOf(source, sort), [
    ...values,
    limit,
    offset,
  ]);
  if (rows[0] || offset === 0) return { products: rows, total: rows[0]?.total ?? 0 };
  const countName = source.isPlannedOnce ? 'count-products' : null;
  const [beyond] = await prepared<{ total: number }>(em, countName, countOf(source), values);
  return { products: [], total: beyond?.total ?? 0 };
}

/** Where a list comes from: tables to begin with, and which offers o, all of enabled retailers. */
interface ListSource {
  tables: string;
  offers: string;
  /** $1 and $2, the words and the retailer, where the tables have not asked for them. */
  condition: string;
  /** What a plan is good for all queries and filters. */
  isPlannedOnce: boolean;
}

/** Those offers that the words $1 fit; without words, all that are listed, found by their category or shop where one is named. */
function sourceOf(words: string[], { retailer, category }: ProductFilter): ListSource {
  if (words.length === 0) {
    const ofCategory = category
      ? 'and o.product_id in (select id from product where category = $3)'
      : '';
    const ofRetailer = retailer
      ? `and o.retailer_id in (select id from retailer where slug = $2 or name = $2)`
      : 'and $2::text is null';
    const condition = `$1::text is null ${ofRetailer} ${ofCategory}`;
    return { tables: '', offers: LISTED_OFFERS, condition, isPlannedOnce: false };
  }
  // One retailer's share of a word's offers is anything between none and all: a plan for each.
  return retailer
    ? { tables: `${firstFitsAt()},`, offers: 'fits o', condition: 'true', isPlannedOnce: false }
    : {
        tables: `${firstFits()},`,
        offers: 'fits o',
        condition: '$2::text is null',
        isPlannedOnce: true,
      };
}

const FITTING = `($3::text is null or (select category from product where id = o.product_id) = $3)
  and ($4::int is null or o.price_cents >= $4) and ($5::int is null or o.price_cents <= $5)
  and ($6::real is null or o.rating_average >= $6)
  and (not $7::boolean or o.original_price_cents > o.price_cents) and (not $8::boolean or ${BUYABLE})`;

/** A page holds at most so many products. */
const MAX_PAGE = 100;

function pageOf(
  { tables, offers, condition }: ListSource,
  sort: keyof typeof PRODUCT_SORTS,
): string {
  return `with ${tables} best as (
      select distinct on (o.product_id) o.id, o.product_id, o.price_cents, o.original_price_cents, o.rating_average
      from ${offers} where ${condition} and ${FITTING} order by o.product_id, ${BEST_FIRST}),
    page as materialized (
      select * from (
        select best.id, count(*) over () as total, row_number() over (
          order by ${PRODUCT_SORTS[sort]}, product_id) as place
        from (select *, (select overall from score where offer_id = best.id) from best) best
        order by place limit $9 offset $10) asked_for limit ${MAX_PAGE})
    select ${FOUND_OFFER_COLUMNS}, page.total::int from page join ${FOUND_OFFER_TABLES} on o.id = page.id
    order by page.place`;
}

function countOf({ tables, offers, condition }: ListSource): string {
  return `with ${tables} best as (select o.product_id from ${offers} where ${condition} and ${FITTING})
    select count(distinct product_id)::int as total from best`;
}

/** Our categories that have an offer now, by name. */
export async function listCategories(em: EntityManager): Promise<string[]> {
  const rows = await em.execute<{ category: string }[]>(
    `select distinct p.category from product p where p.category is not null
       and exists (select 1 from ${LISTED_OFFERS} where o.product_id = p.id) order by 1`,
  );
  return rows.map((row) => row.category);
}

const SIMILAR_PRODUCTS = `
  with it as materialized (
    select p.id, p.family_id, p.category, p.brand, min(o.price_cents) as price
    from product p join offer o on o.product_id = p.id where p.id = $1 group by p.id),
  near as (
    select distinct on (o.product_id) o.id, (p.family_id = it.family_id) as same_family, (p.brand = it.brand) as same_brand,
      abs(ln(greatest(o.price_cents, 1)::real / greatest(it.price, 1))) as distance
    from it join product p on p.id <> it.id and (p.family_id = it.family_id or p.category = it.category)
      join offer o on o.product_id = p.id join retailer r on r.id = o.retailer_id and r.status = 'enabled'
    where ${BUYABLE} and o.price_cents between it.price / 4 and it.price * 4
    order by o.product_id, o.price_cents, o.id),
  chosen as materialized (
    select id, row_number() over (
      order by same_family desc nulls last, distance - case when same_brand then 0.2 else 0 end, id) as place
    from near order by place limit $2)
  select ${FOUND_OFFER_COLUMNS} from chosen join ${FOUND_OFFER_TABLES} on o.id = chosen.id order by chosen.place`;

/** Products like this one: variants of its family first, then its category at a near price. Each as its best offer. */
export async function similarProducts(
  em: EntityManager,
  productId: string,
  limit: number,
): Promise<FoundOffer[]> {
  return prepared<FoundOffer>(em, 'similar-products', SIMILAR_PRODUCTS, [productId, limit]);
}
