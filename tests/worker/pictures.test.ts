/*
 * A picture's whole way: a shop's page is crawled, its picture fetched, kept, and named in the API's answers.
 */
import { createServer } from 'node:http';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Offer } from '#db/entities/offer.ts';
import { Host } from '#db/entities/page.ts';
import { Picture, PictureSource } from '#db/entities/picture.ts';
import { Retailer } from '#db/entities/retailer.ts';
import { dropUnusedPictures, findPicture } from '#db/queries/offers/pictures.ts';
import { findRetailer } from '#db/queries/retailers/retailers.ts';
import { listen } from '#db/runtime/free-port.ts';
import { BucketFault, openPictureBucket } from '#db/runtime/picture-bucket.ts';
import { crawlRetailer } from '#worker/crawl/crawl-retailer.ts';
import { createPictureRounds } from '#worker/pictures/picture-rounds.ts';
import { type CrawlWorld, openCrawlWorld } from '../support/crawl-world.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

let world: CrawlWorld;
let api: TestApi;
let shop: PictureShop;
const stopped = new AbortController().signal;

const png = (red: number) =>
  sharp({ create: { width: 700, height: 500, channels: 3, background: { r: red, g: 9, b: 9 } } })
    .png()
    .toBuffer();

beforeAll(async () => {
  shop = await startPictureShop();
  world = await openCrawlWorld([shop.origin]);
  api = await openTestApi(world.databaseUrl);
  await world.addRetailer('picture-shop', shop.origin);
});

afterEach(async () => {
  await world.em().execute('truncate picture_source, picture, offer, page, product cascade');
  await world.em().nativeDelete(Host, {});
  shop.answers.clear();
  shop.requests.length = 0;
});

afterAll(async () => {
  await api.close();
  await world.close();
  await shop.close();
});

/** Crawls a shop that sells one product a picture: name → path of the picture. */
async function sell(products: Record<string, string>): Promise<void> {
  const paths = Object.keys(products).map((_name, index) => `/product/${1001 + index}`);
  const urls = paths.map((path) => `<url><loc>${shop.origin}${path}</loc></url>`).join('');
  shop.answers.set('/robots.txt', { type: 'text/plain', body: 'User-agent: *\nDisallow: /no/' });
  shop.answers.set('/sitemap.xml', { type: 'application/xml', body: `<urlset>${urls}</urlset>` });
  for (const [index, [name, picture]] of Object.entries(products).entries()) {
    const body = pageWithPicture(name, shop.origin + picture);
    shop.answers.set(paths[index] ?? '', { type: 'text/html', body });
  }
  const retailer = await findRetailer(world.em(), { slug: 'picture-shop' });
  await crawlRetailer(world.services, retailer?.id ?? '', stopped);
}

/** Runs rounds until no picture is due, as the schedule does. */
async function fetchAll(): Promise<void> {
  const round = createPictureRounds(world.services);
  while ((await round(world.em(), stopped)) > 0);
}

async function source(path: string) {
  const found = await world.em().findOne(PictureSource, { url: shop.origin + path });
  const waitMs = found?.nextTryAt && found.nextTryAt.getTime() - Date.now();
  const row = found && { ...found, waitS: waitMs && waitMs / 1_000 };
  return row;
}

async function shownFor(query: string): Promise<string[]> {
  const { body } = await api.call('GET', `/search?q=${encodeURIComponent(query)}`);
  const { products } = body['data'] as { products: { imageUrl: string }[] };
  return products.map(({ imageUrl }) => imageUrl);
}

test("shows a real shop's picture from our origin, and none before it is fetched", async () => {
  shop.answers.set('/media/kettle.png', { body: await png(10) });
  await sell({ 'Copper Kettle 1.7L': '/media/kettle.png' });
  expect(await shownFor('kettle')).toEqual(['']);
  await fetchAll();
  const { state, hash } = (await source('/media/kettle.png')) ?? {};
  expect(state).toBe('ready');
  expect(await shownFor('kettle')).toEqual([`/pictures/${hash}-640.webp`]);
  for (const width of [320, 640] as const) {
    const bytes = await findPicture(world.em(), hash ?? '', width, null);
    const { format, width: actual } = await sharp(bytes ?? Buffer.of()).metadata();
    expect([format, actual]).toEqual(['webp', width]);
  }
});

