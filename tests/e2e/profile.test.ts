/*
 * Profile (spec §2, §4, §5, §8).
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { isTold, NO_ADDRESS } from '../support/field-faults.ts';
import { expectLogged } from '../support/logged-faults.ts';
import { arrives, drawn, main, sees, stored } from '../support/page-steps.ts';
import { callAs, callSite, findOffer, saveOffer } from '../support/shopper-calls.ts';
import { SITE, test } from '../support/shopper-test.ts';
import { failCall, healCalls } from '../support/stand-in-calls.ts';

const PROFILE = '/auth/profile';
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();
const entries = (page: Page) => page.getByRole('tabpanel').getByRole('listitem');
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();
const set = (page: Page, label: string, value: string) =>
  page.getByLabel(label, { exact: true }).fill(value);

test('shows who is signed in; a tab is in the address, as its fragment or as a parameter; Logout forgets token and user, here and on the server', async ({
  open,
  join,
}) => {
  const shopper = await join();
  const page = await open('/profile#search-history', { as: shopper });
  await page.getByRole('heading', { level: 1, name: shopper.name }).waitFor();
  for (const text of [shopper.email, 'Member since 2024']) await sees(main(page), text);
  // The address of a new account is not proven yet.
  await main(page).getByText('Email not verified').waitFor();
  await page.getByRole('tab', { name: 'Search History', selected: true }).waitFor();
  const tabs = {
    profile: 'Profile Settings',
    'search-history': 'Search History',
    'view-history': 'View History',
    favorites: 'Favorites',
    alerts: 'Price Alerts',
  };
  expect(await page.getByRole('tab').allInnerTexts()).toEqual(Object.values(tabs));
  for (const [id, name] of Object.entries(tabs)) {
    await tab(page, name);
    await page.getByRole('tab', { name, selected: true }).waitFor();
    expect(new URL(page.url()).hash).toBe(`#${id}`);
  }
  await page.goto('/profile?tab=alerts');
  await page.getByRole('tab', { name: 'Price Alerts', selected: true }).waitFor();
  await main(page).getByRole('button', { name: 'Logout' }).click();
  await arrives(page, '/login');
  expect(await stored(page, 'token')).toBeNull();
  expect(await stored(page, 'user')).toBeNull();
  await expect(callAs(shopper, 'GET', '/auth/me')).rejects.toThrow('401');
});

test('a call that arrives after Logout is refused without an error', async ({ open, join }) => {
  const page = await open('/profile', { as: await join() });
  const refusal = page.waitForResponse('**/api/alerts');
  const { promise: signedOut, resolve: isSignedOut } = Promise.withResolvers<void>();
  await page.route('**/api/alerts', async (route) => {
    await signedOut;
    await route.continue();
  });
  await page.route('**/api/auth/logout', async (route) => {
    const response = await route.fetch();
    isSignedOut();
    await (await refusal).finished();
    await drawn(page);
    await route.fulfill({ response });
  });
  await tab(page, 'Price Alerts');
  await main(page).getByRole('button', { name: 'Logout' }).click();
  await arrives(page, '/login');
  expect((await refusal).status()).toBe(401);
});

