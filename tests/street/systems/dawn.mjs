// Renders Shopify's theme Dawn from made-up products, at the addresses of a Shopify shop. Runs in the theme's folder; PORT and ORIGIN are given.
// It is not Shopify: routes, objects, structured data and scripts are written after what such a shop serves.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { drawGoods } from '../goods.ts';
import { openLiquid } from './dawn-liquid.mjs';
import {
  byHandle,
  collections,
  headerOf,
  linklists,
  products,
  ROBOTS,
  sitemap,
  structured,
} from './dawn-shop.mjs';

const { PORT, ORIGIN } = process.env;
const { host } = new URL(ORIGIN);
const read = async (file) =>
  JSON.parse((await readFile(file, 'utf8')).replace(/^\s*\/\*[\s\S]*?\*\//, ''));
await drawGoods('pictures');
const settings = {
  ...(await defaultsOf(await read('config/settings_schema.json'))),
  ...(await read('config/settings_data.json')).presets.Default,
};
settings.color_schemes = Object.entries(settings.color_schemes).map(([id, scheme]) => ({
  id,
  ...scheme,
}));
const liquid = await openLiquid({
  host,
  json: structured,
  section: (name, globals) => render({ id: name, type: name }, globals),
  group,
});
const country = { iso_code: 'AU', name: 'Australia', currency: { iso_code: 'AUD', symbol: '$' } };
const language = { iso_code: 'en', endonym_name: 'English' };
const fixed = {
  settings,
  linklists,
  collections,
  customer: null,
  pages: {},
  shop: {
    name: 'Street',
    url: ORIGIN,
    email: 'street@example.com',
    customer_accounts_enabled: true,
  },
  routes: {
    root_url: '/',
    collections_url: '/collections',
    all_products_collection_url: '/collections/all',
    search_url: '/search',
    cart_url: '/cart',
    cart_add_url: '/cart/add',
    cart_change_url: '/cart/change',
    cart_update_url: '/cart/update',
    account_login_url: '/account/login',
    predictive_search_url: '/search/suggest',
    product_recommendations_url: '/recommendations/products',
  },
  cart: {
    item_count: 0,
    items: [],
    currency: country.currency,
    taxes_included: true,
    total_price: 0,
  },
  localization: {
    available_countries: [country],
    country,
    available_languages: [language],
    language,
  },
};

createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, ORIGIN);
  const send = (status, type, body) =>
    response.writeHead(status, { 'content-type': type }).end(body);
  try {
    const [, file] = /^\/cdn\/shop\/files\/([\w-]+\.jpg)$/.exec(pathname) ?? [];
    if (file) return send(200, 'image/jpeg', await readFile(join('pictures', file)));
    if (pathname === '/robots.txt') return send(200, 'text/plain', ROBOTS);
    if (pathname.endsWith('.xml')) return send(200, 'application/xml', sitemap(pathname));
    const [, collection, product] =
      /^(?:\/collections\/([\w-]+))?(?:\/products\/([\w-]+))?$/.exec(pathname) ?? [];
    const shown = {
      collection: collection && byHandle(collection),
      product: product && products.find(({ handle }) => handle === product),
    };
    const kind =
      pathname === '/'
        ? 'index'
        : pathname === '/collections'
          ? 'list-collections'
          : shown.product
            ? 'product'
            : shown.collection
              ? 'collection'
              : ['/cart', '/search'].includes(pathname)
                ? pathname.slice(1)
                : pathname === '/pages/contact'
                  ? 'page.contact'
                  : '404';
    const body = await page(kind, pathname, Number(searchParams.get('page') ?? 1), shown);
    send(kind === '404' ? 404 : 200, 'text/html; charset=utf-8', body);
  } catch (error) {
    console.error(pathname, error);
    send(500, 'text/plain', 'error');
  }
}).listen(Number(PORT), '127.0.0.1');

async function page(kind, path, current_page, { collection, product }) {
  const own = product ?? collection;
  const globals = {
    ...fixed,
    product,
    current_page,
    collection: product ? undefined : collection,
    template: { name: kind.split('.')[0], suffix: null },
    request: {
      locale: { iso_code: 'en' },
      page_type: kind,
      path,
      origin: ORIGIN,
      host,
      design_mode: false,
    },
    canonical_url: `${ORIGIN}${own?.url ?? path}${current_page > 1 ? `?page=${current_page}` : ''}`,
    page_title: own?.title ?? (kind === '404' ? '404 Not Found' : 'Street'),
    page_description: product ? product.description.replace(/<[^>]+>/g, '') : null,
    page_image: product?.featured_media,
    search: { performed: false, results: [], terms: '' },
    page: { title: 'Contact', content: '' },
    content_for_header: headerOf(kind, product),
  };
  const template = await read(`templates/${kind}.json`);
  globals.content_for_layout = `${await sectionsOf(template, globals, `template--1733__`)}`;
  return liquid.renderFile('layout/theme', {}, { globals });
}

async function sectionsOf({ sections, order }, globals, prefix) {
  const parts = [];
  for (const id of order)
    if (!sections[id].disabled)
      parts.push(await render({ id: prefix + id, ...sections[id], key: prefix + id }, globals));
  return parts.join('\n');
}

async function group(name, globals) {
  return sectionsOf(await read(`sections/${name}.json`), globals, `sections--1733__`);
}

/** One section of a page, with the settings that its template states. */
async function render(
  { key, type, blocks = {}, block_order = [], settings: stated = {} },
  globals,
) {
  const text = await readFile(`sections/${type}.liquid`, 'utf8');
  const schema = JSON.parse(
    /{%-? schema -?%}([\s\S]*?){%-? endschema -?%}/.exec(text)?.[1] ?? '{}',
  );
  const filled = async (own, of = {}) =>
    valuesOf({ ...(await defaultsOf([of])), ...own }, of.settings ?? [], globals);
  const section = { id: key ?? type, settings: await filled(stated, schema), blocks: [] };
  for (const id of block_order) {
    const { type: kind, settings: own = {} } = blocks[id];
    const of = schema.blocks?.find((one) => one.type === kind);
    section.blocks.push({
      id,
      type: kind,
      shopify_attributes: '',
      settings: await filled(own, of),
    });
  }
  const html = await liquid.renderFile(
    `sections/${type}`,
    {},
    { globals: { ...globals, section } },
  );
  return `<${schema.tag ?? 'div'} id="shopify-section-${section.id}" class="shopify-section ${schema.class ?? ''}">${html}</${schema.tag ?? 'div'}>`;
}

async function defaultsOf(groups) {
  return Object.fromEntries(
    groups.flatMap((one) =>
      (one.settings ?? []).flatMap((setting) =>
        setting.id ? [[setting.id, setting.default]] : [],
      ),
    ),
  );
}

/** Settings name menus, collections and addresses; others may hold values of the page. */
async function valuesOf(values, declared, globals) {
  const types = new Map(declared.map(({ id, type }) => [id, type]));
  const entries = Object.entries(values).map(async ([id, value]) => {
    const type = types.get(id);
    if (type === 'link_list') return [id, linklists[value] ?? null];
    if (type === 'collection') return [id, byHandle(value) ?? null];
    if (['product', 'page', 'image_picker', 'video_url', 'video', 'article', 'blog'].includes(type))
      return [id, null];
    if (typeof value !== 'string') return [id, value];
    const text = value.replace(/^shopify:\/\//, '/');
    return [id, text.includes('{{') ? await liquid.parseAndRender(text, {}, { globals }) : text];
  });
  return Object.fromEntries(await Promise.all(entries));
}