test('shows the picture that the page states when that of the list is denied', async () => {
  shop.answers.set('/media/ladle.png', { body: await png(30) });
  await sell({ 'Copper Ladle 30cm': '/no/ladle.png' });
  await fetchAll();
  const page = pageWithPicture('Copper Ladle 30cm', `${shop.origin}/media/ladle.png`);
  shop.answers.set('/product/1001', { type: 'text/html', body: page });
  await world.crawl((await world.em().findOneOrFail(Retailer, { slug: 'picture-shop' })).id);
  await fetchAll();
  await fetchAll();
  // The list is read again.
  await world.em().nativeUpdate(Offer, {}, { imageUrl: `${shop.origin}/no/ladle.png` });
  const { hash } = (await source('/media/ladle.png')) ?? {};
  expect(await shownFor('ladle')).toEqual([`/pictures/${hash}-640.webp`]);
});

test('stores equal bytes once, and fetches each address once', async () => {
  const body = await png(20);
  shop.answers.set('/media/a.png', { body });
  shop.answers.set('/media/b.png', { body });
  await sell({ 'Blue Teapot': '/media/a.png', 'Green Saucepan': '/media/b.png' });
  await fetchAll();
  await fetchAll();
  expect((await source('/media/a.png'))?.hash).toBe((await source('/media/b.png'))?.hash);
  expect(await world.em().count(Picture)).toBe(2);
  expect(shop.requests.filter((path) => path.startsWith('/media/')).sort()).toEqual([
    '/media/a.png',
    '/media/b.png',
  ]);
});

describe('with a bucket', () => {
  let s3: S3Server;
  beforeAll(async () => {
    s3 = await startS3Server();
    world.services.pictureBucket = openPictureBucket(s3.settings);
    return async () => {
      world.services.pictureBucket = null;
      await s3.close();
    };
  });
  afterEach(() => {
    s3.broken = null;
    s3.objects.clear();
  });
  const bucket = () => world.services.pictureBucket;

  test('keeps pictures there, and their rows hold no bytes', async () => {
    shop.answers.set('/media/kettle.png', { body: await png(70) });
    await sell({ 'Steel Kettle 2L': '/media/kettle.png' });
    await fetchAll();
    const { state, hash = '' } = (await source('/media/kettle.png')) ?? {};
    expect(state).toBe('ready');
    const keys = [320, 640].map((width) => `pictures/${hash}-${width}.webp`);
    expect([...s3.objects.keys()].toSorted()).toEqual(keys);
    expect(await world.em().count(Picture, { bytes: null })).toBe(2);
    const bytes = await findPicture(world.em(), hash ?? '', 640, bucket());
    expect((await sharp(bytes ?? Buffer.of()).metadata()).width).toBe(640);
    expect(await findPicture(world.em(), hash ?? '', 640, null)).toBeNull();
  });

  test('a store that is down causes no second request to the shop and no partial picture', async () => {
    shop.answers.set('/media/pot.png', { body: await png(71) });
    await sell({ 'Iron Pot': '/media/pot.png' });
    s3.broken = { status: 503 };
    await fetchAll();
    await fetchAll();
    expect(await world.em().count(Picture)).toBe(0);
    const { state, attempts, waitS } = (await source('/media/pot.png')) ?? {};
    expect([state, attempts]).toEqual(['waiting', 0]);
    expect(waitS).toBeGreaterThan(500);
    expect(shop.requests.filter((path) => path === '/media/pot.png')).toHaveLength(1);
  });

  test('deletes unused pictures there too, or keeps them with their row', async () => {
    shop.answers.set('/media/pan.png', { body: await png(72) });
    await sell({ 'Iron Pan': '/media/pan.png' });
    await fetchAll();
    await world.em().execute('truncate offer, page, product cascade');
    await world.em().execute(`update picture set created_at = now() - interval '2 hours'`);
    s3.broken = { status: 503 };
    await expect(dropUnusedPictures(world.em(), bucket())).rejects.toThrow(BucketFault);
    expect(await world.em().count(Picture)).toBe(2);
    s3.broken = null;
    expect(await dropUnusedPictures(world.em(), bucket())).toBe(1);
    expect(await world.em().count(Picture)).toBe(0);
    expect(s3.objects.size).toBe(0);
  });
});

test('fetches one picture of a host in each round', async () => {
  shop.answers.set('/media/a.png', { body: await png(30) });
  shop.answers.set('/media/b.png', { body: await png(31) });
  await sell({ 'Blue Teapot': '/media/a.png', 'Green Saucepan': '/media/b.png' });
  const round = createPictureRounds(world.services);
  expect(await round(world.em(), stopped)).toBe(1);
  expect(shop.requests.filter((path) => path.startsWith('/media/'))).toHaveLength(1);
});

