import type { EntityManager } from '@mikro-orm/postgresql';
import { Wishlist } from '../../entities/wishlist.ts';
import { survivorOf } from '../products/products.ts';

/** Wishes for a product, whatever shop sells it. False when there is no such product. */
export async function addWish(em: EntityManager, userId: string, productId: string) {
  const product = await survivorOf(em, productId);
  if (!product) return false;
  const wish = { user: userId, product };
  await em.upsert(Wishlist, wish, { onConflictAction: 'ignore' });
  return true;
}

/** Takes a wish back. False when there was none. */
export async function removeWish(em: EntityManager, userId: string, productId: string) {
  return (await em.nativeDelete(Wishlist, { user: userId, product: productId })) > 0;
}
