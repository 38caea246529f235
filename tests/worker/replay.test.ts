import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { KeptPage, Page } from '#db/entities/page.ts';
import { listKeptPages } from '#db/queries/crawl/kept-pages.ts';
import { OperatorError } from '#domain/errors.ts';
import { runCli } from '#worker/cli/commands.ts';
import { crawlRetailer } from '#worker/crawl/crawl-retailer.ts';
import { createPageKeeper } from '#worker/replay/page-keeper.ts';
import { replayFolder, replayKept } from '#worker/replay/replay-pages.ts';
import { openShopWorld, type ShopWorld } from '../support/crawl-world.ts';
import { fetchedPage } from '../support/fetched-page.ts';
import { readPage } from '../support/small-pages.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replay-'));
});
afterAll(() => rm(folder, { recursive: true }));

const quiet = { warn: () => undefined };

function productPage(name: string, price: string, more: object = {}): string {
  const offers = { price, priceCurrency: 'AUD', availability: 'https://schema.org/InStock' };
  const data = { '@context': 'https://schema.org', '@type': 'Product', name, offers, ...more };
  return `<!doctype html><title>${name}</title><h1>${name}</h1><script type="application/ld+json">${JSON.stringify(data)}</script>`;
}

test('scores a folder with right answers: right, wrong, missed, phantom, unreadable', async () => {
  const home = join(folder, 'labelled');
  await mkdir(home);
  const page = (file: string, body: string) => writeFile(join(home, file), gzipSync(body));
  await page(
    'right.html.gz',
    productPage('Breville Smart Kettle', '149.00', { brand: 'Breville', gtin13: '9312432030748' }),
  );
  await page('wrong.html.gz', productPage('Sunbeam Toaster', '59.00'));
  await page('wall.html.gz', productPage('Not a product', '9.00'));
  const list = [
    {
      file: 'right.html.gz',
      url: 'https://shop.example/a',
      kind: 'product',
      expected: {
        name: 'Smart Kettle by Breville',
        name_alt: ['Breville Smart Kettle 1.7L'],
        price: '149',
        currency: 'AUD',
        availability: 'LimitedAvailability',
        brand: 'Breville Australia',
        gtin: '09312432030748',
        originalPrice: null,
      },
    },
    {
      file: 'wrong.html.gz',
      url: 'https://shop.example/b',
      kind: 'product',
      expected: {
        name: 'Sunbeam Toaster',
        price: '69.00',
        currency: 'AUD',
        originalPrice: '79.00',
      },
    },
    { file: 'wall.html.gz', url: 'https://shop.example/c', kind: 'blocked', expected: {} },
    {
      file: 'gone.html.gz',
      url: 'https://shop.example/d',
      kind: 'product',
      expected: { name: 'Gone' },
    },
  ];
  await writeFile(join(home, 'expected.json'), JSON.stringify(list));
  const { score, unreadable, against } = await replayFolder(home);
  expect(against).toBe('expected.json');
  expect(unreadable.map(({ file }) => file)).toEqual(['gone.html.gz']);
  expect(score).toMatchObject({ products: 2, whollyRight: 1, emptyPages: 1, phantoms: 1 });
  const figures = (field: string) => {
    const tally = score.fields.get(field);
    return [tally?.precision, tally?.recall, tally?.support];
  };
  expect(figures('name')).toEqual([1, 1, 2]);
  expect(figures('price')).toEqual([0.5, 0.5, 2]);
  expect(figures('originalPrice')).toEqual([0, 0, 1]);
  expect(figures('brand')).toEqual([1, 1, 1]);
  expect(figures('gtin')).toEqual([1, 1, 1]);
  expect(score.differences).toEqual([
    { file: 'wrong.html.gz', field: 'price', expected: '69.00', read: '59.00' },
    { file: 'wrong.html.gz', field: 'originalPrice', expected: '79.00', read: null },
    { file: 'wall.html.gz', field: 'phantom', expected: null, read: '9.00' },
  ]);
});