test('refuses hostile and missing pictures with a reason, and waits long before the next try', async () => {
  const whole = await png(40);
  shop.answers.set('/media/vector.svg', { type: 'image/svg+xml', body: '<svg/>' });
  shop.answers.set('/media/disguised.png', { body: '<svg onload="alert(1)"/>' });
  shop.answers.set('/media/cut.png', { body: whole.subarray(0, whole.length >> 1) });
  shop.answers.set('/no/denied.png', { body: whole });
  await sell({
    'Red Bowl': '/media/vector.svg',
    'Blue Teapot': '/media/disguised.png',
    'Green Saucepan': '/media/cut.png',
    'White Ladle': '/no/denied.png',
    'Black Whisk': '/media/missing.png',
  });
  await fetchAll();
  const reasons: Record<string, string | null | undefined> = {};
  for (const path of [
    '/media/vector.svg',
    '/media/disguised.png',
    '/media/cut.png',
    '/no/denied.png',
    '/media/missing.png',
  ]) {
    const row = await source(path);
    reasons[path] = row?.reason;
    expect(row?.waitS).toBeGreaterThan(6 * 86_400);
  }
  expect(reasons).toEqual({
    '/media/vector.svg': 'content-type',
    '/media/disguised.png': 'not-a-picture',
    '/media/cut.png': 'unreadable',
    '/no/denied.png': 'robots-denied',
    '/media/missing.png': 'not-found',
  });
  expect(shop.requests).not.toContain('/no/denied.png');
  expect(await shownFor('bowl')).toEqual(['']);
});

test('retries a failing server with growing delays, then stops; a success resets it', async () => {
  shop.answers.set('/media/a.png', { status: 500 });
  await sell({ 'Blue Teapot': '/media/a.png' });
  const waits: (number | null | undefined)[] = [];
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    await fetchAll();
    waits.push((await source('/media/a.png'))?.waitS);
    const later = { nextTryAt: { $gt: new Date() } };
    await world.em().nativeUpdate(PictureSource, later, { nextTryAt: new Date() });
    // The days between are long enough for the host's own rest, too.
    await world.em().nativeUpdate(Host, {}, { restsUntil: null, refusedInRow: 0 });
  }
  expect(waits.slice(0, 3).map((wait) => Math.round((wait ?? 0) / 60))).toEqual([10, 40, 160]);
  expect(waits[5]).toBeNull();
  expect(shop.requests.filter((path) => path === '/media/a.png')).toHaveLength(6);
  shop.answers.set('/media/a.png', { body: await png(50) });
  await world.em().nativeUpdate(PictureSource, {}, { nextTryAt: new Date(), attempts: 2 });
  await fetchAll();
  expect(await source('/media/a.png')).toMatchObject({ state: 'ready', reason: null });
});

test('obeys Retry-After without using up an attempt', async () => {
  shop.answers.set('/media/a.png', { status: 429, headers: { 'retry-after': '600' } });
  await sell({ 'Blue Teapot': '/media/a.png' });
  await fetchAll();
  expect(await source('/media/a.png')).toMatchObject({ state: 'waiting', attempts: 0 });
  expect((await source('/media/a.png'))?.waitS).toBeGreaterThan(500);
  await world.em().nativeUpdate(PictureSource, {}, { nextTryAt: new Date() });
  await fetchAll();
  expect(shop.requests.filter((path) => path === '/media/a.png')).toHaveLength(1);
});

test('fetches nothing when the store is full', async () => {
  shop.answers.set('/media/a.png', { body: await png(60) });
  await sell({ 'Blue Teapot': '/media/a.png' });
  const round = createPictureRounds(world.services, 0);
  expect(await round(world.em(), stopped)).toBe(0);
  expect(shop.requests).not.toContain('/media/a.png');
});

/** The answer of one path of the picture shop. */
interface PictureAnswer {
  status?: number;
  type?: string;
  body?: string | Buffer;
  headers?: Record<string, string>;
}

/** A shop whose answers a test sets by path; it lists the requests. */
interface PictureShop {
  origin: string;
  answers: Map<string, PictureAnswer>;
  requests: string[];
  close(): Promise<void>;
}

/** Starts a picture shop; a path without an answer is 404. */
async function startPictureShop(): Promise<PictureShop> {
  const answers = new Map<string, PictureAnswer>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push(path);
    const {
      status = 200,
      type = 'image/png',
      body = '',
      headers,
    } = answers.get(path) ?? {
      status: 404,
    };
    response.writeHead(status, { 'content-type': type, ...headers });
    response.end(body);
  });
  return {
    origin: `http://127.0.0.1:${await listen(server)}`,
    answers,
    requests,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A product page that shows this picture. */
function pageWithPicture(name: string, image: string): string {
  const offers = { '@type': 'Offer', price: '9.00', priceCurrency: 'AUD' };
  const data = { '@context': 'https://schema.org', '@type': 'Product', name, image, offers };
  return `<!doctype html><title>${name}</title><h1>${name}</h1>
<script type="application/ld+json">${JSON.stringify(data)}</script><p>$9.00</p><button>Add to cart</button>`;
}