test('Profile Settings says what is missing and how saving failed, keeps what was typed, saves a name without passwords, and a new password', async ({
  open,
  join,
}) => {
  const shopper = await join();
  const page = await open('/profile', { as: shopper });
  await set(page, 'Email', '');
  await save(page);
  await sees(page, 'Email is required');
  await set(page, 'Email', shopper.email);
  await set(page, 'New password', 'something1');
  await save(page);
  await sees(page, 'New passwords do not match');
  await set(page, 'New password', 'five5');
  await set(page, 'Confirm new password', 'five5');
  await save(page);
  await sees(page, 'New password must be at least 6 characters');
  expectLogged(page, /^\[api\] PUT \/auth\/profile 400/);
  for (const [label, wrong, text] of [
    ['Name', { Name: ' ' }, 'Name is required'],
    ['Email', { Email: 'robin' }, NO_ADDRESS],
    ['Current password', { 'New password': 'gum-tree-78' }, 'Current password is incorrect'],
    [
      'Current password',
      { 'Current password': 'wrong-1', 'New password': 'gum-tree-78' },
      'Current password is incorrect',
    ],
  ] as const) {
    const typed = {
      Name: 'Robin',
      Email: shopper.email,
      'Current password': '',
      'New password': '',
      ...wrong,
    };
    for (const [name, value] of Object.entries(typed)) await set(page, name, value);
    await set(page, 'Confirm new password', typed['New password']);
    await save(page);
    await isTold(page, label, text, typed[label]);
  }
  for (const label of ['Current password', 'New password', 'Confirm new password'])
    await set(page, label, '');

  await set(page, 'Name', 'Sam Renamed');
  const taken = 'This email is already registered.';
  for (const [failure, text, advice] of [
    [{ status: 409, error: taken }, taken],
    [{ status: 500 }, 'Failed to update profile', /^Something went wrong at our end/],
    [{ status: 429 }, 'Failed to update profile', /^Too many requests/],
    ['unreachable', 'Failed to update profile', /^We got no response/],
  ] as const) {
    await failCall(page, 'PUT', PROFILE, failure);
    await save(page);
    await sees(page, text);
    if (advice) await sees(page, advice);
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Sam Renamed');
  }
  await healCalls(page);

  await set(page, 'Current password', 'not-sent-alone');
  const sent = page.waitForRequest('**/api/auth/profile');
  await save(page);
  await sees(page, 'Profile updated successfully!');
  expect(Object.keys((await sent).postDataJSON()).toSorted()).toEqual(['email', 'name']);
  await page.getByRole('heading', { level: 1, name: 'Sam Renamed' }).waitFor();
  expect(JSON.parse((await stored(page, 'user')) ?? '').name).toBe('Sam Renamed');

  await set(page, 'Current password', shopper.password);
  await set(page, 'New password', 'brand-new-8!');
  await set(page, 'Confirm new password', 'brand-new-8!');
  const changed = page.waitForResponse('**/api/auth/profile');
  await save(page);
  expect((await changed).ok()).toBe(true);
  const field = page.getByLabel('New password', { exact: true });
  await expect.poll(() => field.inputValue()).toBe('');
  const { email } = shopper;
  await callSite(SITE, 'POST', '/auth/login', { email, password: 'brand-new-8!' });
});

test('lists searches, views and favourites, each to be used again, deleted alone and cleared; deletions do not undo each other', async ({
  open,
  join,
}) => {
  const shopper = await join();
  for (const query of ['coffee machine', 'dedica', 'bambino', 'iphone 15']) {
    await callAs(shopper, 'POST', '/search/ai-search', { query });
  }
  const offer = await findOffer(SITE, 'bambino', 'Koala Electrics');
  await callAs(shopper, 'POST', '/user/view-history', { productId: offer._id });
  await saveOffer(shopper, offer);
  const page = await open('/profile', { as: shopper });
  const remove = (query: string) =>
    page.getByRole('button', { name: `Delete the search ${query}` }).click();

  await tab(page, 'Search History');
  await entries(page).first().waitFor();
  expect(await entries(page).first().innerText()).toMatch(/iphone 15\s+today · 1 result$/m);
  // A failed deletion is only logged.
  expectLogged(page, /^\[api\] DELETE \/user\/search-history/);
  const call = '**/api/user/search-history/*';
  await page.route(call, (route) => route.fulfill({ status: 500 }));
  const answered = page.waitForResponse(call);
  await remove('iphone 15');
  await answered;
  expect(await entries(page).count(), 'entries that stay').toBe(4);
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.unroute(call);
  const server = Promise.withResolvers<void>();
  await page.route(call, async (route) => {
    await server.promise;
    await route.fallback();
  });
  for (const query of ['iphone 15', 'bambino']) await remove(query);
  server.resolve();
  await expect.poll(() => entries(page).count()).toBe(2);
  await page.unroute(call);
  await remove('dedica');
  await expect.poll(() => entries(page).count()).toBe(1);
  const again = entries(page).getByRole('link', { name: 'Search again' });
  expect(await again.getAttribute('href')).toBe('/search?q=coffee+machine');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByRole('heading', { name: 'No searches yet' }).waitFor();

  await tab(page, 'View History');
  const view = entries(page).first();
  await view.getByRole('button', { name: /^Delete the view of Breville/ }).waitFor();
  expect(await view.innerText()).toMatch(/Bambino[\s\S]*\$\d+\.\d\d[\s\S]*Viewed today/);
  const link = view.getByRole('link', { name: /^View .*Bambino/ });
  expect(await link.getAttribute('target')).toBe('_blank');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByRole('heading', { name: 'No views yet' }).waitFor();

  await tab(page, 'Favorites');
  const favorite = entries(page).first();
  const removeFavorite = favorite.getByRole('button', { name: /^Remove Breville/ });
  await removeFavorite.waitFor();
  expect(await favorite.innerText()).toMatch(/\$579\.00[\s\S]*Koala Electrics · Added today/);
  await removeFavorite.click();
  await page.getByRole('heading', { name: 'No favourites yet' }).waitFor();
});
