import type { Browser, BrowserContext } from 'playwright-core';
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

let opened = 0;

/** A fresh shopper in Sydney, with nothing kept but what `options` say. */
export async function openContext(
  browser: Pick<Browser, 'newContext'>,
  site: string,
  options: ContextOptions,
): Promise<BrowserContext> {
  const { as, storage = {}, javaScript = true, dark = false, width = 1280 } = options;
  const kept = as ? { token: as.token, user: JSON.stringify(as.user), ...storage } : storage;
  const context = await browser.newContext({
    baseURL: site,
    viewport: { width, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
    javaScriptEnabled: javaScript,
    serviceWorkers: options.serviceWorker ? 'allow' : 'block',
  });
  // An address of one's own, so that no test spends another's limits of rate.
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': ownAddress() });
  context.setDefaultTimeout(ACTION_TIMEOUT_MS);
  if (Object.keys(kept).length > 0) await context.addInitScript(fillStorage, kept);
  return context;
}

/** In the page, once a tab: what it does to its storage later stays done. */
function fillStorage(kept: Record<string, string>): void {
  if (sessionStorage.getItem('filled') || location.protocol === 'about:') return;
  sessionStorage.setItem('filled', 'yes');
  for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
}

/** An address that no other shopper of the run has. */
function ownAddress(): string {
  opened += 1;
  return `10.${process.pid % 250}.${opened >> 8}.${opened % 256}`;
}
