import type { Browser, BrowserContext, Page } from 'playwright-core';
import { ACTION_TIMEOUT_MS } from './page-steps.ts';
import type { Shopper } from './shopper-calls.ts';

/** Who looks, and on what. */
export interface ContextOptions {
  as?: Shopper;
  /** Local storage before the first page loads. */
  storage?: Record<string, string>;
  javaScript?: boolean;
  /** Runs the service worker, past which no stand-in answers a page. */
  serviceWorker?: boolean;
  dark?: boolean;
  /** Pixels. */
  width?: number;
}

const HEIGHT = 900;
let opened = 0;

/** A browser in Sydney with nothing kept. */
export async function openContext(
  browser: Browser,
  site: string,
  { javaScript = true, serviceWorker = false }: ContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: site,
    viewport: { width: 1280, height: HEIGHT },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
    javaScriptEnabled: javaScript,
    serviceWorkers: serviceWorker ? 'allow' : 'block',
  });
  context.setDefaultTimeout(ACTION_TIMEOUT_MS);
  return context;
}

/** A blank tab of a fresh shopper with what `options` say; whatever the tabs before it kept is gone. */
export async function openTab(context: BrowserContext, options: ContextOptions): Promise<Page> {
  const { as, storage = {}, dark, width } = options;
  const kept = as ? { token: as.token, user: JSON.stringify(as.user), ...storage } : storage;
  // An address of one's own, so that no test spends another's limits of rate.
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': ownAddress() });
  const page = await context.newPage();
  if (width) await page.setViewportSize({ width, height: HEIGHT });
  if (dark) await page.emulateMedia({ colorScheme: 'dark' });
  await page.addInitScript(fillStorage, kept);
  return page;
}

/** In the page, once a tab: what it does to its storage later stays done. */
function fillStorage(kept: Record<string, string>): void {
  if (location.protocol === 'about:' || sessionStorage.getItem('filled')) return;
  localStorage.clear();
  sessionStorage.setItem('filled', 'yes');
  for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
}

/** An address that no other shopper of the run has. */
function ownAddress(): string {
  opened += 1;
  return `10.${process.pid % 250}.${opened >> 8}.${opened % 256}`;
}
