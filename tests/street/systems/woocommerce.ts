import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { php, servePhp } from '../programs.ts';
import type { SoldProduct, System } from '../system.ts';

const DB = 'woocommerce';

/** WordPress with a fork of WooCommerce 3.5, whose templates it keeps, and the theme Twenty Twenty-One. */
export const wooCommerce: System = {
  slug: 'woocommerce',
  name: 'WooCommerce (Classic Commerce 1.0.3, WordPress 6.1)',
  source:
    'WordPress with the theme twentytwentyone, and github.com/ClassicPress-plugins/classic-commerce in wp-content/plugins/classic-commerce',
  async open({ folder, port, origin, log, mariaDb }) {
    const db = await mariaDb();
    await db.create(DB);
    await writeFile(join(folder, 'wp-config.php'), configuration(db.port));
    const setup = join(import.meta.dirname, 'woocommerce.php');
    await php([setup, origin, 'AUD'], folder);
    return {
      server: await servePhp(folder, port, log),
      products: () => db.query<SoldProduct>(DB, SOLD),
    };
  },
};

const configuration = (dbPort: number) => `<?php
define('DB_NAME', '${DB}');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', '127.0.0.1:${dbPort}');
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('DISABLE_WP_CRON', true);
define('WP_DEBUG', false);
define('WP_DISABLE_FATAL_ERROR_HANDLER', true);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`;

const meta = (key: string) =>
  `(select min(m.meta_value) from wp_postmeta m where m.post_id = p.ID and m.meta_key = '${key}')`;

/** A product of several prices is offered from its lowest on. */
const SOLD = `select json_object(
  'name', p.post_title,
  'price', cast(nullif(${meta('_price')}, '') as decimal(10, 2)),
  'was', if(${meta('_sale_price')} <> '', cast(${meta('_regular_price')} as decimal(10, 2)), null),
  'stock', if(${meta('_stock_status')} = 'instock', 1, 0),
  'picture', concat('picture-of-', p.post_name))
from wp_posts p where p.post_type = 'product' and p.post_status = 'publish'`;
