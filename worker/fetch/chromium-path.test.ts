import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { findChromium } from './chromium-path.ts';

const cacheDir = mkdtempSync(join(tmpdir(), 'priceroo-chromium-'));

afterAll(() => rmSync(cacheDir, { recursive: true, force: true }));

test('takes the configured path as it is, and names a wrong one', async () => {
  expect(await findChromium(process.execPath, cacheDir)).toBe(process.execPath);
  await expect(findChromium('/no/such/chromium', cacheDir)).rejects.toMatchObject({
    reason: 'browser-unavailable',
    message: expect.stringContaining('CHROMIUM_PATH names /no/such/chromium'),
  });
});

test('an installed one comes before the one from npm', async () => {
  expect(await findChromium(null, cacheDir, ['/no/such', process.execPath])).toBe(process.execPath);
});

// Not the browser itself, which takes seconds: the tests that start a browser unpack that one.
test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'a packed one is unpacked once and whole, by two at once too',
  async () => {
    const whole = Buffer.alloc(3_000_000, 'browser');
    const packed = join(cacheDir, 'packed.br');
    writeFileSync(packed, brotliCompressSync(whole));
    const unpackedDir = join(cacheDir, 'unpacked');
    const finding = () => findChromium(null, unpackedDir, [], () => packed);
    const [first, second] = await Promise.all([finding(), finding()]);
    expect(first).toBe(second);
    expect(readFileSync(first).equals(whole)).toBe(true);
    expect(statSync(first).mode & 0o111).not.toBe(0);
    expect(readdirSync(unpackedDir)).toEqual(['chromium']);
    rmSync(packed);
    expect(await finding()).toBe(first);
  },
);

test('one that cannot be unpacked is refused with the reason, and leaves nothing', async () => {
  const emptyDir = join(cacheDir, 'empty');
  const finding = findChromium(null, emptyDir, [], () => '/no/such/chromium.br');
  await expect(finding).rejects.toMatchObject({ reason: 'browser-unavailable' });
  expect(existsSync(emptyDir) ? readdirSync(emptyDir) : []).toEqual([]);
});
