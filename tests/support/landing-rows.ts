/*
 * Rows for tests of the landing pages: shops, products and what each shop asked over time, without a crawl.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { Retailer } from '#db/entities/retailer.ts';
import type { Availability } from '#domain/offers/availability.ts';
import {
  createOffer,
  createPricePoint,
  createProduct,
  createRetailer,
  secondsAgo,
  slotDaysAgo,
} from './factory.ts';

/** What one shop asks for one product. */
export interface AskedPrice {
  /** The retailer's slug. */
  shop: string;
  /** Cents. */
  price: number;
  was?: number;
  availability?: Availability;
  /** Earlier prices, cents, by how many days ago each began; the newest last. */
  past?: readonly [daysAgo: number, price: number][];
}

/** Adds enabled demo shops, one a slug. */
export async function addShops(em: EntityManager, slugs: readonly string[]): Promise<void> {
  for (const slug of slugs) {
    await createRetailer(em, {
      slug,
      name: `Shop ${slug}`,
      kind: 'demo',
      trustScore10: 7,
      trustBasis: 'Invented for tests.',
    });
  }
}

/** Adds a product with its offers, seen ten minutes ago, and their past. Returns its id. */
export async function addProduct(
  em: EntityManager,
  { name, category }: { name: string; category: string | null },
  prices: readonly AskedPrice[],
): Promise<string> {
  const { id: product } = await createProduct(em, { name, category });
  for (const { shop, price, was = null, availability = 'in_stock', past = [] } of prices) {
    const { id: retailer, website } = await em.fork().findOneOrFail(Retailer, { slug: shop });
    const offer = await createOffer(em, {
      retailer,
      product,
      url: `${website}/${product}`,
      name,
      searchText: name,
      source: 'demo',
      priceCents: price,
      originalPriceCents: was,
      availability,
      priceChangedAt: secondsAgo(600),
      lastSeenAt: secondsAgo(600),
    });
    for (const [days, priceCents] of [...past, [10 / 1_440, price] as const])
      await createPricePoint(em, { offer, slot: slotDaysAgo(days), priceCents, availability });
  }
  return product;
}
