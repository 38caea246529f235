/*
 * `test` for browser tests: `open` shows a page to a fresh shopper, `join` gives one with an account.
 * A test fails when its pages log an error, throw or break the content security policy, unless it said that
 * it provokes it (expectLogged, failCall).
 */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { test as base, expect, inject } from 'vitest';
import { allowed, isNoise } from './logged-faults.ts';
import { joinSite, type Shopper } from './shopper-calls.ts';
import { type ContextOptions, openContext } from './shopper-context.ts';

export interface OpenOptions extends ContextOptions {
  /** From when the page's clock runs on ('now' for today); the test may stop and move it (freeze). */
  at?: string;
  /** Runs before the page loads, to stand in front of single calls. */
  before?: (page: Page) => Promise<unknown>;
}

interface Fixtures {
  open: (path: string, options?: OpenOptions) => Promise<Page>;
  join: () => Promise<Shopper>;
}

export const SITE = inject('siteOrigin');

export const test = base.extend<Fixtures & { browser: Browser }>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixture's needs from the pattern
    async ({}, use) => {
      const browser = await chromium.connect(inject('browserEndpoint'));
      await use(browser);
      await browser.close();
    },
    { scope: 'file' },
  ],
  open: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
    const faults: string[] = [];
    await use(async (path, options = {}) => {
      const context = await openContext(browser, SITE, options);
      contexts.push(context);
      const page = await context.newPage();
      listen(page, faults);
      if (options.at) await page.clock.install({ time: timeOf(options.at) });
      await options.before?.(page);
      await page.goto(path);
      if (options.javaScript !== false) await isAlive(page);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
    expect(faults, 'faults in the console').toEqual([]);
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

function listen(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(`thrown: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    const isFault = message.type() === 'error' || /Content Security Policy/i.test(text);
    if (!isFault || isNoise(text)) return;
    if (!allowed(page).some((pattern) => pattern.test(text))) faults.push(text);
  });
}
