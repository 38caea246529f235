/*
 * Profile Settings beyond the specified messages: recovery from failed calls, price alerts, data export and deletion.
 */
import { text as readText } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectLogged } from '../support/logged-faults.ts';
import { arrives, dialog, main, sees, stored } from '../support/page-steps.ts';
import { callAs, findOffer } from '../support/shopper-calls.ts';
import { SITE, test } from '../support/shopper-test.ts';
import { failCall, healCalls } from '../support/stand-in-calls.ts';

const PROFILE = '/auth/profile';
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();
const set = (page: Page, label: string, value: string) =>
  page.getByLabel(label, { exact: true }).fill(value);

test('a form that could not be sent says so beside what was typed, with a way to sign in again; a new address needs the password, and the code of a second factor', async ({
  open,
  join,
}) => {
  const page = await open('/profile', { as: await join() });
  await failCall(page, 'PUT', PROFILE, { status: 401, error: 'Please sign in.' });
  await set(page, 'Name', 'Sam Renamed');
  await save(page);
  await sees(page, 'Please sign in.');
  const link = page.getByRole('link', { name: 'Sign in again in a new tab' });
  expect(await link.getAttribute('href')).toBe('/login?redirect=%2Fprofile');
  expect(await link.getAttribute('target')).toBe('_blank');
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Sam Renamed');
  await healCalls(page);
  await save(page);
  await sees(page, 'Profile updated successfully!');

  await set(page, 'Email', 'sam-elsewhere@example.com');
  await save(page);
  await sees(page, 'Please enter your current password.');
  const error = 'Please enter the code of your authenticator app.';
  await failCall(page, 'PUT', PROFILE, { status: 403, error, code: 'code-needed' });
  await save(page);
  await sees(page, error);
  await set(page, 'Code', '123456');
  await healCalls(page);
  const sent = page.waitForRequest('**/api/auth/profile');
  await save(page);
  expect((await sent).postDataJSON()).toMatchObject({ code: '123456' });
});

test('price alerts are listed with their terms, and each can be ended, or the page says that it failed', async ({
  open,
  join,
}) => {
  const shopper = await join();
  const { _id: productId } = await findOffer(SITE, 'bambino', 'Koala Electrics');
  await callAs(shopper, 'POST', '/alerts', { productId, targetPrice: 450 });
  const before = (tab: Page) => failCall(tab, 'GET', '/alerts', { status: 500 });
  const page = await open('/profile#alerts', { as: shopper, before });
  const alerts = page.getByRole('tabpanel');
  await sees(alerts, 'Your price alerts could not be loaded.');
  await healCalls(page);
  await alerts.getByRole('button', { name: 'Try Again' }).click();
  await sees(alerts, /^\$450\.00 or less, now \$\d+\.\d\d$/);
  await sees(alerts, 'Not active yet: open the link we emailed you');
  const link = alerts.getByRole('link', { name: /Bambino/ });
  expect(await link.getAttribute('href')).toBe(`/product/${productId}`);
  const end = alerts.getByRole('button', { name: /^End the alert for Breville/ });
  expectLogged(page, /^\[api\] DELETE \/alerts\//);
  await page.route('**/api/alerts/*', (route) => route.fulfill({ status: 500 }));
  await end.click();
  await sees(dialog(page), 'The price alert could not be ended. Please try again.');
  await dialog(page).getByRole('button', { name: 'OK' }).click();
  await healCalls(page);
  await end.click();
  await sees(alerts, 'No alerts yet');
  await page.reload();
  await sees(alerts, 'No alerts yet');
});

test('one’s own data comes as a file with everything in it, and is deleted with the account after a confirmation', async ({
  open,
  join,
}) => {
  const shopper = await join();
  const page = await open('/profile', { as: shopper });
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^priceroo-data-\d{4}-\d\d-\d\d\.json$/);
  const data = JSON.parse(await readText(await file.createReadStream()));
  expect(data.account.email).toBe(shopper.email);
  await sees(page, 'Saved to your downloads.');

  const press = () => main(page).getByRole('button', { name: 'Delete account' }).click();
  await press();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await press();
  expectLogged(page, /^\[api\] DELETE \/auth\/account 403/);
  await dialog(page).getByRole('button', { name: 'Delete account' }).click();
  await sees(page, 'Please enter your current password.');
  await set(page, 'Your password', shopper.password);
  await press();
  await arrives(page, '/');
  expect(await stored(page, 'token')).toBeNull();
  await expect(callAs(shopper, 'GET', '/auth/me')).rejects.toThrow('401');
});

test('API keys are made, shown once, seen in use and revoked; every session ends by one button; what fails says so', async ({
  open,
  join,
}) => {
  const shopper = await join();
  const page = await open('/profile', { as: shopper });
  const section = page.getByRole('region', { name: 'API keys' });
  const unfold = () => page.getByText('Chats, feed readers and API keys').click();
  await unfold();
  await sees(section, 'No keys yet.');
  await failCall(page, 'POST', '/user/api-keys', 'unreachable');
  await set(page, 'Name of a new key', 'Spreadsheet');
  await page.getByRole('button', { name: 'Make a key' }).click();
  await sees(page, /^We got no response/);
  await healCalls(page);
  await set(page, 'Name of a new key', '');
  const make = () => section.getByRole('button', { name: 'Make a key' }).click();
  await make();
  await sees(section, 'Please name the key.');
  await set(page, 'Name of a new key', 'Spreadsheet');
  await make();
  await sees(section, 'Copy it now: it is not shown again.');
  const key = await section.getByLabel('Your new key').inputValue();
  await sees(section, `${key.slice(0, 8)}… · never used`);
  const asked = { headers: { authorization: `Bearer ${key}` } };
  expect((await fetch(`${SITE}/api/features`, asked)).status).toBe(200);
  await page.reload();
  await unfold();
  await sees(section, `${key.slice(0, 8)}… · used today`);
  expect(await page.content()).not.toContain(key);
  await section.getByRole('button', { name: 'Revoke the key Spreadsheet' }).click();
  await sees(section, 'No keys yet.');
  expect((await fetch(`${SITE}/api/features`, asked)).status).toBe(401);

  await failCall(page, 'POST', '/auth/logout', 'unreachable');
  const press = () => page.getByRole('button', { name: 'Sign out everywhere, here too' }).click();
  await press();
  await sees(page, 'Your sessions could not be ended. Please try again.');
  await healCalls(page);
  await press();
  await arrives(page, '/login');
  expect(await stored(page, 'token')).toBeNull();
  await expect(callAs(shopper, 'GET', '/auth/me')).rejects.toThrow('401');
});
