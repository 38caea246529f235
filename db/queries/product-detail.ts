import type { EntityManager } from '@mikro-orm/postgresql';
import { FOUND_OFFER_COLUMNS, FOUND_OFFER_TABLES, type FoundOffer } from './search.ts';

/** A product with what all its shops say of it. */
export interface ProductRow {
  id: string;
  name: string;
  brand: string | null;
  category: string | null;
  description: string | null;
  imageUrl: string | null;
  gtin: string | null;
  familyId: string | null;
  specifications: Record<string, string>;
}

/** One product by id; null when there is none. */
export async function findProduct(em: EntityManager, id: string): Promise<ProductRow | null> {
  const rows = await em.execute<ProductRow[]>(
    `select id, name, brand, category, description, image_url as "imageUrl", gtin, family_id as "familyId", specifications
     from product where id = ?`,
    [id],
  );
  return rows[0] ?? null;
}

/** All offers of a product at enabled retailers, cheapest first. */
export async function offersOfProduct(em: EntityManager, id: string): Promise<FoundOffer[]> {
  return em.execute<FoundOffer[]>(
    `select ${FOUND_OFFER_COLUMNS} from ${FOUND_OFFER_TABLES} where o.product_id = ? order by o.price_cents, o.id`,
    [id],
  );
}

export interface ReviewRow {
  author: string;
  rating: number;
  date: string;
  comment: string;
}

/** The newest reviews that our shoppers wrote. */
export async function reviewsOfProduct(
  em: EntityManager,
  id: string,
  limit: number,
): Promise<ReviewRow[]> {
  return em.execute<ReviewRow[]>(
    `select u.name as author, v.rating, v.created_at as date, v.comment from review v
     join user_account u on u.id = v.user_id where v.product_id = ? order by v.created_at desc limit ?`,
    [id, limit],
  );
}
