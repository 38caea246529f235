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

/** Pieces count by the options whose stock is tracked, otherwise by the product's own if that is tracked. */
const SOLD = `select json_object(
  'name', d.name,
  'price', round(coalesce(s.price, p.price), 2),
  'was', if(s.price < p.price, round(p.price, 2), null),
  'stock', if(o.tracked > 0, if(o.free > 0, 1, o.quantity), if(p.subtract = 1, p.quantity, 1)),
  'picture', replace(substring_index(m.picture, '.', 1), '-', '_'))
from ac_products p
join ac_product_descriptions d on d.product_id = p.product_id and d.language_id = 1
left join (select x.product_id, min(case price_prefix when '%' then y.price * (1 - x.price / 100) else x.price end) as price
  from ac_product_specials x join ac_products y on y.product_id = x.product_id
  where customer_group_id = 1 and coalesce(date_end, now()) >= now() group by x.product_id) s on s.product_id = p.product_id
left join (select n.product_id, sum(v.subtract) as tracked, sum(not v.subtract) as free, sum(v.subtract * greatest(v.quantity, 0)) as quantity
  from ac_product_options n join ac_product_option_values v on v.product_option_id = n.product_option_id
  where n.status = 1 group by n.product_id) o on o.product_id = p.product_id
left join (select r.object_id, substring_index(min(concat(lpad(r.sort_order, 5, '0'), lpad(r.resource_id, 6, '0'), ' ', e.name)), ' ', -1) as picture
  from ac_resource_map r join ac_resource_descriptions e on e.resource_id = r.resource_id and e.language_id = 1
  where r.object_name = 'products' group by r.object_id) m on m.object_id = p.product_id
where p.status = 1 and p.date_available <= now()`;
