/*
 * Failed calls: a screen shows the specified message and, below it, what the shopper can do.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectLogged } from '../support/logged-faults.ts';
import { main, sees } from '../support/page-steps.ts';
import { test } from '../support/shopper-test.ts';
import { failCall, healCalls } from '../support/stand-in-calls.ts';

const SCREENS = [
  ['/trending', '/search/trending'],
  ['/recommendations', '/recommendations/personalized'],
  ['/favorites', '/favorites'],
  ['/profile#search-history', '/user/search-history'],
  ['/profile#favorites', '/user/favorites'],
] as const;

const FAILURES = [
  [{ status: 500 }, /^Something went wrong at our end/],
  [{ status: 429 }, /^Too many requests/],
  ['unreachable', /^We got no response/],
] as const;

test.for(SCREENS)(
  'a failed call at %s says so with its reason, what to do, and is tried again',
  async ([path, call], { open, join }) => {
    const before = (page: Page) => failCall(page, 'GET', call, FAILURES[0][0]);
    const page = await open(path, { as: await join(), before });
    const panel = main(page).getByRole('alert');
    const again = panel.getByRole('button', { name: 'Try Again' });
    for (const [nth, [failure, advice]] of FAILURES.entries()) {
      await failCall(page, 'GET', call, failure);
      // The page of trends comes with its first list.
      if (nth > 0) await again.click();
      else if (path === '/trending') await page.getByRole('button', { name: '30 days' }).click();
      await sees(panel, advice);
    }
    await healCalls(page);
    await again.click();
    await panel.waitFor({ state: 'detached' });
  },
);

test('shows that the network is down and keeps what was typed', async ({ open }) => {
  const page = await open('/login');
  expectLogged(page, /^\[api\] POST \/auth\/login 0|ERR_INTERNET_DISCONNECTED/);
  await page.getByLabel('Email').fill('alex@example.com');
  await page.getByLabel('Password', { exact: true }).fill('kangaroo-4-paws!');
  await page.context().setOffline(true);
  await page.locator('main form').getByRole('button', { name: 'Sign in' }).click();
  await sees(page, /^You are offline/);
  expect(await page.getByLabel('Email').inputValue()).toBe('alex@example.com');
  await page.context().setOffline(false);
});
