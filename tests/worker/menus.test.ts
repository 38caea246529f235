import { afterEach, expect, test } from 'vitest';
import { Offer } from '#db/entities/offer.ts';
import { Page } from '#db/entities/page.ts';
import { Product } from '#db/entities/product.ts';
import { offersPerCode } from '#db/queries/operators/overview.ts';
import { openShopWorld, type ShopWorld } from '../support/crawl-world.ts';
import type { ShopProduct } from '../support/shop-server.ts';

/*
 * A shop without a sitemap, as common shop systems make it: categories in the menu alone, at addresses without a known word; the category in
 * each link to a product; tiles without stock and with thumbnails; one more page behind numbers.
 */
let world: ShopWorld;
afterEach(() => world.close());

const MENU = `<div class="menu"><a href="/">Start</a><a href="/3-jugs">Jugs</a><a href="/4-bowls">Bowls</a>
  <a href="/5-lids">Lids (0)</a><a href="/about-us-i-1">Who we are</a></div>`;
const body = (content: string, title = 'Quoll Pottery'): ShopProduct => ({
  name: '',
  price: '',
  body: `<!doctype html><title>${title}</title>${MENU}${content}`,
});

/** The shop's own pages, below each page. */
const NOTES = Array.from({ length: 12 }, (_, nth) => `note-${nth}`);
const GOODS = ['Corella', 'Galah', 'Brolga', 'Emu', 'Lorikeet'];
const pathOf = (name: string) => `${name.toLowerCase().replace(' ', '-')}-jug`;
const tile = (folder: string) => (name: string) =>
  `<li><a href="/${folder}/${pathOf(name)}"><img src="/test-pictures/thumb-${pathOf(name)}" alt="${name} Jug"></a>
   <h3><a href="/${folder}/${pathOf(name)}">${name} Jug</a></h3><span>$${20 + GOODS.indexOf(name)}.00</span></li>`;
const tiles = (folder: string, names: string[]) =>
  body(`<h1>Pottery</h1><ul>${names.map(tile(folder)).join('')}</ul>`);
const own = (name: string, isSoldOut = false) =>
  body(
    `<link rel="canonical" href="/${pathOf(name)}"><h1>${name} Jug</h1>
    <a href="/test-pictures/large-${pathOf(name)}.jpg" title="${name} Jug"><img src="/test-pictures/middle-${pathOf(name)}"></a>
    <p>Item code: QP${100 + GOODS.indexOf(name)}</p><p class="price">$${20 + GOODS.indexOf(name)}.00</p>
    ${isSoldOut ? '<p>Out of stock</p>' : '<button>Add to cart</button>'}`,
    `${name} Jug`,
  );

function stock() {
  const shop: Record<string, ShopProduct> = {
    '/': body(
      `<h1>Welcome</h1><footer>${NOTES.map((name) => `<a href="/${name}">${name}</a>`).join(' ')}<a href="/jugs/brolga-jug">Brolga</a></footer>`,
    ),
    '/3-jugs': tiles('jugs', GOODS.slice(0, 3)),
    '/4-bowls': tiles('bowls', GOODS.slice(0, 4)),
    '/4-bowls?page=2': tiles('bowls', GOODS.slice(2)),
    '/about-us-i-1': body('<h1>Who we are</h1><p>Potters.</p>'),
  };
  shop['/4-bowls'] = body(`${shop['/4-bowls']?.body}<p><a href="/4-bowls?page=2">2</a></p>`);
  for (const name of NOTES) shop[`/${name}`] = body(`<h1>${name}</h1><p>Words.</p>`);
  for (const name of GOODS)
    for (const folder of ['/jugs/', '/bowls/', '/'])
      shop[folder + pathOf(name)] = own(name, name === 'Emu');
  return shop;
}

const paths = async () => {
  const offers = await world.em().find(Offer, {}, { orderBy: { url: 'asc' } });
  return offers.map(({ url }) => url.replace(world.shop.origin, ''));
};

