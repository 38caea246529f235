import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { php, servePhp } from '../programs.ts';
import type { SoldProduct, System } from '../system.ts';

const DB = 'opencart';

/** OpenCart with its default theme and SEO addresses. */
export const openCart: System = {
  slug: 'opencart',
  name: 'OpenCart 4.1.0.3',
  source: 'github.com/opencart/opencart, tag 4.1.0.3, the folder upload',
  async open({ folder, port, origin, log, mariaDb }) {
    const db = await mariaDb();
    await db.create(DB);
    for (const part of ['', 'admin'])
      await copyFile(join(folder, part, 'config-dist.php'), join(folder, part, 'config.php'));
    const at = { http_server: `${origin}/`, db_hostname: '127.0.0.1', db_port: String(db.port) };
    const options = { ...at, db_username: 'root', db_password: '', db_database: DB };
    const account = { email: 'street@example.com', username: 'admin', password: 'street-admin' };
    const args = Object.entries({ ...account, ...options }).flatMap(([key, value]) => [
      `--${key}`,
      value,
    ]);
    await php(['cli_install.php', 'install', ...args], join(folder, 'install'));
    await db.query(
      DB,
      `update oc_setting set value = 'AUD' where \`key\` = 'config_currency';
       update oc_setting set value = '1' where \`key\` = 'config_seo_url';
       update oc_setting set value = '0' where \`key\` = 'config_currency_auto';
       delete from oc_currency where code <> 'AUD';
       insert into oc_currency set title = 'Australian Dollar', code = 'AUD', symbol_left = '$', decimal_place = '2',
         value = 1, status = 1, date_modified = now() on duplicate key update value = 1`,
    );
    const server = await servePhp(folder, port, log, '_route_');
    return { server, products: () => db.query<SoldProduct>(DB, SOLD) };
  },
};

/** Prices with the store's taxes: a percentage of the price, then fixed amounts. */
const withTax = (price: string) =>
  `round(${price} * (1 + coalesce(t.percent, 0) / 100) + coalesce(t.fixed, 0), 2)`;

const SOLD = `select json_object(
  'name', d.name,
  'price', ${withTax('coalesce(s.price, p.price)')},
  'was', if(s.price is null, null, ${withTax('p.price')}),
  'stock', p.quantity,
  'picture', nullif(substring_index(substring_index(p.image, '/', -1), '.', 1), ''))
from oc_product p
join oc_product_description d on d.product_id = p.product_id and d.language_id = 1
left join (select product_id, min(price) as price from oc_product_discount
  where quantity = 1 and special = 1 and (date_start = '0000-00-00' or date_start < now())
  and (date_end = '0000-00-00' or date_end > now()) group by product_id) s on s.product_id = p.product_id
left join (select r.tax_class_id, sum(if(x.type = 'P', x.rate, 0)) as percent, sum(if(x.type = 'F', x.rate, 0)) as fixed
  from oc_tax_rule r join oc_tax_rate x on x.tax_rate_id = r.tax_rate_id group by r.tax_class_id) t
  on t.tax_class_id = p.tax_class_id
where p.status = 1 and p.date_available <= now()`;
