import { beforeEach, describe, expect, test } from 'vitest';
import { Offer } from '#db/entities/offer.ts';
import { recordManualPrice } from '#db/queries/offers/offers.ts';
import { productsToScore } from '#db/queries/products/scores.ts';
import { cents } from '#domain/money.ts';
import { anyRow, storedOffers } from '../support/factory.ts';
import { hourlyShop } from '../support/hourly-shop.ts';
import type { ShopProduct } from '../support/shop-server.ts';

const START = Date.parse('2026-11-21T00:00:00Z');
const own = hourlyShop(START);

/** Reads the stored offers; `seen` is in whole hours after the start. */
async function offers() {
  const stored = await storedOffers(own.world.em());
  return stored.map(({ url, seenAt, ...offer }) => ({
    ...offer,
    path: url.replace(own.world.shop.origin, ''),
    seen: Math.round((seenAt.getTime() - START) / 3_600_000),
  }));
}

/** A list of these products; the same `version` answers 304. */
function list(version: string, names: string[]): ShopProduct {
  const products = names.map((name) => ({
    name: `Acme ${name}`,
    url: `/thing/${name}`,
    price: 20,
    currency: 'AUD',
  }));
  return { name: 'All we have', price: version, body: JSON.stringify({ products }) };
}

function kettle(price: string, version = price, path = '/product/kettle-100001'): ShopProduct {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Breville Smart Kettle',
    brand: { '@type': 'Brand', name: 'Breville' },
    offers: {
      '@type': 'Offer',
      url: own.world.shop.origin + path,
      price,
      priceCurrency: 'AUD',
      availability: 'https://schema.org/InStock',
    },
  };
  const body = `<!doctype html><link rel="canonical" href="${own.world.shop.origin + path}"><title>Breville Smart Kettle</title>
<h1>Breville Smart Kettle</h1><script type="application/ld+json">${JSON.stringify(data)}</script><p>$${price}</p><button>Add to cart</button>`;
  return { name: 'Breville Smart Kettle', price: version, body };
}

test('an unchanged page that could not be read is read again', async () => {
  const [path, page] = ['kettle-100001', kettle('79.00')];
  own.world.shop.products.set(path, { ...page, body: '<b>'.repeat(10_000) });
  await own.crawl();
  expect(await offers()).toEqual([]);
  own.world.shop.products.set(path, page);
  await own.crawl();
  expect(await offers()).toHaveLength(1);
});

test('an unchanged list does not confirm an offer that left it', async () => {
  own.world.shop.products.set('list-1', list('1', ['left', 'stays']));
  await own.crawl();
  own.world.shop.products.set('list-1', list('2', ['stays']));
  await own.crawl();
  await own.crawl();
  await own.crawl();
  expect((await offers()).map(({ path, seen }) => [path, seen])).toEqual([
    ['/thing/left', 0],
    ['/thing/stays', 3],
  ]);
  // The offer comes back and is confirmed again.
  own.world.shop.products.set('list-1', list('3', ['left', 'stays']));
  await own.crawl();
  await own.crawl();
  expect((await offers()).map(({ seen }) => seen)).toEqual([5, 5]);
});

test('a shelf that a page states after the list is searched, and a list without it changes nothing', async () => {
  const text = async () => (await anyRow(own.world.em(), Offer)).searchText;
  const shelved = kettle('149.00', '2');
  const body = shelved.body?.replace('"brand"', '"category":"Breakfast Corner","brand"') ?? '';
  own.world.shop.products.set('kettle-100001', kettle('149.00'));
  await own.crawl();
  expect(await text()).not.toContain('breakfast');
  own.world.shop.products.set('kettle-100001', { ...shelved, body });
  await own.crawl();
  expect(await text()).toContain('breakfast corner');
  own.world.shop.products.set('kettle-100001', kettle('149.00', '3'));
  await own.crawl();
  expect(await text()).toContain('breakfast corner');
});

test('an unchanged page without a price does not confirm the old one', async () => {
  own.world.shop.products.set('kettle-100001', kettle('149.00'));
  await own.crawl();
  const priceless = '<h1>Breville Smart Kettle</h1><p>Call us for the price</p>';
  own.world.shop.products.set('kettle-100001', { name: '', price: '2', body: priceless });
  await own.crawl();
  await own.crawl();
  await own.crawl();
  expect(await offers()).toMatchObject([{ price: 14900, seen: 0 }]);
});