test('finds each product once by the menu alone, with what its page states', async () => {
  world = await openShopWorld(stock());
  world.shop.hasSitemap = false;
  await world.crawl();
  expect(await paths()).toEqual(GOODS.map((name) => `/${pathOf(name)}`).toSorted());
  expect(await offersPerCode(world.em(), world.retailer.id)).toBe(1);
  const emu = await world.em().findOneOrFail(Offer, { name: 'Emu Jug' });
  expect(emu).toMatchObject({ availability: 'out_of_stock' });
  expect(emu.imageUrl).toMatch(/large-emu-jug\.jpg$/);
  const products = await world.em().find(Product, { mergedInto: null });
  expect(products.every(({ imageUrl }) => imageUrl?.includes('/large-'))).toBe(true);
  expect(world.shop.requests).not.toContain('/5-lids');
  const reads = world.shop.requests.filter((path) => path.endsWith('-jug'));
  // Each product once, and one own page as proof that the shop's canonical links hold.
  expect(reads.length).toBeLessThanOrEqual(GOODS.length + 1);
  await world.crawl();
  expect((await paths()).length).toBe(GOODS.length);
  expect(await world.em().findOneOrFail(Offer, { name: 'Emu Jug' })).toMatchObject({
    availability: 'out_of_stock',
    imageUrl: emu.imageUrl,
  });
});

test('a page is what it shows; probes in vain rest and are no failures', async () => {
  world = await openShopWorld(stock());
  world.shop.hasSitemap = false;
  await world.crawl();
  const kinds = await world.em().find(Page, { lastOutcome: 'stored' });
  expect(
    kinds.filter(({ kind }) => kind === 'list').map(({ url }) => new URL(url).pathname),
  ).toEqual(expect.arrayContaining(['/3-jugs', '/4-bowls']));
  const about = await world.em().findOneOrFail(Page, { url: { $like: '%about-us-i-1' } });
  expect(about.nextCheckAt.getTime()).toBeGreaterThan(Date.now() + 29 * 864e5);
});

test('few pages are probed in vain on the first day, and none beside a sitemap that names products', async () => {
  world = await openShopWorld(stock());
  world.shop.hasSitemap = false;
  await world.crawl();
  const notes = () => world.shop.requests.filter((path) => path.startsWith('/note-'));
  expect(notes().length).toBeLessThan(5);
  // A list showed that this link behind them leads to a product.
  expect(world.shop.requests).toContain('/jugs/brolga-jug');
  const waiting = await world.em().count(Page, { lastOutcome: null, url: { $like: '%/note-%' } });
  expect(waiting + notes().length).toBe(NOTES.length);
  await world.close();

  const named = Object.entries(stock()).flatMap(([path, page]) =>
    /^\/[a-z]+-jug$/.test(path) ? [[path.slice(1), page] as const] : [],
  );
  world = await openShopWorld(Object.fromEntries(named));
  await world.crawl();
  expect(world.shop.requests.filter((path) => !/robots|sitemap|-jug$/.test(path))).toEqual([]);
});

test('folders that show no products let the lists below them be read', async () => {
  const shop = stock();
  const rooms = Array.from({ length: 8 }, (_, nth) => `/room-${nth}`);
  const links = rooms.flatMap((room) => [room, `${room}/pots`]);
  shop['/'] = body(links.map((to) => `<a href="${to}">${to.slice(1)}</a>`).join(''));
  for (const [nth, room] of rooms.entries()) {
    const names = ['Emu', 'Galah', 'Brolga'].map((bird) => `${bird} ${nth}`);
    shop[room] = body('<h1>Room</h1>');
    shop[`${room}/pots`] = tiles('pots', names);
    for (const name of names)
      shop[`/pots/${pathOf(name)}`] = body(
        `<h1>${name} Jug</h1><p>$19.00</p><button>Add to cart</button>`,
      );
  }
  world = await openShopWorld(shop);
  world.shop.hasSitemap = false;
  await world.crawl();
  expect(world.shop.requests).toEqual(expect.arrayContaining(links));
});

test('further pages of a list without a new product wait', async () => {
  const shop = stock();
  const same = tiles('jugs', GOODS.slice(0, 3)).body;
  shop['/4-bowls'] = body(`${same}<p><a href="/4-bowls?page=2">2</a></p>`);
  world = await openShopWorld(shop);
  world.shop.hasSitemap = false;
  await world.crawl();
  expect(world.shop.requests).toEqual(expect.arrayContaining(['/3-jugs', '/4-bowls']));
  expect(world.shop.requests.filter((path) => path.endsWith('?page=2'))).toEqual([]);
  const waiting = await world.em().find(Page, { url: { $like: '%?page=2' } });
  expect(waiting.map(({ url }) => new URL(url).pathname)).toEqual(['/4-bowls']);
});
