import { afterEach, expect, test, vi } from 'vitest';
import {
  FETCHED_MS,
  htmlPage,
  jsonLd,
  kettle,
  kettleBlock,
  PRODUCT_URL,
  readPage,
} from '../../tests/support/small-pages.ts';
import { BODY_LIMIT_CHARS } from '../extract/read-page.ts';
import { AT_ONCE_BYTES, bodyText } from '../fetch/page-body.ts';
import {
  createExtractPool,
  type ExtractPool,
  type PoolLimits,
  SMALL_BODY_BYTES,
} from './extract-pool.ts';

let pool: ExtractPool | undefined;
afterEach(() => pool?.close());

/** The longest delay of a timer: about 25 days. */
const NEVER_MS = 2 ** 31 - 1;
/** A pool that never ends a task for its duration, so that a busy machine cannot change the result. */
const patientPool = (limits: Partial<PoolLimits> = {}) =>
  createExtractPool({ threads: 1, taskMs: NEVER_MS, ...limits });

const large = (body: string): string => `${body}<!--${'x'.repeat(SMALL_BODY_BYTES)}-->`;
const pageOf = (body: string) => ({
  body,
  url: PRODUCT_URL,
  contentType: 'text/html',
  nowMs: FETCHED_MS,
});
/** Goes to the full vote: no JSON-LD. */
const printed = large(htmlPage(kettleBlock()));

test('reads the same in a thread as on the main thread', async () => {
  pool = patientPool();
  const stated = large(htmlPage(jsonLd(kettle()) + kettleBlock()));
  for (const body of [printed, stated, htmlPage(kettleBlock()), large('<html>')]) {
    expect(await pool.readPage(pageOf(body))).toEqual(readPage(pageOf(body)));
  }
});

test('transfers a large body to the thread and decodes it there', async () => {
  pool = patientPool();
  const html = htmlPage(kettleBlock('<p class="price">£</p><p class="price">$49.95</p>'));
  const bytes = Buffer.concat([Buffer.from(html, 'latin1'), Buffer.alloc(AT_ONCE_BYTES, ' ')]);
  const body = { bytes, charset: 'windows-1252' };
  const asText = readPage(pageOf(bodyText(body)));
  expect(await pool.readPage({ ...pageOf(''), body })).toEqual(asText);
  expect(asText.product?.price).toBe('49.95');
  expect(bytes.length).toBe(0);
});

test('copies a body that shares its memory with other data', async () => {
  pool = patientPool();
  const page = Buffer.from(printed);
  const shared = Buffer.allocUnsafe(page.length);
  shared.set(page);
  expect(shared.buffer.byteLength).toBeGreaterThan(shared.length);
  const body = { bytes: shared, charset: null };
  expect(await pool.readPage({ ...pageOf(''), body })).toEqual(readPage(pageOf(printed)));
  expect(shared).toEqual(page);
});

test('refuses a body beyond the limit without reading it', async () => {
  pool = patientPool();
  const body = printed + ' '.repeat(BODY_LIMIT_CHARS);
  expect((await pool.readPage(pageOf(body))).rejected).toBe('too-complex');
});

test('reads more bodies than there are threads', async () => {
  const two = patientPool({ threads: 2 });
  pool = two;
  const prices = Array.from({ length: 12 }, (_, index) => `${index + 20}.50`);
  const readings = await Promise.all(
    prices.map((price) =>
      two.readPage(pageOf(large(htmlPage(kettleBlock(`<p class="price">$${price}</p>`))))),
    ),
  );
  expect(readings.map(({ product }) => product?.price)).toEqual(prices);
});

test('refuses a page that takes too long, and a new pool reads it', async () => {
  // A thread needs longer than 1 ms to start.
  pool = patientPool({ taskMs: 1 });
  expect((await pool.readPage(pageOf(printed))).rejected).toBe('too-complex');
  await pool.close();
  pool = patientPool();
  expect((await pool.readPage(pageOf(printed))).product?.price).toBe('49.95');
});

test('survives a page that exhausts the thread’s memory', async () => {
  pool = patientPool({ heapMb: 24 });
  const many = `<html>${'<b><i></i></b>'.repeat(120_000)}`;
  expect((await pool.readPage(pageOf(many))).rejected).toBe('too-complex');
  expect((await pool.readPage(pageOf(printed))).product?.price).toBe('49.95');
});

test('reads sitemaps of any size to the same entries', async () => {
  pool = patientPool();
  const entries = Array.from(
    { length: 2_000 },
    (_, index) => `<url><loc>https://shop.example.com/product/${index}</loc></url>`,
  ).join('');
  const xml = `<urlset>${entries}</urlset>`;
  const website = 'https://shop.example.com/';
  const task = { website, sitemapUrl: `${website}sitemap.xml`, xml };
  const pages = [...(await pool.pagesOfSitemap(task))].flat();
  expect(pages).toHaveLength(2_000);
  expect(pages[7]).toMatchObject({ url: `${website}product/7`, kind: 'product' });
});

test('rejects pending readings at shutdown', async () => {
  pool = patientPool();
  const readings = [pool.readPage(pageOf(printed)), pool.readPage(pageOf(printed))];
  const settled = Promise.allSettled(readings);
  await pool.close();
  for (const { status } of await settled) expect(status).toBe('rejected');
});

test('a thread that answers at its time limit takes no further page', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    pool = patientPool({ taskMs: 60_000 });
    await pool.readPage(pageOf(printed));
    const readings = [pool.readPage(pageOf(printed)), pool.readPage(pageOf(printed))];
    // The thread answers while this one is blocked, so that its limit passes before the answer is received.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
    vi.advanceTimersByTime(60_000);
    const [, next] = await Promise.all(readings);
    expect(next?.product?.price).toBe('49.95');
  } finally {
    vi.useRealTimers();
  }
});