test('a sold-out page without a price ends the stock and keeps the last price', async () => {
  own.world.shop.products.set('kettle-100001', kettle('149.00'));
  await own.crawl();
  const soldOut = (version: string) => {
    const page = kettle('149.00', version);
    const body = page.body
      ?.replace('"price":"149.00",', '')
      .replace('InStock', 'OutOfStock')
      .replace('<p>$149.00</p><button>Add to cart</button>', '<p>Sold out</p>');
    return { ...page, body: body ?? '' };
  };
  own.world.shop.products.set('kettle-100001', soldOut('2'));
  await own.crawl();
  const gone = { price: 14900, availability: 'out_of_stock', points: [14900, 14900] };
  expect(await offers()).toMatchObject([{ ...gone, seen: 1 }]);
  await own.crawl();
  expect(await offers()).toMatchObject([{ ...gone, seen: 2 }]);
  expect(await productsToScore(own.world.em(), 9)).toEqual([]);
  own.world.shop.products.set('kettle-100001', kettle('139.00', '3'));
  await own.crawl();
  expect(await offers()).toMatchObject([{ price: 13900, availability: 'in_stock' }]);
});

test('a page with another price does not confirm the price that an operator entered', async () => {
  own.world.shop.products.set('kettle-100001', kettle('149.00'));
  await own.crawl();
  const offer = await anyRow(own.world.em(), Offer);
  const now = own.world.services.now();
  await recordManualPrice(own.world.em(), offer.product.id, offer.id, cents(12_900), now);
  expect(await offers()).toMatchObject([{ price: 12900 }]);
  own.hours += 1;
  await own.crawl();
  expect(await offers()).toMatchObject([{ price: 14900, points: [14900, 12900, 14900] }]);
});

describe('a stored unit price', () => {
  const per100g = async () => (await anyRow(own.world.em(), Offer)).unitPrice?.price;

  beforeEach(async () => {
    own.world.shop.products.set('kettle-100001', kettle('6.00'));
    await own.crawl();
    const unitPrice = { price: '3.00', quantity: 100, unit: 'g' };
    await own.world.em().nativeUpdate(Offer, {}, { unitPrice });
  });

  test('stays while a page without one has the same price', async () => {
    own.world.shop.products.set('kettle-100001', kettle('6.00', '2'));
    await own.crawl();
    expect(await per100g()).toBe('3.00');
  });

  test('is deleted with another price', async () => {
    own.world.shop.products.set('kettle-100001', kettle('4.50'));
    await own.crawl();
    expect(await per100g()).toBeUndefined();
  });

  test('is deleted with another pack size', async () => {
    const page = kettle('6.00', '2');
    const body = page.body?.replaceAll('Smart Kettle', 'Smart Kettle 170g') ?? '';
    own.world.shop.products.set('kettle-100001', { ...page, body });
    await own.crawl();
    expect(await per100g()).toBeUndefined();
  });

  test('is deleted when an operator enters another price', async () => {
    const offer = await anyRow(own.world.em(), Offer);
    const now = own.world.services.now();
    const record = (price: number) =>
      recordManualPrice(own.world.em(), offer.product.id, offer.id, cents(price), now);
    await record(600);
    expect(await per100g()).toBe('3.00');
    await record(450);
    expect(await per100g()).toBeUndefined();
  });
});

test('a product whose address changes stays one offer, with its history', async () => {
  own.world.shop.products.set('kettle-100001', kettle('149.00'));
  await own.crawl();
  const [before] = await offers();
  for (const key of ['kettle-100001', 'smart-kettle-100001'])
    own.world.shop.products.set(key, kettle('139.00', '2', '/product/smart-kettle-100001'));
  await own.crawl();
  const after = {
    id: before?.id,
    path: '/product/smart-kettle-100001',
    price: 13900,
    points: [14900, 13900],
  };
  expect(await offers()).toMatchObject([after]);
  // Both addresses are read, in whatever order.
  own.world.shop.products.set(
    'smart-kettle-100001',
    kettle('139.00', '3', '/product/smart-kettle-100001'),
  );
  await own.crawl();
  await own.crawl();
  expect(await offers()).toMatchObject([after]);
});

test('an address that now shows another product gets no history of the old one', async () => {
  own.world.shop.products.set('kettle-100001', kettle('149.00'));
  await own.crawl();
  const other = kettle('99.00', '2', '/product/toaster-100002');
  const body = other.body?.replaceAll('Breville Smart Kettle', 'Sunbeam Wide Toaster');
  for (const key of ['kettle-100001', 'toaster-100002'])
    own.world.shop.products.set(key, {
      ...other,
      body: body?.replaceAll('"name":"Breville"', '"name":"Sunbeam"') ?? '',
    });
  await own.crawl();
  await own.crawl();
  expect(await offers()).toMatchObject([
    { path: '/product/kettle-100001', price: 14900, seen: 0 },
    { path: '/product/toaster-100002', price: 9900, seen: 2 },
  ]);
});

test('a product without identifiers stays one product, however often it is read', async () => {
  for (const price of ['7.00', '7.50', '8.00']) {
    own.world.shop.products.set('odd-100005', { name: 'Odd', price });
    await own.crawl();
  }
  expect(await offers()).toMatchObject([{ price: 800, points: [700, 750, 800] }]);
  expect(await own.world.em().execute('select id from product')).toHaveLength(1);
});
