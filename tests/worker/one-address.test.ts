import { afterEach, expect, test } from 'vitest';
import { Offer, PricePoint } from '#db/entities/offer.ts';
import { Page } from '#db/entities/page.ts';
import { Product } from '#db/entities/product.ts';
import { Favorite } from '#db/entities/shopper.ts';
import { listJoins, undoJoin } from '#db/queries/matches/join-copies.ts';
import { openShopWorld, type ShopWorld } from '../support/crawl-world.ts';
import { createUser } from '../support/factory.ts';
import type { ShopProduct } from '../support/shop-server.ts';

/* A product that a shop shows at several addresses is one offer, at the address that its pages name. */
let world: ShopWorld;
afterEach(() => world.close());

interface Shown {
  name?: string;
  price?: string;
  sku?: string;
  canonical?: string;
}

function shown({
  name = 'Corella Kettle 1.7L',
  price = '89.00',
  sku = 'CK17',
  canonical,
}: Shown): ShopProduct {
  const link = canonical === undefined ? '' : `<link rel="canonical" href="${canonical}">`;
  const body = `<!doctype html><title>${name}</title>${link}<h1>${name}</h1><p>SKU: ${sku}</p>
    <p class="price">$${price}</p><button>Add to cart</button>`;
  return { name, price, body };
}

const tile = (href: string) =>
  `<li class="product"><a href="${href}"><h3>Corella Kettle 1.7L</h3></a><p class="price">$89.00</p></li>`;
const list = (...hrefs: string[]): ShopProduct => {
  const others = ['Galah Toaster', 'Brolga Mug', 'Emu Jug'].map(
    (name) =>
      `<li class="product"><a href="/product/${name.replace(' ', '-')}-10001"><h3>${name}</h3></a><p class="price">$20.00</p></li>`,
  );
  return {
    name: '',
    price: '',
    body: `<h1>Kitchen</h1><ul>${hrefs.map(tile).join('')}${others.join('')}</ul>`,
  };
};

const kettles = async () => {
  const offers = await world
    .em()
    .find(Offer, { name: 'Corella Kettle 1.7L' }, { orderBy: { url: 'asc' } });
  return offers.map(({ url }) => url.replace(world.shop.origin, ''));
};

const OWN = '/product/corella-kettle';

test('pages that name one address are one offer, and the one that a sitemap has too is read at the next check', async () => {
  world = await openShopWorld({
    'kitchen/corella-kettle': shown({ canonical: OWN }),
    'sale/corella-kettle?path=20&product_id=30': shown({ canonical: OWN }),
    'corella-kettle': shown({ canonical: OWN }),
    all: list(
      '/product/kitchen/corella-kettle',
      '/product/sale/corella-kettle?path=20&product_id=30',
    ),
  });
  await world.crawl();
  expect(await kettles()).toEqual([OWN]);
  expect(await world.em().count(Product, { name: 'Corella Kettle 1.7L', mergedInto: null })).toBe(
    1,
  );
  const corella = (paths: string[]) => paths.filter((path) => path.includes('corella'));
  expect(corella(world.shop.requests)).not.toContain(OWN);
  await world.crawl();
  expect(await kettles()).toEqual([OWN]);
  const soon = { nextCheckAt: { $lt: new Date(Date.now() + 7 * 864e5) } };
  const due = await world.em().find(Page, soon);
  expect(corella(due.map(({ url }) => url))).toEqual([world.shop.origin + OWN]);
});

test('a tile of the name and price of a page that was read is not asked for under more folders and parameters, but under another number', async () => {
  const tiled = [`/product/kitchen/corella-kettle?path=3&id=30`, `${OWN}?path=3&id=32`];
  world = await openShopWorld({
    all: list(...tiled),
    'corella-kettle?id=30': shown({ canonical: `${OWN}?id=30` }),
    'corella-kettle?path=3&id=32': shown({ sku: 'CK18', canonical: `${OWN}?id=32` }),
  });
  await world.crawl();
  expect(world.shop.requests).toEqual(expect.arrayContaining([`${OWN}?id=30`, tiled[1]]));
  expect(world.shop.requests).not.toContain(tiled[0]);
  expect(await kettles()).toEqual([`${OWN}?id=30`, `${OWN}?id=32`]);
});

