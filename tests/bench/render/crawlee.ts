/*
 * The peer: Crawlee's PlaywrightCrawler as its guides tune it: pictures blocked, no sessions, no fingerprints, no retries,
 * nothing on disk, on to the reading as soon as the product is there. Three fields by selector, and nothing else.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { LEAN_CRAWLEE, leanCrawler, type Read, runSubject } from '../subjects.ts';
import { DRAWN, LEAN_ARGUMENTS, readFields } from './peers.ts';

interface Handled {
  page: Page;
  request: { userData: { path: string } };
}

runSubject(async ({ port, peers, lanes, chromiumPath }) => {
  const { resolve } = createRequire(`${peers}/package.json`);
  const load = (name: string) => import(pathToFileURL(resolve(name)).href);
  const [{ default: crawlee }, { default: playwright }] = await Promise.all([
    load('@crawlee/playwright'),
    load('playwright'),
  ]);
  crawlee.log.setLevel(crawlee.log.LEVELS.ERROR);
  return {
    async work(paths) {
      const read: Read = {};
      const crawler = new crawlee.PlaywrightCrawler(
        {
          launchContext: {
            launcher: playwright.chromium,
            launchOptions: { executablePath: chromiumPath, args: LEAN_ARGUMENTS, headless: true },
          },
          browserPoolOptions: { useFingerprints: false },
          ...leanCrawler(lanes),
          preNavigationHooks: [
            async ({ page }: Handled, options: { waitUntil?: string }) => {
              options.waitUntil = 'domcontentloaded';
              await crawlee.playwrightUtils.blockRequests(page);
            },
          ],
          requestHandler: async ({ page, request }: Handled) => {
            await page.waitForSelector(DRAWN, { state: 'attached' });
            read[request.userData.path] = await page.evaluate(readFields);
          },
        },
        new crawlee.Configuration(LEAN_CRAWLEE),
      );
      await crawler.run(
        paths.map((path) => ({
          url: `http://127.0.0.1:${port}${path}`,
          userData: { path },
        })),
      );
      return read;
    },
  };
});
