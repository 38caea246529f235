import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { php, servePhp } from '../programs.ts';
import type { SoldProduct, System } from '../system.ts';

const DB = 'zencart';

/** Zen Cart with its default theme and addresses of parameters alone. */
export const zenCart: System = {
  slug: 'zencart',
  name: 'Zen Cart 2.2.2',
  source: 'github.com/zencart/zencart, tag v2.2.2',
  async open({ folder, port, origin, log, mariaDb }) {
    const db = await mariaDb();
    await db.create(DB);
    for (const file of ['install/mysql_zencart.sql', 'demo/mysql_demo.sql'])
      await db.load(DB, join(folder, 'zc_install/sql', file));
    await db.query(DB, AUSTRALIAN);
    const settings = {
      HTTP_SERVER: origin,
      HTTPS_SERVER: origin,
      ENABLE_SSL: 'false',
      DIR_FS_CATALOG: `${folder}/`,
      DB_SERVER: '127.0.0.1',
      DB_SERVER_USERNAME: 'root',
      DB_DATABASE: DB,
    };
    const given = await readFile(join(folder, 'includes/dist-configure.php'), 'utf8');
    const written = Object.entries(settings).reduce(
      (text, [key, value]) => text.replace(new RegExp(`(define\\('${key}', ').*?'`), `$1${value}'`),
      given,
    );
    await writeFile(
      join(folder, 'includes/configure.php'),
      `${written}\ndefine('DB_PORT', ${db.port});\n`,
    );
    for (const made of ['cache', 'logs']) await mkdir(join(folder, made), { recursive: true });
    await php(['-r', UNPACK], folder);
    return {
      server: await servePhp(folder, port, log),
      products: () => db.query<SoldProduct>(DB, SOLD),
    };
  },
};

const UNPACK = `$zip = new ZipArchive(); $zip->open('zc_install/demo_images/images.zip'); $zip->extractTo('images');`;

/** The shop's own dollars become Australian ones, without a tax. */
const AUSTRALIAN = `delete from currencies where code <> 'AUD';
  update currencies set value = 1;
  update configuration set configuration_value = 'AUD' where configuration_key = 'DEFAULT_CURRENCY';
  update configuration set configuration_value = 'Street' where configuration_key in ('STORE_NAME', 'STORE_OWNER');
  delete from tax_rates`;

/** What a product costs without a reduction: some begin with the least price of each of their options. */
const BASE = `p.products_price + if(p.products_priced_by_attribute, coalesce((select sum(o.least) from
  (select products_id, min(options_values_price) as least from products_attributes
   where attributes_price_base_included = 1 and attributes_display_only = 0 group by products_id, options_id) o
  where o.products_id = p.products_id), 0), 0)`;

const SOLD = `select json_object(
  'name', d.products_name,
  'price', if(p.product_is_free or p.product_is_call, null, round(p.products_price_sorter, 2)),
  'was', if(p.products_price_sorter < ${BASE} - 0.005, round(${BASE}, 2), null),
  'stock', p.products_quantity,
  'picture', nullif(substring_index(substring_index(p.products_image, '/', -1), '.', 1), ''))
from products p join products_description d on d.products_id = p.products_id and d.language_id = 1
where p.products_status = 1`;
