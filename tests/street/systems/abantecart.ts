import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { php, servePhp } from '../programs.ts';
import type { SoldProduct, System } from '../system.ts';

const DB = 'abantecart';

/** AbanteCart with its default theme; its own currency becomes Australian dollars. */
export const abanteCart: System = {
  slug: 'abantecart',
  name: 'AbanteCart 1.4.4',
  source: 'github.com/abantecart/abantecart-src, tag 1.4.4, the folder public_html',
  async open({ folder, port, origin, log, mariaDb }) {
    const db = await mariaDb();
    await db.create(DB);
    await writeFile(join(folder, 'system/config.php'), '');
    const options = {
      ...{
        db_host: '127.0.0.1',
        db_user: 'root',
        db_password: '',
        db_name: DB,
        db_port: String(db.port),
      },
      ...{
        db_driver: 'amysqli',
        db_prefix: 'ac_',
        admin_path: 'street',
        http_server: `${origin}/`,
      },
      ...{ username: 'admin', password: 'street-admin', email: 'street@example.com' },
    };
    const args = Object.entries(options).map(([key, value]) => `--${key}=${value}`);
    await php(
      [
        'cli_install.php',
        'install',
        ...args,
        `--with-sample-data=${join(folder, 'install/abantecart_sample_data.sql')}`,
      ],
      join(folder, 'install'),
    );
    await db.query(
      DB,
      `update ac_currencies set code = 'AUD', title = 'Australian Dollar' where code = 'USD';
       delete from ac_currencies where code <> 'AUD';
       update ac_settings set value = 'AUD' where \`key\` = 'config_currency';
       update ac_settings set value = '1' where \`key\` = 'enable_seo_url'`,
    );
    return {
      server: await servePhp(folder, port, log, '_route_'),
      products: () => db.query<SoldProduct>(DB, SOLD),
    };
  },
};

const SOLD = `select json_object(
  'name', d.name,
  'price', round(coalesce(s.price, p.price), 2),
  'was', if(s.price is null, null, round(p.price, 2)),
  'stock', if(p.subtract = 1, p.quantity, 1),
  'picture', null)
from ac_products p
join ac_product_descriptions d on d.product_id = p.product_id and d.language_id = 1
where p.status = 1 and p.date_available <= now()`;
