import type { EntityManager } from '@mikro-orm/postgresql';
import { FOUND_OFFER_COLUMNS, FOUND_OFFER_TABLES, type FoundOffer } from '../search/search.ts';
import { prepared } from '../sql/prepared.ts';

/** What a shopper wrote of a product. */
export interface ReviewRow {
  author: string;
  rating: number;
  date: string;
  comment: string;
}

/** A product, its offers at enabled retailers, cheapest first, and the newest reviews that our shoppers wrote. */
export interface ProductWithOffers {
  product: {
    id: string;
    name: string;
    gtin: string | null;
    specifications: Record<string, string>;
  };
  offers: FoundOffer[];
  reviews: ReviewRow[];
}

const PRODUCT_WITH_OFFERS = `
  select ${FOUND_OFFER_COLUMNS}, p.name as "productName", p.gtin, p.specifications, (
    select coalesce(jsonb_agg(v), '[]') from (
      select u.name as author, v.rating, v.created_at as date, v.comment
      from review v join user_account u on u.id = v.user_id
      where v.product_id = $1 order by v.created_at desc limit $2) v) as reviews
  from ${FOUND_OFFER_TABLES} where o.product_id = $1 order by o.price_cents, o.id`;

/** All that a product's page shows, in one statement; null when no enabled retailer lists it. */
export async function productWithOffers(
  em: EntityManager,
  id: string,
  maxReviews: number,
): Promise<ProductWithOffers | null> {
  type Row = FoundOffer & {
    productName: string;
    gtin: string | null;
    specifications: Record<string, string>;
    reviews: ReviewRow[];
  };
  const values = [id, maxReviews];
  const rows = await prepared<Row>(em, 'product-with-offers', PRODUCT_WITH_OFFERS, values);
  const [first] = rows;
  if (!first) return null;
  const { productName: name, gtin, specifications, reviews } = first;
  return { product: { id, name, gtin, specifications }, offers: rows, reviews };
}

/** True when an enabled retailer lists the product. */
export async function isListed(em: EntityManager, id: string): Promise<boolean> {
  const rows = await em.execute(
    `select 1 from offer o join retailer r on r.id = o.retailer_id and r.status = 'enabled'
     where o.product_id = ? limit 1`,
    [id],
  );
  return rows.length > 0;
}
