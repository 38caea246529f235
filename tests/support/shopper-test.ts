/*
 * `test` for browser tests: `open` shows a page to a fresh shopper, `join` gives one with an account.
 * A test fails when its pages log an error, throw or break the content security policy, unless it said that
 * it provokes it (expectLogged, failCall).
 */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { test as base, expect, inject } from 'vitest';
import { allowed, isNoise } from './logged-faults.ts';
import { joinSite, type Shopper } from './shopper-calls.ts';
import { drawPicture } from './test-picture.ts';

export interface OpenOptions {
  as?: Shopper;
  /** Local storage before the page loads. */
  storage?: Record<string, string>;
  javaScript?: boolean;
  dark?: boolean;
  width?: number;
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
const ACTION_TIMEOUT_MS = 5_000;
let shoppers = 0;

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
      const context = await newContext(browser, options);
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

/** Until an island has taken over, its forms are plain HTML. */
export async function isAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('astro-island[ssr]'));
}

async function newContext(browser: Browser, options: OpenOptions): Promise<BrowserContext> {
  shoppers += 1;
  const { as, storage = {}, javaScript = true, dark = false, width = 1280 } = options;
  const kept = as ? { token: as.token, user: JSON.stringify(as.user), ...storage } : storage;
  const context = await browser.newContext({
    baseURL: SITE,
    viewport: { width, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
    javaScriptEnabled: javaScript,
    // An address of one's own, so that no test spends another's limits of rate.
    extraHTTPHeaders: { 'x-forwarded-for': ownAddress() },
  });
  context.setDefaultTimeout(ACTION_TIMEOUT_MS);
  if (Object.keys(kept).length > 0) await context.addInitScript(fillStorage, kept);
  await context.route('**/test-pictures/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: drawPicture(route.request().url()) }),
  );
  return context;
}

/** In the page, once a tab: what it does to its storage later stays done. */
function fillStorage(kept: Record<string, string>): void {
  if (sessionStorage.getItem('filled') || location.protocol === 'about:') return;
  sessionStorage.setItem('filled', 'yes');
  for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
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

/** An address that no other shopper of the run has. */
function ownAddress(): string {
  return `10.${process.pid % 250}.${shoppers >> 8}.${shoppers % 256}`;
}
