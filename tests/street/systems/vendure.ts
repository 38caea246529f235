import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { createTestDatabase } from '../../support/database.ts';
import { serve } from '../programs.ts';
import type { SoldProduct, System } from '../system.ts';

/** Vendure, over Postgres, with its Remix storefront: React pages without structured data. Some variants are sold out. */
export const vendure: System = {
  slug: 'vendure',
  name: 'Vendure 3.7.3',
  source:
    'npm install @vendure/core@3.7.3 @vendure/asset-server-plugin@3.7.3 @vendure/create@3.7.3 pg, and github.com/vendure-ecommerce/storefront-remix-starter as storefront, built',
  async open({ folder, port, origin, log }) {
    const database = await createTestDatabase();
    const env = {
      DATABASE: database.url,
      PORT: String(port),
      ORIGIN: origin,
      NODE_ENV: 'production',
      VENDURE_DISABLE_TELEMETRY: 'true',
    };
    const start = { command: process.execPath, args: [join(import.meta.dirname, 'vendure.mjs')] };
    const server = await serve({ ...start, cwd: folder, env }, port, log);
    await untilPopulated(`http://127.0.0.1:${port}/`);
    const db = new pg.Client({ connectionString: database.url });
    db.on('error', () => {});
    await db.connect();
    await db.query(SOLD_OUT);
    const { rows } = await db.query<SoldProduct>(SOLD);
    await db.end();
    return { server, products: async () => rows };
  },
};

/** The storefront answers once the samples are in and listed. */
async function untilPopulated(home: string) {
  const isOpen = () =>
    fetch(home).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isOpen())) await wait(1000);
}

const SOLD_OUT = `update stock_level set "stockOnHand" = 0 where "productVariantId" % 7 = 0;
  update product_variant set "trackInventory" = 'TRUE'`;

/** A page shows the price of a product's first variant. */
const SOLD = `select distinct on (p.id) t.name, round(v.price * 1.2) / 100.0::float8 as price, null as was, sum(l."stockOnHand") over (partition by p.id)::int as stock,
  substring(a.source from '([^/]+)\\.[a-z]+$') as picture
from product p join product_translation t on t."baseId" = p.id
join product_variant w on w."productId" = p.id join product_variant_price v on v."variantId" = w.id
join stock_level l on l."productVariantId" = w.id
left join asset a on a.id = p."featuredAssetId"
order by p.id, w.id`;
