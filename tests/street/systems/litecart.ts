import { join } from 'node:path';
import { php, servePhp } from '../programs.ts';
import type { SoldProduct, System } from '../system.ts';

const DB = 'litecart';

/** Runs the installer as if its form were posted. */
const INSTALL = `parse_str($argv[1], $_POST);
$_REQUEST = $_POST;
$_SERVER = ['REQUEST_METHOD' => 'POST', 'REQUEST_URI' => '/install/install.php', 'REMOTE_ADDR' => '127.0.0.1',
  'DOCUMENT_ROOT' => $argv[2], 'HTTP_HOST' => $argv[3], 'SERVER_SOFTWARE' => 'PHP', 'SERVER_PROTOCOL' => 'HTTP/1.1',
  'SCRIPT_FILENAME' => getcwd() . '/install.php'] + $_SERVER;
require 'install.php';`;

/** LiteCart with its default theme; its own currency becomes Australian dollars. */
export const liteCart: System = {
  slug: 'litecart',
  name: 'LiteCart 2.6.3',
  source: 'github.com/litecart/litecart, 2.6.3, the folder public_html',
  async open({ folder, port, origin, log, mariaDb }) {
    const db = await mariaDb();
    await db.create(DB);
    const form = new URLSearchParams({
      ...{
        db_server: `127.0.0.1:${db.port}`,
        db_username: 'root',
        db_password: '',
        db_database: DB,
      },
      ...{ store_name: 'Street', store_email: 'street@example.com', country_code: 'AU' },
      ...{ username: 'admin', password: 'street-admin', client_ip: '127.0.0.1' },
      ...{ store_time_zone: 'Australia/Sydney', timezone: 'Australia/Sydney' },
      ...{ demo_data: 'true', install: 'true' },
    });
    await php(['-r', INSTALL, `${form}`, folder, new URL(origin).host], join(folder, 'install'));
    await db.query(
      DB,
      `update lc_languages set locale = 'C.UTF-8';
       update lc_currencies set code = 'AUD', name = 'Australian Dollar' where code = 'USD';
       update lc_settings set value = 'AUD' where \`key\` in ('store_currency_code', 'default_currency_code');
       alter table lc_products_prices rename column USD to AUD;
       alter table lc_products_campaigns rename column USD to AUD`,
    );
    return {
      server: await servePhp(folder, port, log),
      products: () => db.query<SoldProduct>(DB, SOLD),
    };
  },
};

/** Prices with GST, which the shop adds. */
const SOLD = `select json_object(
  'name', i.name,
  'price', round(coalesce(c.AUD, p.AUD) * 1.1, 2),
  'was', if(c.AUD is null, null, round(p.AUD * 1.1, 2)),
  'stock', g.quantity,
  'picture', substring_index(substring_index(m.filename, '/', -1), '.', 1))
from lc_products g
join lc_products_info i on i.product_id = g.id and i.language_code = 'en'
join lc_products_prices p on p.product_id = g.id
left join lc_products_campaigns c on c.product_id = g.id
left join (select product_id, min(filename) as filename from lc_products_images group by product_id) m on m.product_id = g.id
where g.status = 1`;
