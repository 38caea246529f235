/*
 * `test` for browser tests: `open` shows a page to a fresh shopper, `look` a page that tests of a file share because they
 * change nothing on it, `join` gives a shopper with an account.
 * A test fails when its pages log an error, throw or break the content security policy, unless it said that
 * it provokes it (expectLogged, failCall).
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { test as base, expect, inject } from 'vitest';
import { startBrowser } from './browser.ts';
import { allowed, isNoise } from './logged-faults.ts';
import { joinSite, type Shopper } from './shopper-calls.ts';
import { type ContextOptions, openContext } from './shopper-context.ts';

export interface OpenOptions extends ContextOptions {
  /** From when the page's clock runs on ('now' for today); the test may stop and move it (freeze). */
  at?: string;
  /** Runs before the page loads, to stand in front of single calls. */
  before?: (page: Page) => Promise<unknown>;
}

/** Shows a page to a guest, loaded once a file. */
type Look = (path: string) => Promise<Page>;

interface Fixtures {
  open: (path: string, options?: OpenOptions) => Promise<Page>;
  join: () => Promise<Shopper>;
}

export const SITE = inject('siteOrigin');

/**
 * Playwright Test's own calls for a context that is emptied and used again (cookies, storage, cache, routes, init
 * scripts), which takes a third less of the processor than a new one. A browser has one, so it serves one test at a time; a
 * clock that was stopped outlives it.
 */
interface ReusingBrowser extends Browser {
  _newContextForReuse: Browser['newContext'];
  _disconnectFromReusedContext: (reason: string) => Promise<void>;
}
let isReused = false;

export const test = base.extend<Fixtures & { browser: ReusingBrowser; look: Look }>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixture's needs from the pattern
    async ({}, use) => {
      const browser = await startBrowser();
      await use(browser as ReusingBrowser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  look: [
    async ({ browser }, use) => {
      const faults: Fault[] = [];
      const pages = new Map<string, Page>();
      const context = await openContext(browser, SITE, {});
      await use(async (path) => {
        let page = pages.get(path);
        if (!page) {
          page = await context.newPage();
          pages.set(path, page);
          listen(page, faults);
          await page.goto(path);
          await isAlive(page);
        }
        expectNone(faults);
        return page;
      });
      await context.close();
      expectNone(faults);
    },
    { scope: 'file' },
  ],
  open: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
    const faults: Fault[] = [];
    const reused: BrowserContext[] = [];
    await use(async (path, options = {}) => {
      const isPlain = !options.at && !options.serviceWorker && options.javaScript !== false;
      const mayReuse = !isReused && isPlain;
      if (mayReuse) isReused = true;
      const newContext = mayReuse ? '_newContextForReuse' : 'newContext';
      const create: Browser['newContext'] = (settings) => browser[newContext](settings);
      const context = await openContext({ newContext: create }, SITE, options);
      (mayReuse ? reused : contexts).push(context);
      const [page = await context.newPage()] = context.pages();
      listen(page, faults);
      if (options.at) await page.clock.install({ time: timeOf(options.at) });
      await options.before?.(page);
      await page.goto(path);
      if (options.javaScript !== false) await isAlive(page);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
    for (const context of reused) {
      // Playwright leaves the permissions that a page was granted.
      await context.clearPermissions();
      await browser._disconnectFromReusedContext('the test is over');
      isReused = false;
    }
    expectNone(faults);
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  join: async ({}, use) => {
    await use(() => joinSite(SITE));
  },
});

function timeOf(at: string): Date {
  return at === 'now' ? new Date() : new Date(at);
}

/** Until a script has taken over, forms are plain HTML. */
export async function isAlive(page: Page): Promise<void> {
  const plain = 'astro-island[ssr], template[data-later]';
  await page.waitForFunction((selector) => !document.querySelector(selector), plain);
}

/** What a page logged that it should not. */
interface Fault {
  page: Page;
  text: string;
  isThrown?: boolean;
}

/** A test may state what it expected after it was logged. */
function expectNone(faults: readonly Fault[]): void {
  const unexpected = faults.filter(
    ({ page, text, isThrown }) => isThrown || !allowed(page).some((pattern) => pattern.test(text)),
  );
  expect(
    unexpected.map(({ text }) => text),
    'faults in the console',
  ).toEqual([]);
}

function listen(page: Page, faults: Fault[]): void {
  page.on('pageerror', (error) =>
    faults.push({ page, text: `thrown: ${error.stack ?? error.message}`, isThrown: true }),
  );
  page.on('console', (message) => {
    const text = message.text();
    const isFault = message.type() === 'error' || /Content Security Policy/i.test(text);
    if (isFault && !isNoise(text)) faults.push({ page, text });
  });
}
