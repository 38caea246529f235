import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { HOUR_MS } from '#domain/time.ts';
import { type HostileServer, startHostileServer } from '../../tests/support/hostile-server.ts';
import { createFetcher, type Fetcher } from './http.ts';
import { bodyText } from './page-body.ts';

let shop: HostileServer;
let fetcher: Fetcher;

beforeAll(async () => {
  shop = await startHostileServer();
  fetcher = createFetcher({
    userAgent: 'PricerooBot/1.0',
    contactUrl: 'https://priceroo.example/bot',
    demoPort: null,
    allowedOrigins: [shop.origin],
    timeouts: { totalMs: 2_000 },
  });
});

afterAll(async () => {
  await fetcher.close();
  await shop.close();
});

test('identifies itself with a contact address', async () => {
  await fetcher.fetchPage({ url: `${shop.origin}/honest` });
  expect(shop.requests.at(-1)?.headers).toMatchObject({
    'user-agent': 'PricerooBot/1.0 (+https://priceroo.example/bot)',
    'accept-encoding': 'gzip, br, deflate',
  });
});

test('returns the validators of a page', async () => {
  const url = `${shop.origin}/conditional`;
  const first = await fetcher.fetchPage({ url: `${url}#reviews` });
  expect(first).toMatchObject({
    status: 200,
    url,
    contentType: 'text/html',
    etag: '"v1"',
    lastModified: 'Sat, 21 Nov 2026 00:00:00 GMT',
    content: null,
  });
  expect(first.bytes).toBe(Buffer.byteLength(bodyText(first.body)));
  const second = await fetcher.fetchPage({
    url,
    etag: first.etag,
    lastModified: first.lastModified,
  });
  expect(second).toMatchObject({ status: 304, body: '', etag: '"v1"', bytes: 0 });
  expect(shop.requests.at(-1)?.headers).toMatchObject({
    'if-none-match': '"v1"',
    'if-modified-since': 'Sat, 21 Nov 2026 00:00:00 GMT',
  });
});

test('refuses a 304 to an unconditional request', async () => {
  const answer = fetcher.fetchPage({ url: `${shop.origin}/always-304` });
  await expect(answer).rejects.toMatchObject({ reason: 'bad-status' });
});

test('drops a validator that is not a valid header value', async () => {
  const page = await fetcher.fetchPage({ url: `${shop.origin}/odd-etag` });
  expect(page.etag).toBeNull();
});

test.each(['gzip', 'brotli', 'deflate', 'raw-deflate'])('unpacks %s', async (encoding) => {
  const page = await fetcher.fetchPage({ url: `${shop.origin}/${encoding}` });
  expect(bodyText(page.body)).toContain('Breville');
  expect(page.bytes).toBeLessThan(bodyText(page.body).length);
});

test('returns pictures as bytes and refuses SVG', async () => {
  const picture = await fetcher.fetchPage({ url: `${shop.origin}/picture.png`, accept: 'image' });
  expect(picture.content).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47]));
  expect(picture.body).toBe('');
  const svg = fetcher.fetchPage({ url: `${shop.origin}/picture.svg`, accept: 'image' });
  await expect(svg).rejects.toMatchObject({ reason: 'content-type' });
});

test('unpacks a gzipped sitemap file under the same cap', async () => {
  const url = `${shop.origin}/sitemap.xml.gz`;
  const sitemap = await fetcher.fetchPage({ url, accept: 'sitemap' });
  expect(bodyText(sitemap.body)).toContain('<loc>http://x/1</loc>');
  const bomb = fetcher.fetchPage({ url: `${shop.origin}/sitemap-bomb.xml.gz`, accept: 'sitemap' });
  await expect(bomb).rejects.toMatchObject({ reason: 'too-large' });
});

test('reads only the beginning of an endless robots.txt', async () => {
  shop.robots = { status: 200, text: 'User-agent: *\nDisallow: /x\n'.repeat(100_000) };
  const robots = await fetcher.fetchPage({ url: `${shop.origin}/robots.txt`, accept: 'robots' });
  expect(bodyText(robots.body).length).toBe(500 * 1024);
});

test('wraps each hop in `aroundHop` without counting its waits', async () => {
  const hops: string[] = [];
  let waitedMs = 0;
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + waitedMs);
  const page = await fetcher.fetchPage({
    url: `${shop.origin}/redirect-thrice`,
    aroundHop: async (url, exchange) => {
      hops.push(url.pathname + url.search);
      waitedMs += HOUR_MS;
      return exchange();
    },
  });
  expect(hops).toEqual([
    '/redirect-thrice',
    '/redirect-thrice?hop=1',
    '/redirect-thrice?hop=2',
    '/honest',
  ]);
  expect(page.url).toBe(`${shop.origin}/honest`);
  expect(page.elapsedMs).toBeLessThan(HOUR_MS);
  clock.mockRestore();
});

test('`aroundHop` can refuse a hop', async () => {
  const before = shop.requests.length;
  const refusal = new Error('not there');
  const answer = fetcher.fetchPage({
    url: `${shop.origin}/redirect-thrice`,
    aroundHop: (url, exchange) => (url.search ? Promise.reject(refusal) : exchange()),
  });
  await expect(answer).rejects.toBe(refusal);
  expect(shop.requests.length).toBe(before + 1);
});

test('fetches a page resource whatever its status, without headers that act beyond the page', async () => {
  const part = await fetcher.fetchPart({
    url: `${shop.origin}/status-404`,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': 'public',
      cookie: 'session=1',
      host: 'other.example.com',
      'x-forwarded-for': '127.0.0.1',
      'user-agent': 'Mozilla/5.0',
      'content-length': '999',
    },
    body: Buffer.from('{}'),
  });
  expect(part).toMatchObject({ status: 404, body: Buffer.from('refused') });
  const { headers } = shop.requests.at(-1) ?? {};
  expect(headers).toMatchObject({ 'x-api-key': 'public', 'user-agent': fetcher.userAgentHeader });
  expect(headers?.host).toBe(new URL(shop.origin).host);
  expect(headers).not.toHaveProperty('cookie');
  expect(headers).not.toHaveProperty('x-forwarded-for');
});

test('applies the guard and the caps of pages to page resources', async () => {
  const part = (path: string) => ({ url: path, method: 'GET', headers: {}, body: null }) as const;
  const metadata = fetcher.fetchPart(part('http://169.254.169.254/'));
  await expect(metadata).rejects.toMatchObject({ reason: 'address-forbidden' });
  const moved = fetcher.fetchPart(part(`${shop.origin}/redirect-metadata`));
  await expect(moved).rejects.toMatchObject({ reason: 'redirected-away' });
  const bomb = fetcher.fetchPart(part(`${shop.origin}/gzip-bomb`));
  await expect(bomb).rejects.toMatchObject({ reason: 'too-large' });
});
