import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { createTestDatabase } from '../../support/database.ts';
import { run, serve } from '../programs.ts';
import type { SoldProduct, System } from '../system.ts';

const COMMANDS = 'node_modules/@evershop/evershop/dist/bin';

/** EverShop with its own theme: React pages that its Node server renders, over Postgres. */
export const everShop: System = {
  slug: 'evershop',
  name: 'EverShop 2.2.1',
  source:
    'npm install @evershop/evershop@2.2.1 concat-stream, npx evershop build, and seed/images of github.com/evershopcommerce/evershop as media/seed',
  async open({ folder, port, origin, log }) {
    const database = await createTestDatabase();
    const { hostname, port: dbPort, username, password, pathname } = new URL(database.url);
    const shop = { currency: 'AUD', language: 'en', homeUrl: origin };
    await writeFile(join(folder, 'config/default.json'), JSON.stringify({ shop }));
    const env = {
      DB_HOST: hostname,
      DB_PORT: dbPort,
      DB_USER: username,
      DB_PASSWORD: password,
      DB_NAME: pathname.slice(1),
      DB_SSLMODE: 'disable',
      PORT: String(port),
      NODE_ENV: 'production',
      IMAGE_ALLOWED_HOSTS: new URL(origin).hostname,
    };
    const start = { command: process.execPath, args: [join(COMMANDS, 'evershop.js'), 'start'] };
    const server = await serve({ ...start, cwd: folder, env }, port, log);
    const seed = [join(COMMANDS, 'evershop.js'), 'seed', '--all'];
    await run(process.execPath, seed, { cwd: folder, env: { ...process.env, ...env } });
    const db = new pg.Client({ connectionString: database.url });
    db.on('error', () => {});
    await db.connect();
    // The seed's pictures are on another host.
    const file = join(folder, COMMANDS, 'seed/data/products.json');
    for (const { sku, images } of JSON.parse(await readFile(file, 'utf8')))
      await db.query(PICTURE, [sku, `/assets/seed/${images[0].url.split('/').at(-1)}`]);
    const { rows } = await db.query<SoldProduct>(SOLD);
    await db.end();
    return { server, products: async () => rows };
  },
};

const PICTURE = `insert into product_image (product_image_product_id, origin_image, single_image, listing_image, thumb_image, is_main)
  select product_id, file, file, file, file, true from product, (select $2::text as file) f where sku = $1`;

const SOLD = `select d.name, p.price::float8 as price, null as was, i.qty as stock,
  substring(m.origin_image from '([^/]+)\\.[a-z]+$') as picture
from product p
join product_description d on d.product_description_product_id = p.product_id
join product_inventory i on i.product_inventory_product_id = p.product_id
left join product_image m on m.product_image_product_id = p.product_id and m.is_main
where p.status and p.visibility`;
