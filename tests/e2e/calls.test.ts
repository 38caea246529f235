/*
 * Every browser call has a time-out (spec §7, §8, §9).
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectLogged } from '../support/logged-faults.ts';
import { arrives, freeze, searchBox, sees, stored } from '../support/page-steps.ts';
import { test } from '../support/shopper-test.ts';
import { holdCall } from '../support/stand-in-calls.ts';

/** The browser's own time-outs do not follow the page's clock; with this they do. */
async function timeOutByClock(page: Page): Promise<void> {
  await page.addInitScript(() => {
    AbortSignal.timeout = (ms) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), ms);
      return controller.signal;
    };
  });
}

test('times out a call after 10 seconds, not earlier', async ({ open }) => {
  const page = await open('/search', { at: 'now', before: timeOutByClock });
  expectLogged(page, /^\[api\] POST \/search\/ai-search 0/);
  const release = await holdCall(page, 'POST', '/search/ai-search');
  await freeze(page);
  const sent = page.waitForRequest('**/api/search/ai-search');
  await searchBox(page).fill('iphone 15');
  await searchBox(page).press('Enter');
  await sees(page, 'Asking the shops for “iphone 15”…');
  // The page loads its client of the API with the first call: the ten seconds begin with the request.
  await sent;
  await page.clock.runFor(9_900);
  expect(await page.getByRole('alert').count(), 'errors after 9.9 s').toBe(0);
  await page.clock.runFor(200);
  await sees(page.getByRole('alert'), 'AI search failed. Please try again later.');
  release();
});

test('logging out redirects to sign-in even when the server never answers', async ({
  open,
  join,
}) => {
  const page = await open('/about', { at: 'now', as: await join(), before: timeOutByClock });
  expectLogged(page, /^\[logout\]/);
  const release = await holdCall(page, 'POST', '/auth/logout');
  await freeze(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect.poll(() => stored(page, 'token')).toBeNull();
  await page.clock.runFor(10_100);
  await arrives(page, '/login');
  release();
});
