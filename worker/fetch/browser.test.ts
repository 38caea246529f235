import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FetchRefused } from '#domain/errors.ts';
import { processesNaming, testChromium } from '../../tests/support/chromium.ts';
import { fetchedPage } from '../../tests/support/fetched-page.ts';
import { createRenderer, type Renderer } from './browser.ts';
import type { FetchedPage } from './fetched-page.ts';

const chromium = await testChromium();

describe.skipIf('missing' in chromium)('the renderer', () => {
  let profilesDir: string;
  let renderer: Renderer;

  beforeAll(() => {
    profilesDir = mkdtempSync(join(tmpdir(), 'priceroo-profiles-'));
    renderer = createRenderer({
      findChromium: async () => ('path' in chromium ? chromium.path : ''),
      profilesDir,
      userAgent: 'PricerooBot/1.0',
      concurrency: 2,
      pagesPerBrowser: 4,
    });
  });

  afterAll(() => rmSync(profilesDir, { recursive: true, force: true }));

  const render = (shop: string, page: number) =>
    renderer.render(
      pageOf(`http://${shop}.example.com/${page}`),
      async () => {
        throw new FetchRefused('not-found', 'nothing is served');
      },
      ({ body }) => body.includes('this is'),
    );

  test('gives each of many pages at once its own text, over tabs and browsers', async () => {
    const shops = ['a', 'b', 'c', 'a', 'd', 'b', 'a'];
    const pages = await Promise.all(shops.map(render));
    for (const [number, { url, body }] of pages.entries()) {
      expect(url).toBe(`http://${shops[number]}.example.com/${number}`);
      expect(body).toContain(`this is ${url}`);
    }
  });

  test('refuses what waits when it is closed, and leaves no browser', async () => {
    const rendering = [1, 2, 3, 4, 5].map((page) => render('a', page));
    const ends = Promise.allSettled(rendering);
    await renderer.close();
    expect((await ends).slice(2).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
    expect(processesNaming(profilesDir)).toEqual([]);
    expect(readdirSync(profilesDir)).toEqual([]);
  });
});

function pageOf(url: string): FetchedPage {
  const body =
    '<!doctype html><p id="p"></p><script>p.textContent = "this " + "is " + location.href</script>';
  return fetchedPage(url, body);
}
