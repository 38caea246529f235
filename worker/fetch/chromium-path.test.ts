import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findChromium } from './chromium-path.ts';

const cacheDir = mkdtempSync(join(tmpdir(), 'priceroo-chromium-'));

afterAll(() => rmSync(cacheDir, { recursive: true, force: true }));

test('the configured path is taken as it is, and a wrong one is named', async () => {
  expect(await findChromium(process.execPath, cacheDir)).toBe(process.execPath);
  await expect(findChromium('/no/such/chromium', cacheDir)).rejects.toMatchObject({
    reason: 'browser-unavailable',
    message: expect.stringContaining('CHROMIUM_PATH names /no/such/chromium'),
  });
});

test('an installed one comes before the one from npm', async () => {
  expect(await findChromium(null, cacheDir, ['/no/such', process.execPath])).toBe(process.execPath);
});

test('the one from npm is unpacked once and whole, or refused with the reason', async () => {
  const finding = () => findChromium(null, cacheDir, []);
  try {
    const [first, second] = await Promise.all([finding(), finding()]);
    expect(first).toBe(second);
    expect(statSync(first).mode & 0o111).not.toBe(0);
    expect(readdirSync(cacheDir)).toEqual(['chromium']);
  } catch (error) {
    expect(error).toMatchObject({ reason: 'browser-unavailable' });
    expect(readdirSync(cacheDir)).toEqual([]);
  }
}, 60_000);
