/*
 * How long the queries behind the public landing pages take on a database of the demonstration's size: 60 retailers,
 * 25,000 products, 200,000 offers, 1.2 million price points. Medians of five, in milliseconds.
 *   npx node tests/bench/landing-queries.ts
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { Product } from '#db/entities/product.ts';
import { Retailer } from '#db/entities/retailer.ts';
import { categorySales, priceDrops } from '#db/queries/products/price-drops.ts';
import {
  categoryBrands,
  categoryProducts,
  listedCategories,
  productEntries,
  retailerProducts,
} from '#db/queries/public-pages/products.ts';
import {
  categoryFigures,
  categoryShops,
  retailerCategories,
  retailerStanding,
} from '#db/queries/public-pages/shops.ts';
import { catalogueVersion, productVersion, retailerDays } from '#db/queries/public-pages/status.ts';
import { CATEGORIES } from '#domain/categories/category.ts';
import { anyRow } from '../support/factory.ts';
import { insertSelect } from '../support/insert-select.ts';
import { startPostgres } from '../support/postgres-setup.ts';
import { openTestOrm } from '../support/test-orm.ts';
import { median, timed } from './measure.ts';

const ROUNDS = 5;
const FILL = [
  insertSelect(
    'retailer',
    {
      slug: `'shop-' || n`,
      name: `'Shop ' || n`,
      website: `'https://shop-' || n || '.example'`,
      kind: `'demo'`,
    },
    'from generate_series(1, 60) n',
  ),
  insertSelect(
    'product',
    {
      name: `'Product ' || n`,
      category: `jsonb_build_array(${CATEGORIES.map((name) => `'${name}'`).join()}) ->> (n % ${CATEGORIES.length})`,
    },
    'from generate_series(1, 25000) n',
  ),
  insertSelect(
    'offer',
    {
      retailer_id: 'r.id',
      product_id: 'p.id',
      name: 'p.name',
      source: `'demo'`,
      url: `'https://' || r.slug || '.example/' || p.id`,
      price_cents: '1000 + (hashtext(p.id || r.slug) & 65535)',
      price_changed_at: `now() - interval '3 days'`,
    },
    'from product p join retailer r on (hashtext(r.slug || p.id::text) & 1023) < 137',
  ),
  insertSelect(
    'price_point',
    {
      offer_id: 'o.id',
      slot: 'extract(epoch from now())::int / 60 - 20000 * n',
      price_cents: '(o.price_cents * (1 + 0.02 * (hashtext(o.id || n::text) & 15)))::int',
    },
    'from offer o cross join generate_series(0, 5) n',
  ),
  insertSelect(
    'run',
    {
      retailer_id: 'r.id',
      started_at: `now() - n * interval '1 hour'`,
      finished_at: 'now()',
      prices_changed: 'n',
      pages_done: '100',
      refusals: `'{"not-found": 2}'`,
    },
    'from retailer r cross join generate_series(1, 500) n',
  ),
  // Every second product costs a sixth less than usual.
  `insert into search_product (product_id, words, head, category, prior, usual_cents)
    select p.id, '', '', p.category, 0, (min(o.price_cents) * (1 + 0.2 * (hashtext(p.id::text) & 1)))::int
    from product p join offer o on o.product_id = p.id group by p.id`,
  'analyze',
];

const stopPostgres = await startPostgres();
const { em, close } = await openTestOrm();
for (const sql of FILL) await em().execute(sql);
const { id: retailerId } = await anyRow(em(), Retailer);
const { id: productId } = await anyRow(em(), Product);

const CALLS: Record<string, (on: EntityManager) => Promise<unknown>> = {
  'product version': (on) => productVersion(on, productId),
  'catalogue version': catalogueVersion,
  'category figures': (on) => categoryFigures(on, 'Laptops'),
  'category shops': (on) => categoryShops(on, 'Laptops', 60),
  'category brands': (on) => categoryBrands(on, 'Laptops'),
  'category products': (on) => categoryProducts(on, 'Laptops', { limit: 60, offset: 0 }),
  'category drops': (on) => priceDrops(on, { category: 'Laptops' }, 6),
  'retailer categories': (on) => retailerCategories(on, retailerId),
  'retailer standing': (on) => retailerStanding(on, retailerId),
  'retailer products': (on) => retailerProducts(on, retailerId, 12),
  'retailer drops': (on) => priceDrops(on, { retailerId }, 6),
  'all categories': listedCategories,
  'all drops': (on) => priceDrops(on, {}, 24),
  'sales of categories': categorySales,
  'sitemap of products': (on) => productEntries(on, { limit: 50_000, offset: 0 }),
  'days of all retailers': retailerDays,
};
for (const [name, call] of Object.entries(CALLS)) {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timed(() => call(em())));
  console.log(`${name.padEnd(24)}${median(times).toFixed(1).padStart(9)} ms`);
}
await close();
await stopPostgres();
