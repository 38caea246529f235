import { afterEach, expect, test, vi } from 'vitest';
import type { FetchedPart } from './page-part.ts';
import { createPartCache } from './page-part.ts';

afterEach(() => vi.useRealTimers());

const SHOP = 'https://shop.example.com';
const LASTING = { 'content-type': 'text/javascript', 'cache-control': 'public, max-age=600' };

function script(headers: Record<string, string> = {}, size = 10): FetchedPart {
  return { status: 200, headers: { ...LASTING, ...headers }, body: Buffer.alloc(size) };
}

/** A shop that answers with `part` and counts requests, and a function that loads it through the cache. */
function asker(cache = createPartCache(), part = script()) {
  const asked: string[] = [];
  const ask = (path = '/a.js', origin = SHOP, headers: Record<string, string> = {}) =>
    cache(origin, async ({ url }) => {
      asked.push(url);
      return part;
    })({ url: SHOP + path, method: 'GET', headers, body: null });
  return { asked, ask };
}

test('requests a cacheable script once until it expires', async () => {
  vi.useFakeTimers();
  // The cache treats a start time of 0 as "never expires".
  vi.advanceTimersByTime(1);
  const { asked, ask } = asker();
  await ask();
  expect(await ask()).toEqual(script());
  expect(asked).toHaveLength(1);
  vi.advanceTimersByTime(600_001);
  await ask();
  expect(asked).toHaveLength(2);
});

test('does not share parts between shops', async () => {
  const { asked, ask } = asker();
  await ask('/a.js', SHOP);
  await ask('/a.js', 'https://other.example.com');
  expect(asked).toHaveLength(2);
});

test.each([
  ['data', { 'content-type': 'application/json' }],
  ['what its shop forbids to hold', { 'cache-control': 'max-age=600, no-store' }],
  ['what is one visitor’s', { 'cache-control': 'private, max-age=600' }],
  ['what says no time', { 'cache-control': '' }],
  ['what has aged on its way', { age: '600' }],
  ['what varies by a header', { vary: 'accept-encoding, x-store' }],
])('%s is asked for each time', async (_what, headers) => {
  const { asked, ask } = asker(createPartCache(), script(headers));
  await ask();
  await ask();
  expect(asked).toHaveLength(2);
});

test('does not cache responses to requests with a key', async () => {
  const { asked, ask } = asker();
  await ask('/a.js', SHOP, { authorization: 'Bearer x' });
  await ask('/a.js', SHOP, { authorization: 'Bearer y' });
  expect(asked).toHaveLength(2);
});

test('evicts the least recently used part', async () => {
  const { asked, ask } = asker(createPartCache(25));
  for (const path of ['/a.js', '/b.js', '/a.js', '/c.js', '/a.js', '/b.js']) await ask(path);
  expect(asked.map((url) => url.slice(SHOP.length))).toEqual(['/a.js', '/b.js', '/c.js', '/b.js']);
});