test('joins list items by code, address or name; counts the rest as missed or extra', async () => {
  const home = join(folder, 'lists');
  await mkdir(home);
  const items = [
    { sku: '1001', name: 'Tuna in Oil 95g', price: 2, url: '/p/1001' },
    { sku: '1002', name: 'Tuna in Brine 95g', price: 2.5, url: '/p/1002' },
    { sku: '1003', name: 'Salmon Pink 210g', price: 6, url: '/p/1003' },
  ];
  await writeFile(join(home, 'list.json'), JSON.stringify({ products: items }));
  const expected = {
    items: [
      { name: 'renamed since', sku: '1001', price: '2.00' },
      { name: 'Tuna Brine in 95g', price: '3.00' },
      { name: 'Sardines', sku: '9999', price: '1.00' },
    ],
  };
  const list = [
    { file: 'list.json', url: 'https://shop.example/c/fish', kind: 'list-json', expected },
  ];
  await writeFile(join(home, 'expected.json'), JSON.stringify(list));
  const { score } = await replayFolder(home);
  const found = score.fields.get('items.item');
  expect(found?.recall).toBeCloseTo(2 / 3);
  expect(found?.precision).toBeCloseTo(2 / 3);
  expect(score.fields.get('items.price')?.recall).toBeCloseTo(1 / 3);
});

describe('a crawl that keeps its pages', () => {
  let world: ShopWorld;
  let pageId: string;
  const url = () => `${world.shop.origin}/product/kettle-100001`;
  const em = () => world.em();
  /** Keeps a page with the reading that another extractor took from `readIn`. */
  const keep = (body: string, readIn: string, at: Date, contentType = 'text/html') =>
    createPageKeeper(7, quiet)(
      em(),
      pageId,
      { url: url(), contentType, body },
      readPage({ body: readIn, url: url(), contentType, nowMs: at.getTime() }),
      at,
    );

  beforeAll(async () => {
    const kettle = { name: 'Breville Smart Kettle', brand: 'Breville', price: '149.00' };
    world = await openShopWorld({ 'kettle-100001': kettle });
    const services = { ...world.services, keepPage: createPageKeeper(7, quiet) };
    await crawlRetailer(services, world.retailer.id, new AbortController().signal);
    pageId = (await em().findOneOrFail(Page, { url: url() })).id;
  });
  afterAll(() => world.close());

  test('finds them on every machine, and compares their readings of then', async () => {
    // The sitemap names the product, so the home page waits.
    expect(await listKeptPages(em(), world.retailer.id)).toEqual([{ page: pageId, url: url() }]);
    vi.stubEnv('DATABASE_URL', world.databaseUrl);
    const lines: string[] = [];
    expect(await runCli(['replay', 'test-shop'], (line) => lines.push(line))).toBe(0);
    await expect(runCli(['replay', 'no-shop'], () => {})).rejects.toThrow("no retailer 'no-shop'");
    vi.unstubAllEnvs();
    expect(lines).toContain('1 pages compared with kept readings');
    expect(lines.find((line) => line.trim().startsWith('price'))).toContain('F1 1.000');
  });

  test('keeps the newest copy of each page', async () => {
    await keep(productPage('Iron', '40.00'), productPage('Iron', '4.00'), new Date());
    const { score, pages } = await replayKept(em(), world.retailer);
    expect(pages).toBe(1);
    expect(score.differences).toMatchObject([{ field: 'price', expected: '4.00', read: '40.00' }]);
  });

  test('reads a page as of its fetch, when a sale was on that has ended since', async () => {
    const iron = {
      name: 'Iron',
      sku: 'I1',
      price: 40,
      sale_price: 30,
      sale_price_to: '2025-06-01',
    };
    const body = JSON.stringify(iron);
    await keep(body, body, new Date('2025-06-01T02:00:00Z'), 'application/json');
    const { score } = await replayKept(em(), world.retailer);
    expect(score.differences).toEqual([]);
    expect(score.fields.get('price')?.support).toBe(1);
  });

  test('goes on when a page cannot be kept', async () => {
    const said: string[] = [];
    const log = { warn: (_bindings: object, text: string) => void said.push(text) };
    const page = fetchedPage('https://shop.example/p/1', productPage('Iron', '40.00'));
    const keeper = createPageKeeper(1, log as typeof quiet);
    await keeper(em(), randomUUID(), page, readPage(page), new Date());
    expect(said).toEqual(['could not keep a page']);
  });

  test('says so when none are kept', async () => {
    await em().nativeDelete(KeptPage, {});
    await expect(replayKept(em(), world.retailer)).rejects.toThrow('KEEP_PAGES_DAYS');
  });
});

test('reports a folder without pages and an invalid list', async () => {
  const empty = join(folder, 'empty');
  await mkdir(empty);
  await expect(replayFolder(empty)).rejects.toThrow(OperatorError);
  await writeFile(join(empty, 'expected.json'), '[{"file": 1}]');
  await expect(replayFolder(empty)).rejects.toThrow(/0\.file/);
});
