import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unpack } from './response-body.ts';

const MB = 1024 * 1024;
const LIMITS = { wireBytes: MB, unpackedBytes: MB, onExcess: 'refuse' } as const;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;

test('an unpacked page does not outlive its reading', async () => {
  const packed = gzipSync(Buffer.alloc(MB));
  const before = process.memoryUsage().arrayBuffers;
  for (let page = 0; page < 20; page += 1) {
    expect((await unpack(packed, 'gzip', LIMITS)).length).toBe(MB);
  }
  // Twice: what the first finds is given back by the time of the second.
  collect({ type: 'minor' });
  collect({ type: 'minor' });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * MB);
});
