/*
 * Every screen in its main states, for whatever looks at all of them: accessibility, layout shift, screenshots.
 */
import type { Page } from 'playwright-core';
import { ACCOUNT_STATES } from './screens/account.ts';
import { PUBLIC_STATES } from './screens/public.ts';
import { SEARCH_STATES } from './screens/search.ts';
import type { ScreenState } from './screens/state.ts';

export const SCREEN_STATES = [...SEARCH_STATES, ...ACCOUNT_STATES, ...PUBLIC_STATES];

/** Brings a loaded page into the state and waits until it is there, fonts and pictures too. */
export async function reachState(page: Page, { prepare, ready }: ScreenState): Promise<void> {
  // Until an island has taken over, its buttons do nothing.
  await page.waitForFunction(() => !document.querySelector('astro-island[ssr]'));
  await prepare?.(page);
  await page.locator(ready).first().waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
