import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { limitMs } from './limits.ts';

/** How long a browser test waits for a step on a page, or for what it polls. */
export const ACTION_TIMEOUT_MS = limitMs(5_000);
const LOOK_AGAIN_MS = 20;

/** Waits until the page shows exactly this text somewhere a reader sees it. */
export async function sees(page: Page | Locator, text: string | RegExp): Promise<void> {
  await page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor();
}

/** Waits until the page shows this text no more. */
export async function seesNoMore(page: Page | Locator, text: string | RegExp): Promise<void> {
  await page.getByText(text, { exact: true }).first().waitFor({ state: 'hidden' });
}

/** Waits until the page has drawn what its scripts have changed by now. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });
}

/** Stops the page's clock (see `at`): from here on its timers move by `page.clock.runFor` only. */
export async function freeze(page: Page): Promise<void> {
  const nowMs = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(nowMs + 1_000);
}

/** Waits for exactly this address, over whatever redirects, and for its page: '/login?redirect=%2Fprofile'. */
export async function arrives(page: Page, pathWithQuery: string): Promise<void> {
  const lastLook = Date.now() + ACTION_TIMEOUT_MS;
  while (whereabouts(page) !== pathWithQuery) {
    if (Date.now() > lastLook) throw new Error(`${whereabouts(page)} instead of ${pathWithQuery}`);
    await wait(LOOK_AGAIN_MS);
  }
  await page.waitForLoadState();
}

/** The path and query of where the page is. */
export function whereabouts(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** What the page keeps in its local storage under `key`. */
export function stored(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}

/** The site's own confirm or alert, when it is open. */
export function dialog(page: Page): Locator {
  return page.getByRole('dialog');
}

/** The page's one search box: with suggestions to it a combobox, else a searchbox. */
export function searchBox(page: Page): Locator {
  return page.locator('main input[type="search"]');
}

/** The page without header and footer. */
export function main(page: Page): Locator {
  return page.getByRole('main');
}
