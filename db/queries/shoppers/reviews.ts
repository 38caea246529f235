import type { EntityManager } from '@mikro-orm/postgresql';

/** Writes a person's review of a product, or replaces it. Null when there is no such product. */
export async function addReview(
  em: EntityManager,
  review: { productId: string; userId: string; rating: number; comment: string },
): Promise<{ id: string; added: boolean } | null> {
  const rows = await em.execute<{ id: string; added: boolean }[]>(
    `insert into review (product_id, user_id, rating, comment)
     select id, ?, ?, ? from product where id = ?
     on conflict (product_id, user_id) do update set rating = excluded.rating, comment = excluded.comment, created_at = now()
     returning new.id, old.id is null as added`,
    [review.userId, review.rating, review.comment, review.productId],
  );
  return rows[0] ?? null;
}
