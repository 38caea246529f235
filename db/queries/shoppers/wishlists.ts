import type { EntityManager } from '@mikro-orm/postgresql';

/** Wishes for a product, whatever shop sells it. False when there is no such product. */
export async function addWish(
  em: EntityManager,
  userId: string,
  productId: string,
): Promise<boolean> {
  const rows = await em.execute<{ id: string }[]>(
    `with known as (select id from product where id = ?),
     added as (insert into wishlist (user_id, product_id) select ?, id from known on conflict do nothing)
     select id from known`,
    [productId, userId],
  );
  return rows.length > 0;
}

/** Takes a wish back. False when there was none. */
export async function removeWish(
  em: EntityManager,
  userId: string,
  productId: string,
): Promise<boolean> {
  const rows = await em.execute<{ id: string }[]>(
    'delete from wishlist where user_id = ? and product_id = ? returning product_id as id',
    [userId, productId],
  );
  return rows.length > 0;
}
