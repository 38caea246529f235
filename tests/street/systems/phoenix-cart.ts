import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { servePhp } from '../programs.ts';
import type { SoldProduct, System } from '../system.ts';

const DB = 'phoenix';

/** CE Phoenix Cart, a descendant of osCommerce, with its default theme and addresses of parameters alone. */
export const phoenixCart: System = {
  slug: 'phoenix-cart',
  name: 'Phoenix Cart 1.1.0.6',
  source: 'github.com/CE-PhoenixCart/PhoenixCart, tag v1.1.0.6',
  async open({ folder, port, origin, log, mariaDb }) {
    const db = await mariaDb();
    await db.create(DB);
    for (const file of ['phoenix.sql', 'phoenix_data_sample.sql'])
      await db.load(DB, join(folder, 'install', file));
    await db.query(DB, AUSTRALIAN);
    await writeFile(
      join(folder, 'includes/configure.php'),
      `<?php
const HTTP_SERVER = '${origin}';
const COOKIE_OPTIONS = ['lifetime' => 0, 'domain' => '127.0.0.1', 'path' => '/', 'samesite' => 'Lax'];
const DIR_WS_CATALOG = '/';
const DIR_FS_CATALOG = '${folder}/';
const DB_SERVER = '127.0.0.1', DB_SERVER_USERNAME = 'root', DB_SERVER_PASSWORD = '', DB_DATABASE = '${DB}';
ini_set('mysqli.default_port', ${db.port});`,
    );
    return {
      server: await servePhp(folder, port, log),
      products: () => db.query<SoldProduct>(DB, SOLD),
    };
  },
};

/** The shop's own dollars become Australian ones, without a tax. */
const AUSTRALIAN = `delete from currencies where code <> 'USD';
  update currencies set code = 'AUD', title = 'Australian Dollar';
  update configuration set configuration_value = 'AUD' where configuration_key = 'DEFAULT_CURRENCY';
  update configuration set configuration_value = 'Street' where configuration_key in ('STORE_NAME', 'STORE_OWNER');
  delete from tax_rates`;

const SOLD = `select json_object(
  'name', d.products_name,
  'price', round(coalesce(s.specials_new_products_price, p.products_price), 2),
  'was', if(s.specials_new_products_price is null, null, round(p.products_price, 2)),
  'stock', p.products_quantity,
  'picture', substring_index(substring_index(p.products_image, '/', -1), '.', 1))
from products p join products_description d on d.products_id = p.products_id and d.language_id = 1
left join specials s on s.products_id = p.products_id and s.status = 1
where p.products_status = 1`;
