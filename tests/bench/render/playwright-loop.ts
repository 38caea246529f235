/*
 * The limit: playwright-core alone, one context, a page a visit, three fields by selector. No guard, no reading, no limits.
 */
import { chromium } from 'playwright-core';
import { inLanes, type Read, runSubject } from '../subjects.ts';
import { DRAWN, LEAN_ARGUMENTS, readFields } from './peers.ts';

runSubject(async ({ port, lanes, chromiumPath }) => {
  const browser = await chromium.launch({ executablePath: chromiumPath, args: LEAN_ARGUMENTS });
  const context = await browser.newContext();
  return {
    close: () => browser.close(),
    async work(paths) {
      const read: Read = {};
      await inLanes(paths, lanes, async (path) => {
        const page = await context.newPage();
        await page.goto(`http://127.0.0.1:${port}${path}`, { waitUntil: 'domcontentloaded' });
        await page.waitForSelector(DRAWN, { state: 'attached' });
        read[path] = await page.evaluate(readFields);
        await page.close();
      });
      return read;
    },
  };
});
