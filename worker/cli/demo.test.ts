import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadConfig } from '#db/runtime/config.ts';
import { reachDemoShops } from './demo.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'priceroo-demo-shops-'));
const config = loadConfig({ DATA_DIR: dataDir });
afterAll(() => rmSync(dataDir, { recursive: true }));

const statusAt = async (port: number) =>
  (await fetch(`http://127.0.0.1:${port}/demo-shops/gumnut-grocer/robots.txt`)).status;

test('uses demo shops that already run and leaves them running', async () => {
  const own = await reachDemoShops(config);
  try {
    const found = await reachDemoShops(config);
    expect(found.port).toBe(own.port);
    await found.close();
    expect(await statusAt(own.port)).toBe(200);
  } finally {
    await own.close();
  }
});

test('starts demo shops at the stored port until they are closed', async () => {
  const first = await reachDemoShops(config);
  await first.close();
  await expect(statusAt(first.port)).rejects.toThrow('fetch failed');
  const again = await reachDemoShops(config);
  expect(again.port).toBe(first.port);
  expect(await statusAt(again.port)).toBe(200);
  await again.close();
});

test('throws when demo shops are turned off', async () => {
  await expect(reachDemoShops({ ...config, demoRetailers: false })).rejects.toThrow(
    'DEMO_RETAILERS=false',
  );
});
