/*
 * Lists products with or without a query. SQL text: one statement serves all filters. `:name` stands for a value of ListValues.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Kysely, sql } from 'kysely';
import { BEST_FIRST, BUYABLE, LISTED_OFFERS, ON_SALE } from '../sql/offer-conditions.ts';
import { type Named, named } from '../sql/prepared.ts';
import { type Tables, tables } from '../sql/tables.ts';
import { type FoundOffer, foundOffers, searchProducts } from './search.ts';

/** Sorts by their name in the API, as SQL over the best offer of each product and its overall score. */
export const PRODUCT_SORTS = {
  aiScore: 'overall desc nulls last',
  price: 'price_cents',
  rating: 'rating_average desc nulls last',
  discount: '(was_cents - price_cents)::real / nullif(was_cents, 0) desc nulls last',
  newest: 'id desc',
} as const;
type Sort = keyof typeof PRODUCT_SORTS;

/** Filters of a list; a missing one passes everything. `category` and `retailer` (slug or name) must match exactly. */
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

/** A page of a list; `total` counts the products of all pages. */
export interface ProductPage {
  products: FoundOffer[];
  total: number;
}

type ListValues = Required<Omit<ProductFilter, 'q'>> & {
  /** Products that match the query; null for all. */
  productIds: string[] | null;
  limit: number;
  offset: number;
};

/**
 * Answers a page of at most 100 products, each as the best of its offers that pass the filter. With a query, page and `total` are of
 * the 500 products that match best.
 */
export async function listProducts(
  em: EntityManager,
  filter: ProductFilter,
  { sort, limit, offset }: { sort: Sort; limit: number; offset: number },
): Promise<ProductPage> {
  const { q, category, retailer, minPriceCents, maxPriceCents, minRating } = filter;
  const productIds = q === undefined ? null : await searchProducts(em, q, MOST_MATCHED);
  if (productIds?.length === 0) return { products: [], total: 0 };
  const { onSale = false, inStock = false } = filter;
  const values: ListValues = {
    productIds,
    category,
    retailer,
    minPriceCents,
    maxPriceCents,
    minRating,
    onSale,
    inStock,
    limit,
    offset,
  };
  const source = sourceOf(filter);
  const products = await pageOf(tables(em), named(values), source, sort).execute();
  if (products[0] || offset === 0) return { products, total: products[0]?.total ?? 0 };
  const count = `select count(distinct o.product_id) as total from ${source} where ${FITTING}`;
  const { rows } = await named(values).text<{ total: number }>(count).execute(tables(em));
  return { products: [], total: rows[0]?.total ?? 0 };
}

/** SQL for `from`: listed offers o, narrowed by query, category or retailer where one is given. */
function sourceOf({ q, retailer, category }: ProductFilter): string {
  const ofWords = q === undefined ? '' : 'and o.product_id = any(:productIds::uuid[])';
  const ofCategory = category
    ? 'and o.product_id in (select id from product where category = :category)'
    : '';
  const ofRetailer = retailer
    ? 'and o.retailer_id in (select id from retailer where slug = :retailer or name = :retailer)'
    : '';
  return `${LISTED_OFFERS} ${ofWords} ${ofCategory} ${ofRetailer}`;
}

const FITTING = `(:category::text is null or (select category from product where id = o.product_id) = :category)
  and (:minPriceCents::int is null or o.price_cents >= :minPriceCents)
  and (:maxPriceCents::int is null or o.price_cents <= :maxPriceCents)
  and (:minRating::real is null or o.rating_average >= :minRating)
  and (not :onSale::boolean or ${ON_SALE}) and (not :inStock::boolean or ${BUYABLE})`;

/** Products of a query that a list sorts and filters. */
const MOST_MATCHED = 500;
/** Products of a page at most. */
const MAX_PAGE = 100;

function pageOf(db: Kysely<Tables>, value: Named<ListValues>, source: string, sort: Sort) {
  const best = `select distinct on (o.product_id) o.id, o.product_id, o.price_cents, o.rating_average,
      case when ${ON_SALE} then o.original_price_cents end as was_cents
    from ${source} where ${FITTING} order by o.product_id, ${BEST_FIRST}`;
  const page = value.text(`
    select * from (
      select id, count(*) over () as total, row_number() over (order by ${PRODUCT_SORTS[sort]}, product_id) as place
      from (select *, (select overall from score where offer_id = best.id) from (${best}) best) scored
      order by place limit :limit offset :offset) asked_for
    limit ${MAX_PAGE}`);
  return foundOffers(db)
    .innerJoin(
      sql<{ id: string; total: number; place: number }>`(${page})`.as('page'),
      'page.id',
      'o.id',
    )
    .select('page.total')
    .orderBy('page.place');
}
