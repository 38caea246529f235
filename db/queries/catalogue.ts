import type { EntityManager } from '@mikro-orm/postgresql';
import { queryWords } from '#domain/search-words.ts';
import { BEST_FIRST, BUYABLE, LISTED_OFFERS } from './offer-conditions.ts';
import { prepared } from './prepared.ts';
import { FOUND_OFFER_COLUMNS, FOUND_OFFER_TABLES, type FoundOffer } from './search.ts';

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

/** Products that fit, each as its best offer among those that fit, one page of them. */
export async function listProducts(
  em: EntityManager,
  filter: ProductFilter,
  page: { sort: keyof typeof PRODUCT_SORTS; limit: number; offset: number },
): Promise<ProductPage> {
  const conditions: string[] = ['true'];
  const params: unknown[] = [];
  const where = (sql: string, ...values: unknown[]) => {
    conditions.push(sql);
    params.push(...values);
  };
  const words = queryWords(filter.q ?? '');
  if (filter.q !== undefined) {
    if (words.length === 0) return { products: [], total: 0 };
    const tsquery = words.map((word) => `'${word}'`).join(' & ');
    where(`to_tsvector('english', o.search_text) @@ to_tsquery('english', ?)`, tsquery);
  }
  if (filter.category) where('p.category = ?', filter.category);
  if (filter.retailer) where('(r.slug = ? or r.name = ?)', filter.retailer, filter.retailer);
  if (filter.minPriceCents !== undefined) where('o.price_cents >= ?', filter.minPriceCents);
  if (filter.maxPriceCents !== undefined) where('o.price_cents <= ?', filter.maxPriceCents);
  if (filter.minRating !== undefined) where('o.rating_average >= ?', filter.minRating);
  if (filter.onSale) where('o.original_price_cents > o.price_cents');
  if (filter.inStock) where(BUYABLE);
  const fitting = conditions.join(' and ');
  const rows = await em.execute<(FoundOffer & { total: number })[]>(
    `with best as (
       select distinct on (o.product_id) o.id, o.product_id, o.price_cents, o.original_price_cents, o.rating_average
       from ${LISTED_OFFERS} join product p on p.id = o.product_id where ${fitting}
       order by o.product_id, ${BEST_FIRST}),
     page as materialized (
       select best.id, count(*) over () as total, row_number() over (
         order by ${PRODUCT_SORTS[page.sort]}, product_id) as place
       from best left join score s on s.offer_id = best.id order by place limit ? offset ?)
     select ${FOUND_OFFER_COLUMNS}, page.total::int from page join ${FOUND_OFFER_TABLES} on o.id = page.id
     order by page.place`,
    [...params, page.limit, page.offset],
  );
  if (rows[0] || page.offset === 0) return { products: rows, total: rows[0]?.total ?? 0 };
  const [beyond] = await em.execute<{ total: number }[]>(
    `select count(distinct o.product_id)::int as total
     from ${LISTED_OFFERS} join product p on p.id = o.product_id where ${fitting}`,
    params,
  );
  return { products: [], total: beyond?.total ?? 0 };
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
