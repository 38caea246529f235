import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import zlib, { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { unpack } from './response-body.ts';

const brotliLightly = (page: Buffer) =>
  brotliCompressSync(page, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } });
const LIMITS = { wireBytes: 1e6, unpackedBytes: 1e6, onExcess: 'refuse' } as const;
/** Unpacked in the event loop. */
const PAGE_BYTES = 300_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;

test('releases an unpacked page after reading it', async () => {
  const packed = gzipSync(Buffer.alloc(PAGE_BYTES));
  const before = process.memoryUsage().arrayBuffers;
  for (let page = 0; page < 40; page += 1) {
    expect((await unpack(packed, 'gzip', LIMITS)).length).toBe(PAGE_BYTES);
  }
  // Collect twice: finalizers of the first run before the second.
  collect({ type: 'minor' });
  collect({ type: 'minor' });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10 * PAGE_BYTES);
});

test.each([
  ['gzip', gzipSync, 'gunzipSync'],
  ['br', brotliLightly, 'brotliDecompressSync'],
] as const)(
  'unpacks a large page once, outside the event loop: %s',
  async (encoding, pack, inLoop) => {
    const begun = vi.spyOn(zlib, inLoop);
    // As compressible as a page: a fifth of it is noise.
    const page = Buffer.alloc(900_000, 'abcdefghij');
    for (let at = 0; at < page.length; at += 5) page[at] = Math.random() * 256;
    const packed = pack(page);
    expect(Buffer.compare(await unpack(packed, encoding, LIMITS), page)).toBe(0);
    expect(begun).not.toHaveBeenCalled();
    const small = page.subarray(0, 100_000);
    expect((await unpack(pack(small), encoding, LIMITS)).length).toBe(small.length);
    expect(begun).toHaveBeenCalledOnce();
    begun.mockRestore();
  },
);

test('unpacks a gzip with a wrong stated size', async () => {
  const page = Buffer.alloc(900_000, 'abc');
  const packed = gzipSync(page);
  packed.writeUInt32LE(5, packed.length - 4);
  await expect(unpack(packed, 'gzip', LIMITS)).rejects.toMatchObject({ reason: 'network' });
  const joined = Buffer.concat([gzipSync(page), gzipSync(Buffer.from('end'))]);
  expect((await unpack(joined, 'gzip', LIMITS)).length).toBe(900_003);
});
