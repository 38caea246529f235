import type { EntityManager } from '@mikro-orm/postgresql';
import { ShopVisit } from '#db/entities/retailer.ts';
import { messageOf } from '#domain/errors.ts';
import type { FoundShop } from '#domain/retailers/found-shop.ts';
import type { Fetcher } from '../fetch/http.ts';
import { paceOf, previewShop, type ShopPreview } from './preview-shop.ts';

/** Makes a visit that an operator asked for and stores what it found, a fault of our own included. Ignores a visit that is over or gone. */
export async function visitShop(
  em: EntityManager,
  { fetcher, localShops }: { fetcher: Fetcher; localShops: readonly string[] },
  id: string,
): Promise<void> {
  const visit = await em.findOne(ShopVisit, { id, found: null });
  if (!visit) return;
  const { address, selectors } = visit;
  const onRead = (reading: string, requests: number) => {
    const noted = em.fork().nativeUpdate(ShopVisit, { id, found: null }, { reading, requests });
    // Progress alone: the visit goes on.
    noted.catch(() => {});
  };
  const found = await previewShop(address, {
    ...{ em: em.fork(), fetcher, onRead, paceMs: paceOf(address, localShops) },
    selectors: selectors ?? undefined,
  }).then(foundShop, (error: unknown) => failed(messageOf(error)));
  await em.nativeUpdate(ShopVisit, { id }, { found, reading: null });
}

function foundShop({ profile, refusal, robots, named, lists, products }: ShopPreview): FoundShop {
  return {
    ...{ profile, refusal, robots: robots?.status ?? null, named, lists: lists.length },
    products: products.map(({ offer, sources, refusal: ofProduct }) => {
      const { name, url, price, originalPrice, availability, imageUrl } = offer;
      const shown = { name, url, price, originalPrice, availability, imageUrl };
      return { ...shown, sources, refusal: ofProduct };
    }),
  };
}

function failed(message: string): FoundShop {
  const refusal = { reason: 'failed', message };
  return { profile: null, refusal, robots: null, named: 0, lists: 0, products: [] };
}
