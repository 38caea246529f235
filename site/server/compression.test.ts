import { expect, test } from 'vitest';
import { compress, isCompressible, preferredEncoding } from './compression.ts';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['BR;q=0.5, gzip', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['br; q=0.000, gzip ; q = 0', ''],
  ['deflate', ''],
  ['brx', ''],
  ['*', 'br'],
  ['gzip, *;q=0', 'gzip'],
  ['', ''],
  [undefined, ''],
] as const)('Accept-Encoding %s: %s', (header, encoding) => {
  expect(preferredEncoding(header)).toBe(encoding);
});

test('compresses text, but not pictures and fonts', async () => {
  for (const type of [
    'text/html; charset=utf-8',
    'application/json',
    'image/svg+xml',
    'application/wasm',
  ]) {
    expect(isCompressible(type)).toBe(true);
  }
  for (const type of ['image/png', 'font/woff2', 'application/octet-stream']) {
    expect(isCompressible(type)).toBe(false);
  }
  const text = Buffer.from('price '.repeat(1_000));
  expect((await compress(text, 'br')).length).toBeLessThan(200);
  expect((await compress(text, 'gzip')).length).toBeLessThan(200);
});
