/* Pictures of products as the site's server answers them. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BucketFault } from '#db/runtime/picture-bucket.ts';
import { createPictures } from '#site/server/pictures.ts';
import type { RunningSite } from '#site/server/start-site.ts';
import { ask, startBuiltSite } from './support/built-site.ts';

const HASH = '0123456789abcdef0123456789abcdef';
const SMALL = `/pictures/${HASH}-320.webp`;
const BYTES = Buffer.from('RIFF....WEBP');
let site: RunningSite;
let asked: string[] = [];
let isAway = false;

beforeAll(async () => {
  site = await startBuiltSite(async () => new Response('api'), {
    findPicture: async (hash, width) => {
      asked.push(`${hash}-${width}`);
      if (isAway) throw new BucketFault('the bucket answers 500');
      return hash === HASH ? BYTES : null;
    },
  });
});
beforeEach(() => {
  asked = [];
});
afterAll(() => site.stop());

test('a picture is immutable and sets no cookie', async () => {
  const { status, headers, body } = await ask(site.port, SMALL);
  expect(status).toBe(200);
  expect(body).toEqual(BYTES);
  expect(headers.get('content-type')).toBe('image/webp');
  expect(headers.get('content-length')).toBe(String(BYTES.length));
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('set-cookie')).toBeNull();
  expect(headers.get('content-encoding')).toBeNull();
});

test('HEAD has no body, and a picture that the browser has gets 304', async () => {
  const head = await ask(site.port, SMALL, { method: 'HEAD' });
  expect([head.status, head.body.length]).toEqual([200, 0]);
  const etag = head.headers.get('etag') ?? '';
  const again = await ask(site.port, SMALL, { headers: { 'if-none-match': `W/${etag}` } });
  expect([again.status, again.body.length]).toEqual([304, 0]);
  expect(again.headers.get('etag')).toBe(etag);
  const other = await ask(site.port, SMALL, { headers: { 'if-none-match': '"other"' } });
  expect(other.status).toBe(200);
});

test('other names get 404, most of them without a database query', async () => {
  const unknown = `/pictures/${'f'.repeat(32)}-640.webp`;
  expect((await ask(site.port, unknown)).status).toBe(404);
  expect(asked).toEqual([`${'f'.repeat(32)}-640`]);
  for (const path of ['/pictures/', `/pictures/${HASH}-1000.webp`, `/pictures/${HASH}-320.png`]) {
    expect((await ask(site.port, path)).status).toBe(404);
  }
  expect(asked).toHaveLength(1);
  expect((await ask(site.port, SMALL, { method: 'POST' })).status).toBe(405);
});

test('an image that cannot be shown is a drawing, and the browser asks again later', async () => {
  const accept = 'image/avif,image/webp,image/*,*/*;q=0.8';
  for (const path of [`/pictures/${'e'.repeat(32)}-640.webp`, '/demo-shops/none/media/a.webp']) {
    const { status, headers, body } = await ask(site.port, path, { headers: { accept } });
    expect(status).toBe(404);
    expect(headers.get('content-type')).toContain('image/svg+xml');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(String(body)).toContain('<svg');
  }
});

test('an unavailable bucket fails one picture only and is asked again', async () => {
  isAway = true;
  const refused = await ask(site.port, SMALL.replace('0123', 'aaaa'));
  expect(refused.status).toBe(503);
  expect(refused.headers.get('cache-control')).toBe('no-store');
  expect(refused.headers.get('retry-after')).toBe('5');
  isAway = false;
  expect((await ask(site.port, SMALL.replace('0123', 'aaaa'))).status).toBe(404);
});

test('memory holds the pictures last asked for, within its limit', async () => {
  const names = ['a', 'b', 'c'].map((digit) => `/pictures/${digit.repeat(32)}-320.webp`);
  const [a = '', b = '', c = ''] = names;
  const reads: string[] = [];
  const find = async (hash: string) => {
    reads.push(hash.slice(0, 1));
    return Buffer.alloc(40);
  };
  const pictures = createPictures(find, 100);
  const get = { method: 'GET', headers: {} } as Parameters<typeof pictures>[0];
  for (const path of [a, b, a, c, a, b]) await pictures(get, path);
  // b was the one longest not asked for when c came.
  expect(reads).toEqual(['a', 'b', 'c', 'b']);
});
