import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawGoods, GOODS } from '../goods.ts';
import { php, servePhp } from '../programs.ts';
import type { SoldProduct, System } from '../system.ts';

const DB = 'cubecart';

/** Runs the installer as if a person had come to its last step. It would ask a bank for exchange rates. */
const INSTALL = `class Given implements SessionHandlerInterface {
  function open($path, $name): bool { return true; }
  function close(): bool { return true; }
  function read($id): string { return 'setup|' . serialize(json_decode($GLOBALS['argv'][2], true)); }
  function write($id, $data): bool { return true; }
  function destroy($id): bool { return true; }
  function gc($age): int { return 0; }
}
function curl_exec($request) { return false; }
session_set_save_handler(new Given());
$_SERVER = ['REQUEST_METHOD' => 'GET', 'REQUEST_URI' => '/setup/index.php', 'SCRIPT_NAME' => '/setup/index.php', 'PHP_SELF' => '/setup/index.php',
  'REMOTE_ADDR' => '127.0.0.1', 'HTTP_HOST' => $argv[1], 'SERVER_NAME' => $argv[1], 'SERVER_PORT' => '80', 'SERVER_SOFTWARE' => 'PHP',
  'SERVER_PROTOCOL' => 'HTTP/1.1', 'SCRIPT_FILENAME' => getcwd() . '/index.php'] + $_SERVER;
require 'index.php';`;

/** CubeCart with its default theme and its own addresses, and made-up products: it brings one of its own. */
export const cubeCart: System = {
  slug: 'cubecart',
  name: 'CubeCart 6.5.6',
  source: 'github.com/cubecart/v6, tag v6.5.6',
  async open({ folder, port, origin, log, mariaDb }) {
    const db = await mariaDb();
    await db.create(DB);
    const setup = {
      ...{
        method: 'install',
        licence: true,
        permissions: true,
        config_update: true,
        progress: true,
      },
      droptable: false,
      global: {
        ...{ dbhost: '127.0.0.1', dbport: String(db.port), dbdatabase: DB, dbusername: 'root' },
        ...{
          dbpassword: '',
          dbprefix: '',
          installed: true,
          adminFolder: 'admin',
          adminFile: 'admin.php',
        },
        cache: 'file',
      },
      config: { default_language: 'en-GB', default_currency: 'AUD', store_name: 'Street' },
      admin: {
        username: 'admin',
        name: 'Street',
        email: 'street@example.com',
        password: '',
        salt: '',
      },
    };
    await rm(join(folder, 'includes/global.inc.php'), { force: true });
    await rm(join(folder, 'cache'), { recursive: true, force: true });
    await mkdir(join(folder, 'cache/skin'), { recursive: true });
    await php(['-r', INSTALL, new URL(origin).host, JSON.stringify(setup)], join(folder, 'setup'));
    await drawGoods(join(folder, 'images/source'));
    const statements = join(folder, 'cache/goods.sql');
    await writeFile(statements, goodsAsSql());
    await db.load(DB, statements);
    const server = await servePhp(folder, port, log, 'seo_path');
    return { server, products: () => db.query<SoldProduct>(DB, SOLD) };
  },
};

/** The shop's tables, filled with the made-up products. */
function goodsAsSql(): string {
  const paths = [
    ...new Set(
      GOODS.flatMap(({ categories }) => categories.map((_, depth) => pathOf(categories, depth))),
    ),
  ];
  const idOf = (path: string) => paths.indexOf(path) + 1;
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
  const rows = [
    `update CubeCart_currency c join CubeCart_currency a on a.code = 'AUD' set c.value = c.value / a.value`,
    ...['category', 'category_index', 'inventory'].map((table) => `truncate CubeCart_${table}`),
    ...paths.map((path) => {
      const names = path.split(' > ');
      const parent = idOf(names.slice(0, -1).join(' > '));
      return `insert CubeCart_category set cat_id = ${idOf(path)}, cat_name = ${text(names.at(-1) ?? '')}, cat_desc = '', cat_parent_id = ${parent}`;
    }),
    ...GOODS.flatMap((good, nth) => {
      const { name, slug, price, was, stock, categories, sizes } = good;
      const id = nth + 1;
      const category = idOf(categories.join(' > '));
      return [
        `insert CubeCart_inventory set product_id = ${id}, product_code = 'S${1000 + id}', name = ${text(name)}, description = ${text(`<p>${good.text}</p>`)},
           price = ${was ?? price}, sale_price = ${was ? price : 0}, stock_level = ${stock}, cat_id = ${category}, brand = ${text(good.brand)},
           tax_type = 1, tax_inclusive = 1, latest = ${nth % 7 === 0 ? 1 : 0}, date_added = now(), updated = now()`,
        `insert CubeCart_category_index set cat_id = ${category}, product_id = ${id}, \`primary\` = 1`,
        `insert CubeCart_filemanager set file_id = ${id}, type = 1, filepath = '', filename = '${slug}.jpg', filesize = 9000, mimetype = 'image/jpeg',
           md5hash = md5('${slug}'), title = '', description = '', alt = ''`,
        `insert CubeCart_image_index set product_id = ${id}, file_id = ${id}, main_img = '1'`,
        ...sizes.map(
          (size) =>
            `insert CubeCart_option_assign set product = ${id}, option_id = 1, value_id = (select value_id from CubeCart_option_value where value_name = '${size}')`,
        ),
      ];
    }),
  ];
  const sizes = [...new Set(GOODS.flatMap((good) => good.sizes))];
  const options = [
    `insert CubeCart_option_group set option_id = 1, option_name = 'Size', option_description = '', option_required = 1`,
    ...sizes.map(
      (size) => `insert CubeCart_option_value set option_id = 1, value_name = '${size}'`,
    ),
  ];
  return [...options, ...rows].map((row) => `${row};\n`).join('');
}

const pathOf = (categories: string[], depth: number) => categories.slice(0, depth + 1).join(' > ');

const SOLD = `select json_object(
  'name', p.name,
  'price', if(p.sale_price > 0, p.sale_price, p.price),
  'was', if(p.sale_price > 0, p.price, null),
  'stock', p.stock_level,
  'picture', substring_index(f.filename, '.', 1))
from CubeCart_inventory p
join CubeCart_image_index i on i.product_id = p.product_id and i.main_img = '1'
join CubeCart_filemanager f on f.file_id = i.file_id
where p.status = 1`;
