/*
 * Failed calls: a screen shows the specified message and, below it, what the shopper can do.
 */
import { expect } from 'vitest';
import { expectLogged } from '../support/logged-faults.ts';
import { main, sees } from '../support/page-steps.ts';
import { test } from '../support/shopper-test.ts';
import { failCall, healCalls } from '../support/stand-in-calls.ts';

const FAILURES = [
  [{ status: 500 }, /^Something went wrong at our end/],
  [{ status: 429 }, /^Too many requests/],
  ['unreachable', /^We got no response/],
] as const;

test('a failed call of a list says so with its reason, what to do, and is tried again', async ({
  open,
  join,
}) => {
  const page = await open('/profile', { as: await join() });
  for (const [name, call] of [
    ['Search History', '/user/search-history'],
    ['Favorites', '/user/favorites'],
  ] as const) {
    const panel = main(page).getByRole('alert');
    const again = panel.getByRole('button', { name: 'Try Again' });
    for (const [nth, [failure, advice]] of FAILURES.entries()) {
      await failCall(page, 'GET', call, failure);
      await (nth === 0 ? page.getByRole('tab', { name }) : again).click();
      await sees(panel, advice);
    }
    await healCalls(page);
    await again.click();
    await panel.waitFor({ state: 'detached' });
  }
});

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
