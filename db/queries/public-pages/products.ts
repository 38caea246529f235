/*
 * What public pages say of products: each with its shops and the spread of its prices. A product deserves a page of
 * its own once two shops sell it: before that there is nothing to compare.
 *   products   a category's products, all products of the sitemap      shops      who sells a category
 *   drops      what is cheaper than usual                              retailer   what one shop sells
 *   status     what the last runs did                                  version    when to draw a page anew
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Cents } from '#domain/money.ts';
import { PICTURE_TABLES } from '../offers/pictures.ts';
import { BUYABLE, LISTED } from '../sql/offer-conditions.ts';

/** Not known to be gone: a shop that does not say what it has in stock counts as well. */
const SOLD = `o.availability not in ('out_of_stock', 'sold_out', 'discontinued')`;

/**
 * Products with their shops and prices as `with` needs them; `narrow` is SQL over offer o, retailer r and product p.
 * Prices and shops are those where it can be bought now; where none says so, all.
 */
export const PRICED_PRODUCTS = (narrow: string): string => `
  select o.product_id as id,
    coalesce(nullif(count(distinct o.retailer_id) filter (where ${BUYABLE}), 0), count(distinct o.retailer_id))::int as shops,
    coalesce(min(o.price_cents) filter (where ${BUYABLE}), min(o.price_cents)) as low,
    coalesce(max(o.price_cents) filter (where ${BUYABLE}), max(o.price_cents)) as high,
    bool_or(${SOLD}) as sold, max(s.overall) as score,
    max(o.rating_count) as ratings, max(o.price_changed_at) as changed, max(o.last_seen_at) as seen
  from product p join offer o on o.product_id = p.id and ${LISTED}
    join retailer r on r.id = o.retailer_id and r.status = 'enabled' left join score s on s.offer_id = o.id
  where ${narrow} group by o.product_id`;

/** SQL over PRICED_PRODUCTS: the product deserves a page of its own. */
export const WORTH_A_PAGE = 'sold and shops >= 2';

/** SQL over product p for a category of ours; null for products that have none. Its parameters follow. */
export function inCategory(category: string | null): { sql: string; params: string[] } {
  return category === null
    ? { sql: 'p.category is null', params: [] }
    : { sql: 'p.category = ?', params: [category] };
}

/** A product of a list: its shops and the spread of its prices. */
export interface ListedProduct {
  id: string;
  name: string;
  brand: string | null;
  imageUrl: string | null;
  pictureHash: string | null;
  shops: number;
  lowCents: Cents;
  highCents: Cents;
  /** 0–100; null before it is scored. */
  score: number | null;
}

const LISTED_COLUMNS = `p.id, p.name, p.brand, coalesce(p.image_url, o.image_url) as "imageUrl",
  coalesce(general.hash, own.hash) as "pictureHash", c.shops, c.low as "lowCents", c.high as "highCents", c.score`;

/** The cheapest offer of each chosen product c, for its picture. */
const LISTED_TABLES = `chosen c join product p on p.id = c.id join lateral (
  select image_url from offer where product_id = c.id order by image_url is null, price_cents limit 1) o on true ${PICTURE_TABLES}`;

/** A category's products that deserve a page, best score first, one page of them. */
export async function categoryProducts(
  em: EntityManager,
  category: string | null,
  page: { limit: number; offset: number },
): Promise<ListedProduct[]> {
  const { sql, params } = inCategory(category);
  return em.execute<ListedProduct[]>(
    `with chosen as (
       select * from (${PRICED_PRODUCTS(sql)}) priced where ${WORTH_A_PAGE}
       order by score desc nulls last, shops desc, id limit ? offset ?)
     select ${LISTED_COLUMNS} from ${LISTED_TABLES} order by c.score desc nulls last, c.shops desc, c.id`,
    [...params, page.limit, page.offset],
  );
}

/** What one retailer sells that others sell too, best score first; prices over all shops. */
export async function retailerProducts(
  em: EntityManager,
  retailerId: string,
  limit: number,
): Promise<ListedProduct[]> {
  return em.execute<ListedProduct[]>(
    `with chosen as (
       select * from (${PRICED_PRODUCTS('p.id in (select product_id from offer where retailer_id = ?)')}) priced
       where ${WORTH_A_PAGE} order by score desc nulls last, shops desc, id limit ?)
     select ${LISTED_COLUMNS} from ${LISTED_TABLES} order by c.score desc nulls last, c.shops desc, c.id`,
    [retailerId, limit],
  );
}

/** A category that has products with a page of their own. */
export interface ListedCategory {
  /** Null for products without a category. */
  category: string | null;
  products: number;
  lowCents: Cents;
  changedAt: Date;
}

/** Every category with products that deserve a page, the largest first. Reads all offers: remember the answer. */
export async function listedCategories(em: EntityManager): Promise<ListedCategory[]> {
  return em.execute<ListedCategory[]>(
    `with priced as (${PRICED_PRODUCTS('true')})
     select p.category, count(*)::int as products, min(c.low) as "lowCents", max(c.changed) as "changedAt"
     from priced c join product p on p.id = c.id where ${WORTH_A_PAGE} group by p.category
     order by products desc, p.category`,
  );
}

/** A product's address and when a price of it last changed. */
export interface ProductEntry {
  id: string;
  name: string;
  changedAt: Date;
}

/** The products that deserve a page, by id, for one file of the sitemap. Reads all offers: remember the answer. */
export async function productEntries(
  em: EntityManager,
  page: { limit: number; offset: number },
): Promise<ProductEntry[]> {
  return em.execute<ProductEntry[]>(
    `with priced as (${PRICED_PRODUCTS('true')})
     select p.id, p.name, c.changed as "changedAt" from (
       select * from priced where ${WORTH_A_PAGE} order by id limit ? offset ?) c
     join product p on p.id = c.id order by p.id`,
    [page.limit, page.offset],
  );
}

/** Products of a category that deserve a page and cost about as much, the nearest price first. */
export async function productsNear(
  em: EntityManager,
  near: { id: string; category: string | null; priceCents: Cents },
  limit: number,
): Promise<ListedProduct[]> {
  const { sql, params } = inCategory(near.category);
  const { id, priceCents } = near;
  return em.execute<ListedProduct[]>(
    `with chosen as (
       select * from (${PRICED_PRODUCTS(sql)}) priced
       where ${WORTH_A_PAGE} and id <> ? and low between ?::int / 2 and ?::int * 2
       order by abs(ln(low::real / ?::int)), id limit ?)
     select ${LISTED_COLUMNS} from ${LISTED_TABLES} order by abs(ln(c.low::real / ?::int)), c.id`,
    [...params, id, priceCents, priceCents, priceCents, limit, priceCents],
  );
}
