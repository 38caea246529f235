/*
 * What the landing pages are made of, from rows: which products deserve a page, what a real drop is, and when a page
 * must be drawn anew.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Offer } from '#db/entities/offer.ts';
import { Product } from '#db/entities/product.ts';
import { Retailer } from '#db/entities/retailer.ts';
import { addToRun, openRun } from '#db/queries/crawl/runs.ts';
import { mergeProducts, operator } from '#db/queries/matches/decisions.ts';
import { refreshUsualPrices } from '#db/queries/products/product-history.ts';
import { categoryPath, productPath } from '#domain/public-path.ts';
import { createPublicPages, type PublicPages } from '#site/server/public-pages/public-pages.ts';
import { URLS_PER_FILE } from '#site/server/public-pages/sitemap.ts';
import { createRun, daysAgo } from './support/factory.ts';
import { insertSelect } from './support/insert-select.ts';
import { addProduct, addShops } from './support/landing-rows.ts';
import { openEmptyApi, type TestApi } from './support/test-api.ts';

let api: TestApi;
let publicPages: PublicPages;
const ids: Record<string, string> = {};

beforeAll(async () => {
  api = await openEmptyApi();
  const em = api.services.em();
  await addShops(em, ['kite', 'emu', 'galah', 'shut']);
  const add = async (
    name: string,
    category: string | null,
    ...prices: Parameters<typeof addProduct>[2][number][]
  ) => {
    ids[name] = await addProduct(em, { name, category }, prices);
  };
  await add(
    'Two Shops',
    'Laptops',
    { shop: 'kite', price: 90_000 },
    { shop: 'emu', price: 100_000 },
  );
  await add('One Shop', 'Laptops', { shop: 'kite', price: 50_000 });
  await add(
    'Sold Out',
    'Laptops',
    { shop: 'kite', price: 1_000, availability: 'sold_out' },
    { shop: 'emu', price: 1_100, availability: 'out_of_stock' },
  );
  await add(
    'Silent',
    'Laptops',
    { shop: 'kite', price: 80_000, availability: 'unknown' },
    { shop: 'emu', price: 85_000, availability: 'unknown' },
  );
  await add(
    'Half Gone',
    'Laptops',
    { shop: 'galah', price: 10_000, availability: 'sold_out' },
    { shop: 'kite', price: 70_000 },
    { shop: 'emu', price: 75_000 },
  );
  await add(
    'Odd Thing',
    null,
    { shop: 'kite', price: 500, past: [[60, 50_000]] },
    { shop: 'emu', price: 600 },
  );
  await add(
    'Real Drop',
    'TVs',
    { shop: 'kite', price: 80_000, past: [[60, 100_000]] },
    { shop: 'emu', price: 99_000 },
  );
  await add(
    'Fake Sale',
    'TVs',
    { shop: 'kite', price: 80_000, was: 160_000, past: [[60, 80_000]] },
    { shop: 'emu', price: 99_000 },
  );
  await add(
    'Dear Drop',
    'TVs',
    { shop: 'kite', price: 80_000, past: [[60, 100_000]] },
    { shop: 'emu', price: 60_000 },
  );
  await add(
    'Drop Sold Out',
    'TVs',
    { shop: 'kite', price: 80_000, availability: 'sold_out', past: [[60, 100_000]] },
    { shop: 'emu', price: 99_000 },
  );
  await addProduct(em, { name: 'Shut Away', category: 'Books' }, [
    { shop: 'shut', price: 100 },
    { shop: 'kite', price: 200 },
  ]);
  await em.nativeUpdate(Retailer, { slug: 'shut' }, { status: 'disabled' });
  await refreshUsualPrices(em);
  publicPages = createPublicPages(api.services);
});

afterAll(() => api.close());

describe('a product has a public page', () => {
  test('when at least two enabled shops have it in stock or do not state their stock', async () => {
    const category = await publicPages.category('laptops');
    expect(category?.listed.map(({ name, shops, low, high }) => [name, shops, low, high])).toEqual([
      ['Two Shops', 2, 900, 1_000],
      ['Silent', 2, 800, 850],
      ['Half Gone', 2, 700, 750],
    ]);
    expect(category).toMatchObject({
      products: 3,
      known: 5,
      low: 700,
      middle: 800,
      high: 900,
      widest: 100,
    });
  });

  test('exactly when lists and the sitemap name it', async () => {
    const listed = new Set((await publicPages.sitemap('products-1'))?.map(({ path }) => path));
    for (const [name, id] of Object.entries(ids)) {
      const page = await publicPages.product(productPath(id, name).replace('/products/', ''));
      expect([name, page?.isWorthAPage]).toEqual([name, listed.has(productPath(id, name))]);
    }
    // 'Drop Sold Out' has one shop left.
    expect(listed.size).toBe(7);
  });

  test('under its id, whatever the words in the address', async () => {
    const id = ids['Two Shops'] ?? '';
    const code = productPath(id, '').replace('/products/', '');
    for (const segment of [id, code, `other-words-${code}`]) {
      expect((await publicPages.product(segment))?.path).toBe(productPath(id, 'Two Shops'));
    }
    expect(await publicPages.product('two-shops')).toBeNull();
    expect(await publicPages.product('0190a000-0000-7000-8000-000000000000')).toBeNull();
  });
});

describe('a category', () => {
  test('counts for each shop the products for which no other shop is cheaper', async () => {
    const shops = (await publicPages.category('laptops'))?.shops;
    expect(
      shops?.map(({ name, products, compared, cheapest }) => [name, products, compared, cheapest]),
    ).toEqual([
      ['Shop kite', 4, 3, 3],
      ['Shop emu', 3, 3, 0],
    ]);
  });

  test('has a page for each of its brands, however shops write them, and for no other word', async () => {
    const em = api.services.em();
    const brands = { 'Two Shops': 'De’Longhi', Silent: 'DE LONGHI', 'Half Gone': 'Acme' };
    for (const [name, brand] of Object.entries(brands))
      await em.nativeUpdate(Product, { id: ids[name] ?? '' }, { brand });
    const { brands: listed = [] } = (await publicPages.category('laptops')) ?? {};
    expect(listed.map(({ path, products }) => [path, products])).toEqual([
      ['/categories/laptops/de-longhi', 2],
      ['/categories/laptops/acme', 1],
    ]);
    const page = await publicPages.category('laptops', { brand: 'de-longhi' });
    expect(page?.listed.map(({ name }) => name)).toEqual(['Two Shops', 'Silent']);
    expect(page?.path).toBe('/categories/laptops/de-longhi');
    expect(await publicPages.category('laptops', { brand: 'nobody' })).toBeNull();
    expect(await publicPages.category('laptops', { brand: 'acme', page: 2 })).toBeNull();
  });

  test('exists for products without a category; is empty without a comparison; does not exist for unknown words', async () => {
    expect((await publicPages.category('other'))?.listed.map(({ name }) => name)).toEqual([
      'Odd Thing',
    ]);
    expect((await publicPages.category('books'))?.products).toBe(0);
    expect(await publicPages.category('gadgets')).toBeNull();
    expect(await publicPages.category('laptops', { page: 2 })).toBeNull();
    const listed = (await publicPages.categories()).map(({ path, products }) => [path, products]);
    expect(listed).toEqual([
      [categoryPath('Laptops'), 3],
      [categoryPath('TVs'), 3],
      [categoryPath('Other'), 1],
    ]);
  });
});

describe('a drop is genuine', () => {
  test('by the prices charged before, not by a printed "was", and only where no other shop is much cheaper', async () => {
    const drops = await publicPages.drops();
    expect(
      drops.map(({ name, price, usual, retailer }) => [name, price, Math.round(usual), retailer]),
    ).toEqual([['Real Drop', 800, 1_000, 'Shop kite']]);
    expect(drops[0]).toMatchObject({ fallPercent: 20, retailerPath: '/retailers/kite', shops: 2 });
    expect((await publicPages.category('tvs'))?.drops.map(({ name }) => name)).toEqual([
      'Real Drop',
    ]);
    expect((await publicPages.category('laptops'))?.drops).toEqual([]);
  });

  test('unless it is larger than any sale, and probably a misreading', async () => {
    expect((await publicPages.category('other'))?.drops).toEqual([]);
  });

  test('on the page of its shop, and of no other', async () => {
    expect((await publicPages.retailer('kite'))?.drops.map(({ name }) => name)).toEqual([
      'Real Drop',
    ]);
    expect((await publicPages.retailer('emu'))?.drops).toEqual([]);
  });
});

describe('a retailer', () => {
  test('is compared with the lowest price elsewhere', async () => {
    const emu = await publicPages.retailer('emu');
    // Dearer for Two Shops, Silent, Half Gone, Odd Thing, Real Drop and Fake Sale; cheaper for Dear Drop.
    expect(emu).toMatchObject({
      compared: 7,
      cheapest: 1,
      trustScore: 7,
      trustBasis: 'Invented for tests.',
    });
    expect(emu?.middlePercentAbove).toBeCloseTo(11.11, 0);
    expect(emu?.categories.map(({ name, products }) => [name, products])).toEqual([
      ['TVs', 4],
      ['Laptops', 3],
      ['Other', 1],
    ]);
  });

  test('has no page while disabled or unknown', async () => {
    expect(await publicPages.retailer('shut')).toBeNull();
    expect(await publicPages.retailer('nobody')).toBeNull();
  });
});

test('the status counts pages, refusals and held prices of the day’s runs', async () => {
  const em = api.services.em();
  const { id: retailer } = await em.findOneOrFail(Retailer, { slug: 'kite' });
  const run = await openRun(em, retailer, 'crawl');
  const progress = { pagesDone: 9, pagesUnchanged: 4, offersSeen: 9, pricesChanged: 2 };
  await addToRun(em, run, { ...progress, refusals: { timeout: 1, 'not-found': 3 } });
  await createRun(em, { retailer, startedAt: daysAgo(2), pagesDone: 1_000 });
  await createRun(em, { retailer, kind: 'replay', pagesDone: 1_000 });
  await em.nativeUpdate(Offer, { product: ids['One Shop'] ?? '' }, { suspectPriceCents: 1 });
  const rows = await createPublicPages(api.services).status();
  expect(rows.map(({ slug }) => slug)).toEqual(['emu', 'galah', 'kite']);
  const row = rows.find(({ slug }) => slug === 'kite');
  expect(row?.day).toMatchObject({
    runs: 1,
    pagesDone: 9,
    pricesChanged: 2,
    refusals: [
      { reason: 'not-found', n: 3 },
      { reason: 'timeout', n: 1 },
    ],
  });
  expect(row?.held).toBe(1);
});

describe('the version of a page', () => {
  const id = () => ids['Two Shops'] ?? '';
  const versionOf = (path: string) => createPublicPages(api.services).versionOf(path);

  test("of a product changes with any of its prices, and with no other product's", async () => {
    const path = productPath(id(), 'Two Shops');
    const before = await versionOf(path);
    const dearer = (product: string) =>
      api.services.em().nativeUpdate(Offer, { product }, { priceCents: 777_000 });
    await dearer(ids['One Shop'] ?? '');
    expect(await versionOf(path)).toBe(before);
    await dearer(id());
    expect(await versionOf(path)).not.toBe(before);
  });

  test.each([
    '/categories',
    '/categories/laptops',
    '/categories/laptops/2',
    '/retailers',
    '/retailers/kite',
    '/status',
    '/deals',
    '/deals.xml',
    '/_server-islands/HomeDrops',
    '/sitemap.xml',
    '/sitemaps/products-1.xml',
  ])('%s changes with the runs, and when a retailer is disabled', async (path) => {
    const em = api.services.em();
    const before = await versionOf(path);
    const emu = await em.findOneOrFail(Retailer, { slug: 'emu' });
    const run = await openRun(em, emu.id, 'crawl');
    await addToRun(em, run, { pagesDone: 1, offersSeen: 1, pricesChanged: 1 });
    const changed = await versionOf(path);
    expect(changed).not.toBe(before);
    await em.nativeUpdate(Retailer, { slug: 'galah' }, { status: 'disabled' });
    expect(await versionOf(path)).not.toBe(changed);
    await em.nativeUpdate(Retailer, { slug: 'galah' }, { status: 'enabled' });
  });

  test.each([
    '/search',
    '/login',
    '/product/x',
    '/products',
    '/products/nothing',
    '/categories/a/b/2/3',
    '/retailers/a/b',
  ])('%s is never kept', async (path) => {
    expect(await versionOf(path)).toBeNull();
  });
});

test('splits the sitemap into files of at most 50,000 addresses without losing one', async () => {
  const em = api.services.em();
  await em.transactional(async (tx) => {
    // Its rows are many, however slow the machine.
    await tx.execute('set local statement_timeout = 0');
    await tx.execute(
      insertSelect(
        'product',
        { name: `'Mass ' || n`, category: `'Toys'` },
        'from generate_series(1, ?) n',
      ),
      [URLS_PER_FILE],
    );
    await tx.execute(
      insertSelect(
        'offer',
        {
          retailer_id: 'r.id',
          url: `r.website || '/' || p.id`,
          product_id: 'p.id',
          source: `'demo'`,
        },
        `from product p cross join retailer r where p.category = 'Toys' and r.slug in ('kite', 'emu')`,
      ),
    );
  });
  const now = createPublicPages(api.services);
  const files = (await now.sitemapFiles()).map(({ path }) => path);
  expect(files.filter((path) => path.includes('products'))).toEqual([
    '/sitemaps/products-1.xml',
    '/sitemaps/products-2.xml',
  ]);
  const [first, second] = await Promise.all([now.sitemap('products-1'), now.sitemap('products-2')]);
  expect(first).toHaveLength(URLS_PER_FILE);
  expect(second).toHaveLength(7);
  expect(new Set([...(first ?? []), ...(second ?? [])].map(({ path }) => path)).size).toBe(
    URLS_PER_FILE + 7,
  );
  for (const name of ['products-3', 'products-0', 'products', 'other']) {
    expect(await now.sitemap(name)).toBeNull();
  }
});

test('the address of a merged product redirects to the survivor', async () => {
  const em = api.services.em();
  const add = (name: string, shop: string) =>
    addProduct(em, { name, category: 'Cameras' }, [{ shop, price: 30_000 }]);
  const [from, into] = [await add('Fuji Instax', 'kite'), await add('Fujifilm Instax', 'emu')];
  await mergeProducts(em, { from, into }, operator('operator@example.com'));
  const old = productPath(from, 'Fuji Instax').split('/').at(-1) ?? '';
  expect(await publicPages.product(old)).toMatchObject({
    path: productPath(into, 'Fujifilm Instax'),
    isMerged: true,
    detail: { id: into, offers: { length: 2 } },
  });
  expect(await publicPages.product(into)).toMatchObject({ isMerged: false });
  expect(await publicPages.versionOf(`/products/${old}`)).toBeNull();
});

test('a category page shows one snapshot despite concurrent writes', async () => {
  const em = api.services.em();
  const shops = [
    { shop: 'kite', price: 20_000 },
    { shop: 'emu', price: 21_000 },
  ];
  const product = await addProduct(em, { name: 'Acme Drill', category: 'Liquor' }, shops);
  let isOver = false;
  const write = async () => {
    for (let round = 0; !isOver; round += 1) {
      const availability = round % 2 ? 'in_stock' : 'discontinued';
      await em.nativeUpdate(Offer, { product }, { availability });
    }
  };
  const writing = write();
  for (let round = 0; round < 20; round += 1) {
    const page = await publicPages.category('liquor');
    expect(page?.listed.length).toBe(page?.products);
    expect(page?.shops.length).toBe(page?.products ? 2 : 0);
  }
  isOver = true;
  await writing;
});
