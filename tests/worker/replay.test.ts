import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OperatorError } from '#domain/errors.ts';
import { runCli } from '#worker/cli/commands.ts';
import { crawlRetailer } from '#worker/crawl/crawl-retailer.ts';
import { readSavedPage } from '#worker/replay/page-file.ts';
import { createPageKeeper, keptPages } from '#worker/replay/page-keeper.ts';
import { replayFolder } from '#worker/replay/replay-folder.ts';
import { openShopWorld } from '../support/crawl-world.ts';
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

test('a crawl keeps its pages; a later extractor is scored against the readings kept with them', async () => {
  const kettle = { name: 'Breville Smart Kettle', brand: 'Breville', price: '149.00' };
  const world = await openShopWorld({ 'kettle-100001': kettle });
  const home = join(folder, 'kept');
  try {
    const services = { ...world.services, keepPage: createPageKeeper(home, 7, quiet) };
    await crawlRetailer(services, world.retailer.id, new AbortController().signal);
  } finally {
    await world.close();
  }
  // The sitemap names the product, so the home page waits.
  const [file = ''] = await keptPages(home);
  expect(file).toMatch(/test-shop\/\d{4}-\d\d-\d\d\/\d+-[0-9a-f]{12}\.page\.gz$/);
  const saved = await readSavedPage(file);
  expect(saved.head).toMatchObject({
    url: `${world.shop.origin}/product/kettle-100001`,
    reading: { price: '149.00' },
  });
  expect(saved.body).toContain('<h1>Breville Smart Kettle</h1>');
  const lines: string[] = [];
  expect(await runCli(['replay', home], (line) => lines.push(line))).toBe(0);
  expect(lines).toContain('1 pages compared with kept readings');
  expect(lines.find((line) => line.trim().startsWith('price'))).toContain('F1 1.000');

  // The reading of an extractor that takes another number.
  const keep = createPageKeeper(home, 7, quiet);
  const page = fetchedPage('https://shop.example/p/1', productPage('Iron', '40.00'));
  const reading = readPage({ ...page, body: productPage('Iron', '4.00') });
  await keep('test-shop', page, reading, new Date());
  const { score } = await replayFolder(home);
  expect(score.differences).toMatchObject([{ field: 'price', expected: '4.00', read: '40.00' }]);
});

test('reads a kept page as of its fetch, when a sale was on that has ended since', async () => {
  const home = join(folder, 'on-sale');
  const fetchedAt = new Date('2025-06-01T02:00:00Z');
  const offered = {
    name: 'Iron',
    sku: 'I1',
    price: 40,
    sale_price: 30,
    sale_price_to: '2025-06-01',
  };
  const page = {
    url: 'https://shop.example/p/1',
    contentType: 'application/json',
    body: JSON.stringify(offered),
  };
  const reading = readPage({ ...page, nowMs: fetchedAt.getTime() });
  expect(reading.product?.price).toBe('30');
  await createPageKeeper(home, 7, quiet)('test-shop', page, reading, fetchedAt);
  expect((await replayFolder(home)).score.differences).toEqual([]);
});

test('deletes pages after their days, and the oldest first beyond the cap', async () => {
  const home = join(folder, 'capped');
  // Two pages of this size fit.
  const body = productPage('Iron', '40.00', {
    description: Buffer.from(crypto.getRandomValues(new Uint8Array(3_000))).toString('hex'),
  });
  const keep = createPageKeeper(home, 2, quiet, 9_000);
  const reading = readPage({ body, url: 'https://shop.example/p/1', contentType: 'text/html' });
  const keepAt = (time: string) =>
    keep('shop', fetchedPage(`https://shop.example/p/${time}`, body), reading, new Date(time));
  await keepAt('2026-11-17T00:00:00Z');
  await keepAt('2026-11-20T00:00:00Z');
  await keepAt('2026-11-21T00:00:00Z');
  await keepAt('2026-11-21T01:00:00Z');
  const days = (await readdir(join(home, 'shop'))).sort();
  expect(days).not.toContain('2026-11-17');
  const left = (await keptPages(home)).map((path) => path.slice(home.length, home.length + 24));
  expect(left).toEqual(['/shop/2026-11-21/0000000', '/shop/2026-11-21/0100000']);
});

test('logs a disk error without stopping the crawl', async () => {
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  const said: string[] = [];
  const log = { warn: (_bindings: object, text: string) => void said.push(text) };
  const page = fetchedPage('https://shop.example/p/1', productPage('Iron', '40.00'));
  await createPageKeeper(file, 1, log as typeof quiet)('shop', page, readPage(page), new Date());
  expect(said).toEqual(['could not keep a page']);
});

test('reports a folder without pages and an invalid list', async () => {
  const empty = join(folder, 'empty');
  await mkdir(empty);
  await expect(replayFolder(empty)).rejects.toThrow(OperatorError);
  await writeFile(join(empty, 'expected.json'), '[{"file": 1}]');
  await expect(replayFolder(empty)).rejects.toThrow(/0\.file/);
});
