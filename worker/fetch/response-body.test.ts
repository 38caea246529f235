import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unpack } from './response-body.ts';

const LIMITS = { wireBytes: 1e6, unpackedBytes: 1e6, onExcess: 'refuse' } as const;
/** Unpacked in the event loop. */
const PAGE_BYTES = 300_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;

test('an unpacked page does not outlive its reading', async () => {
  const packed = gzipSync(Buffer.alloc(PAGE_BYTES));
  const before = process.memoryUsage().arrayBuffers;
  for (let page = 0; page < 40; page += 1) {
    expect((await unpack(packed, 'gzip', LIMITS)).length).toBe(PAGE_BYTES);
  }
  // Twice: what the first finds is given back by the time of the second.
  collect({ type: 'minor' });
  collect({ type: 'minor' });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10 * PAGE_BYTES);
});
