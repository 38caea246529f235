import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { findChromium, openBrowserHome } from './chromium-path.ts';

const cacheDir = mkdtempSync(join(tmpdir(), 'priceroo-chromium-'));

afterAll(() => rmSync(cacheDir, { recursive: true, force: true }));

test('containers that share a data folder have profiles of their own', () => {
  const { profilesDir } = openBrowserHome({ dataDir: cacheDir, chromiumPath: null });
  expect(profilesDir.endsWith(join('profiles', hostname()))).toBe(true);
});

test('uses the configured path and names one that does not exist', async () => {
  expect(await findChromium(process.execPath, cacheDir)).toBe(process.execPath);
  await expect(findChromium('/no/such/chromium', cacheDir)).rejects.toMatchObject({
    reason: 'browser-unavailable',
    message: expect.stringContaining('CHROMIUM_PATH names /no/such/chromium'),
  });
});

test('prefers an installed Chromium to the one from npm', async () => {
  expect(await findChromium(null, cacheDir, ['/no/such', process.execPath])).toBe(process.execPath);
});

// Uses a small file: unpacking the real browser takes seconds, and other tests do it.
test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'unpacks a packed Chromium once and completely, even for two callers at once',
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

test('refuses a Chromium that cannot be unpacked with the reason and leaves no file', async () => {
  const emptyDir = join(cacheDir, 'empty');
  const finding = findChromium(null, emptyDir, [], () => '/no/such/chromium.br');
  await expect(finding).rejects.toMatchObject({ reason: 'browser-unavailable' });
  expect(existsSync(emptyDir) ? readdirSync(emptyDir) : []).toEqual([]);
});
