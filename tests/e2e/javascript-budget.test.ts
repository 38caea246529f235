/*
 * JavaScript budget: home (15 KB before the first touch) and search (96 KB in total), gzipped, inline scripts included. Pages
 * without islands: landing-head.test.ts.
 */
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from '../support/shopper-test.ts';

test('home sends at most 15 KB before it is touched', async ({ open }) => {
  const scripts = watchScripts();
  const page = await open('/', { before: scripts.watch });
  const bytes = await scripts.bytes(page);
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThanOrEqual(15_000);
});

test.for(['/search', '/search?q=coffee%20machine'])(
  '%s sends at most 96 KB in all',
  async (path, { open }) => {
    const scripts = watchScripts();
    const page = await open(path, { before: scripts.watch });
    await page.waitForLoadState('networkidle');
    const bytes = await scripts.bytes(page);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(96_000);
  },
);

/** Counts the scripts a page loads from before it is opened. */
function watchScripts() {
  const loaded: Promise<Buffer>[] = [];
  const packed = (script: string | Buffer) => gzipSync(script, { level: 9 }).length;
  return {
    watch: async (page: Page) => {
      page.on('response', (response) => {
        if (response.request().resourceType() === 'script') loaded.push(response.body());
      });
    },
    /** Bytes of all scripts so far, each packed. */
    bytes: async (page: Page): Promise<number> => {
      const inPage = await page
        .locator('script:not([src]):not([type="application/ld+json"])')
        .allTextContents();
      const all = [...inPage, ...(await Promise.all(loaded))];
      return all.reduce((sum, script) => sum + packed(script), 0);
    },
  };
}