test('an own page that appears later takes over the offer', async () => {
  world = await openShopWorld({ 'kitchen/corella-kettle?ref=4': shown({ canonical: OWN }) });
  await world.crawl();
  expect(await kettles()).toEqual(['/product/kitchen/corella-kettle?ref=4']);
  for (const key of ['corella-kettle', 'kitchen/corella-kettle?ref=4'])
    world.shop.products.set(key, shown({ canonical: OWN, price: '79.00' }));
  await world.crawl();
  await world.crawl();
  expect(await kettles()).toEqual([OWN]);
});

test('joins stored copies with their earlier history and favourites, and can be undone', async () => {
  world = await openShopWorld({
    'old-kettle-10001': shown({ sku: 'A1' }),
  });
  await world.crawl();
  world.shop.products.set('corella-kettle', shown({ sku: 'B2', price: '85.00' }));
  await world.crawl();
  expect(await kettles()).toEqual([OWN, '/product/old-kettle-10001']);
  const em = world.em();
  const old = await em.findOneOrFail(Offer, { url: { $like: '%old-kettle%' } });
  await em.nativeUpdate(PricePoint, { offer: old.id }, { slot: 1_000_000 });
  const user = await createUser(em, { email: 'kim@example.com' });
  em.create(Favorite, { user: user.id, offer: old.id, priceAtFavoriteCents: 8900 as never });
  await em.flush();

  for (const key of ['old-kettle-10001', 'corella-kettle'])
    world.shop.products.set(key, shown({ sku: 'B2', price: '85.01', canonical: OWN }));
  await world.crawl();
  expect(await kettles()).toEqual([OWN]);
  const own = await world.em().findOneOrFail(Offer, { url: world.shop.origin + OWN });
  expect(await world.em().count(Favorite, { offer: own.id })).toBe(1);
  expect(await world.em().count(PricePoint, { offer: own.id, slot: 1_000_000 })).toBe(1);

  const [join] = await listJoins(world.em(), 10);
  expect(await undoJoin(world.em(), join?.id ?? '')).toBe(true);
  expect(await undoJoin(world.em(), join?.id ?? '')).toBe(false);
  expect(await kettles()).toEqual([OWN, '/product/old-kettle-10001']);
  expect(await world.em().count(PricePoint, { offer: old.id, slot: 1_000_000 })).toBe(1);
  await world.crawl();
  expect(await kettles()).toEqual([OWN, '/product/old-kettle-10001']);
});

test('one address on the pages of different products, or of a page without one, is not trusted', async () => {
  world = await openShopWorld({
    'corella-kettle-10001': shown({ canonical: '/product/start' }),
    'galah-toaster-10002': shown({
      name: 'Galah Toaster',
      sku: 'GT2',
      canonical: '/product/start',
    }),
    start: { name: '', price: '', body: '<h1>Welcome</h1><p>Everything for your kitchen</p>' },
  });
  await world.crawl();
  await world.crawl();
  const offers = await world.em().find(Offer, {}, { orderBy: { url: 'asc' } });
  expect(offers.map(({ url }) => url.replace(world.shop.origin, ''))).toEqual([
    '/product/corella-kettle-10001',
    '/product/galah-toaster-10002',
  ]);
});

test('a page that names no address is the older offer with its code, name and price', async () => {
  world = await openShopWorld({ 'corella-kettle': shown({}) });
  await world.crawl();
  world.shop.products.set('sale/corella-kettle?id=4', shown({}));
  world.shop.products.set('sale/other-kettle?id=5', shown({ sku: 'CK20', price: '99.00' }));
  await world.crawl();
  expect(await kettles()).toEqual([OWN, '/product/sale/other-kettle?id=5']);
});

test('other addresses count again when the own page is gone', async () => {
  world = await openShopWorld({
    'kitchen/corella-kettle': shown({ canonical: OWN }),
    'corella-kettle': shown({ canonical: OWN }),
  });
  await world.crawl();
  world.shop.products.delete('corella-kettle');
  await world.crawl();
  await world.crawl();
  const sold = await world.em().find(Offer, { availability: { $ne: 'discontinued' } });
  expect(sold.map(({ url }) => url.replace(world.shop.origin, ''))).toEqual([
    '/product/kitchen/corella-kettle',
  ]);
});
