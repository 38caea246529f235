/*
 * `test` for browser tests: `open` shows a page to a fresh shopper, `look` a page that tests of a file share because they
 * change nothing on it, `join` gives a shopper with an account.
 * A test fails when its pages log an error, throw or break the content security policy, unless it said that
 * it provokes it (expectLogged, failCall).
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { test as base, expect, inject } from 'vitest';
import { startBrowser } from './browser.ts';
import { limitMs } from './limits.ts';
import { allowed, isNoise } from './logged-faults.ts';
import { joinSite, type Shopper } from './shopper-calls.ts';
import { type ContextOptions, openContext, openTab } from './shopper-context.ts';

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

/** Tabs close within some 50 ms; a context that waits longer is not used again. */
const CLOSING_MS = limitMs(1_000);

/**
 * Contexts that no test uses, with and without scripts. To open one and its first tab takes more of the processor than most
 * pages do, so they serve one test after the other; a blank tab keeps the process of each alive.
 */
const idle = { scripted: [] as BrowserContext[], plain: [] as BrowserContext[] };

/** Opens pages, each for another shopper. `release` closes them and gives their contexts back. */
function shopperPages(browser: Browser) {
  const used: { context: BrowserContext; pool: BrowserContext[] | null }[] = [];
  return {
    async newPage(options: OpenOptions): Promise<Page> {
      const { at, serviceWorker, javaScript } = options;
      const own = javaScript === false ? idle.plain : idle.scripted;
      // A clock that was stopped and a service worker outlive their tabs.
      const pool = at || serviceWorker ? null : own;
      let context = pool?.pop();
      if (!context) {
        context = await openContext(browser, SITE, options);
        if (pool) await context.newPage();
      }
      used.push({ context, pool });
      return openTab(context, options);
    },
    release: () => Promise.all(used.map(({ context, pool }) => giveBack(context, pool))),
  };
}

async function giveBack(context: BrowserContext, pool: BrowserContext[] | null): Promise<void> {
  if (!pool) return context.close();
  const [, ...tabs] = context.pages();
  const isEmpty = await Promise.race([
    Promise.all(tabs.map((tab) => tab.close())).then(() => true),
    wait(CLOSING_MS, false, { ref: false }),
  ]);
  // A tab that is on its way to another page may never close, but goes with its context.
  if (!isEmpty) return context.close();
  await Promise.all([
    context.clearCookies(),
    context.clearPermissions(),
    context.setOffline(false),
    context.unrouteAll({ behavior: 'ignoreErrors' }),
  ]);
  pool.push(context);
}

export const test = base.extend<Fixtures & { browser: Browser; look: Look }>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixture's needs from the pattern
    async ({}, use) => {
      const browser = await startBrowser();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  look: [
    async ({ browser }, use) => {
      const faults: Fault[] = [];
      const pages = new Map<string, Page>();
      const shopper = shopperPages(browser);
      await use(async (path) => {
        let page = pages.get(path);
        if (!page) {
          page = await shopper.newPage({});
          pages.set(path, page);
          listen(page, faults);
          await page.goto(path);
          await isAlive(page);
        }
        expectNone(faults);
        return page;
      });
      await shopper.release();
      expectNone(faults);
    },
    { scope: 'file' },
  ],
  open: async ({ browser }, use) => {
    const faults: Fault[] = [];
    const shoppers = shopperPages(browser);
    await use(async (path, options = {}) => {
      const page = await shoppers.newPage(options);
      listen(page, faults);
      if (options.at) await page.clock.install({ time: timeOf(options.at) });
      await options.before?.(page);
      await page.goto(path);
      if (options.javaScript !== false) await isAlive(page);
      return page;
    });
    await shoppers.release();
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
