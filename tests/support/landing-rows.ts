/*
 * Rows for tests of the landing pages: shops, products and what each shop asked over time, without a crawl.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { upsertRetailers } from '#db/queries/retailers/retailers.ts';

/** What one shop asks for one product. */
export interface AskedPrice {
  /** The retailer's slug. */
  shop: string;
  /** Cents. */
  price: number;
  was?: number;
  availability?: string;
  /** Earlier prices, cents, by how many days ago each began; the newest last. */
  past?: readonly [daysAgo: number, price: number][];
}

const SEEN = "now() - interval '10 minutes'";

/** Adds enabled demo shops, one a slug. */
export async function addShops(em: EntityManager, slugs: readonly string[]): Promise<void> {
  const profiles = slugs.map((slug) => ({
    slug,
    name: `Shop ${slug}`,
    category: 'Department store',
    region: 'NSW',
    website: `https://${slug}.example`,
    description: '',
    trustScore10: 7,
    trustBasis: 'Invented for tests.',
    kind: 'demo' as const,
    render: 'http' as const,
    currency: 'AUD',
    paceMs: 0,
    discovery: { sitemap: true, listUrls: [], searchUrlTemplate: null },
  }));
  await upsertRetailers(em, profiles, 'enabled');
}

/** Adds a product with its offers and their past, and answers its id. */
export async function addProduct(
  em: EntityManager,
  { name, category }: { name: string; category: string | null },
  prices: readonly AskedPrice[],
): Promise<string> {
  const [product] = await em.execute<{ id: string }[]>(
    `insert into product (name, category, specifications) values (?, ?, '{}') returning id`,
    [name, category],
  );
  if (!product) throw new Error('the product was not added');
  for (const { shop, price, was = null, availability = 'in_stock', past = [] } of prices) {
    const [offer] = await em.execute<{ id: string }[]>(
      `insert into offer (retailer_id, url, product_id, match_method, match_confidence, match_because, name, search_text,
         source, price_cents, original_price_cents, availability, extraction, price_changed_at, last_seen_at)
       select r.id, r.website || '/' || ?, ?, 'gtin', 1, '[]', ?, ?, 'demo', ?, ?, ?, 'json-ld', ${SEEN}, ${SEEN}
       from retailer r where r.slug = ? returning id`,
      [product.id, product.id, name, name, price, was, availability, shop],
    );
    for (const [daysAgo, cents] of [...past, [0, price] as const]) {
      await em.execute(
        `insert into price_point (offer_id, slot, price_cents, availability)
         values (?, extract(epoch from now())::int / 60 - ?, ?, ?)`,
        [offer?.id, daysAgo * 1_440 + (daysAgo === 0 ? 10 : 0), cents, availability],
      );
    }
  }
  return product.id;
}
