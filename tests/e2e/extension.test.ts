/* The browser extension, as the build writes it, in a Chromium that loads extensions. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeExtension } from '#site/server/write-extension.ts';
import { findOffer } from '../support/shopper-calls.ts';
import { SITE } from '../support/shopper-test.ts';

/** npm's Chromium is the headless shell, which loads none. */
const CHROMIUM = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium'].find(
  (path) => path && existsSync(path),
);
/** Unpacked extensions get their id from their folder. */
const folder = mkdtempSync(join(tmpdir(), 'priceroo-extension-'));
let context: BrowserContext | undefined;
let origin = '';

beforeAll(async () => {
  if (!CHROMIUM) return;
  const extension = join(folder, 'extension');
  await writeExtension(extension, SITE);
  context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--headless=new',
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
    ],
    ignoreDefaultArgs: ['--disable-extensions'],
  });
  const page = await context.newPage();
  await page.goto('chrome://extensions');
  const id = await page.locator('extensions-item').first().getAttribute('id');
  origin = `chrome-extension://${id}`;
});
afterAll(async () => {
  await context?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the popup as a click does on a tab with this address; a page of its own cannot be the active tab, so the tab is made up. */
async function popup(tab: { url: string; title?: string }, gtin = '') {
  const page = await context?.newPage();
  if (!page) throw new Error('no Chromium');
  await page.addInitScript(
    ([made, code]) => {
      const { chrome } = globalThis as unknown as {
        chrome: Record<string, Record<string, unknown>>;
      };
      Object.assign(chrome['tabs'] ?? {}, { query: async () => [made] });
      const read = [{ result: { gtin: code, name: '' } }];
      Object.assign(chrome['scripting'] ?? {}, { executeScript: async () => read });
    },
    [{ id: 1, ...tab }, gtin] as const,
  );
  await page.goto(`${origin}/popup.html`);
  return page.locator('#answer');
}

test.skipIf(!CHROMIUM)('shows the lowest price and the shop’s own, or what to do', async () => {
  const { productUrl } = await findOffer(SITE, 'bambino', 'Harbour Appliances');
  const known = await popup({ url: productUrl });
  await known.getByText('Lowest, at').waitFor();
  expect(await known.innerText()).toMatch(/Bambino[\s\S]*\$\d+\.\d\d/);
  const href = await known.getByRole('link', { name: 'See every shop' }).getAttribute('href');
  expect(href?.startsWith(`${SITE}/products/`)).toBe(true);
  const unknown = await popup({ url: 'https://shop.example/x', title: 'Unicorn feather duster' });
  await unknown.getByText('No product that we know has this page.').waitFor();
  await unknown.getByRole('link', { name: 'Search for “Unicorn feather duster”' }).waitFor();
  const none = await popup({ url: 'chrome://settings' });
  await none.getByText('Open a product’s page at a shop').waitFor();
});
