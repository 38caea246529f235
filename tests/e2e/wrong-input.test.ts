/*
 * A form error appears at its field, which gets the focus and keeps the input.
 */
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectLogged } from '../support/logged-faults.ts';
import { dialog, main, sees } from '../support/page-steps.ts';
import { findOffer } from '../support/shopper-calls.ts';
import { SITE, test } from '../support/shopper-test.ts';
import { countCalls, failCall } from '../support/stand-in-calls.ts';

const NO_ADDRESS = 'Please enter a valid email address.';
/** Passes a browser's own check, but is no address that mail can be sent to. */
const NO_DOT = 'robin@example';

const set = (page: Page, label: string, value: string) =>
  page.getByLabel(label, { exact: true }).fill(value);
const press = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true }).click();

/** Waits until the field says exactly this, has the focus, and still holds `value`. */
async function isTold(page: Page, label: string, text: string, value: string) {
  const field = page.getByLabel(label, { exact: true });
  await expect.poll(() => field.getAttribute('aria-invalid'), { message: text }).toBe('true');
  const told = await field.evaluate((input) =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.innerText.trim()),
  );
  expect(told).toContain(text);
  await expect
    .poll(() => field.evaluate((input) => input === document.activeElement), { message: 'focus' })
    .toBe(true);
  expect(await field.inputValue()).toBe(value);
}

/** The browser itself says at the field what is wrong, and the field still holds `value`. */
async function isStopped(page: Page, label: string, value: string) {
  const field = page.getByLabel(label, { exact: true });
  const [isValid, isFocused] = await field.evaluate((input: HTMLInputElement) => [
    input.validity.valid,
    input === document.activeElement,
  ]);
  expect(isValid, `“${value}” passes`).toBe(false);
  expect(isFocused, 'focus').toBe(true);
  expect(await field.inputValue()).toBe(value);
}

test('sign-in stops an address without a dot; a forgotten password needs a valid one; sign-up tells a wrong name and password', async ({
  open,
}) => {
  const page = await open('/login');
  const calls = countCalls(page, 'POST', '/auth/login');
  await set(page, 'Email', NO_DOT);
  await set(page, 'Password', 'gum-tree-77');
  await press(page.locator('main form'), 'Sign in');
  await isStopped(page, 'Email', NO_DOT);
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('gum-tree-77');
  expect(calls(), 'calls').toBe(0);

  expectLogged(page, /^\[api\] POST \/auth\/(forgot-password|register) 400/);
  await set(page, 'Email', 'robin');
  await press(main(page), 'Forgot password?');
  await isTold(page, 'Email', NO_ADDRESS, 'robin');

  await press(main(page), 'Create a free account');
  await set(page, 'Email', 'robin-wrong@example.com');
  await set(page, 'Name', '   ');
  await set(page, 'Password', 'gum-tree-77');
  await press(main(page), 'Sign up');
  await isTold(page, 'Name', 'Name is required', '   ');
  await set(page, 'Name', 'Robin');
  await set(page, 'Password', 'five5');
  await press(main(page), 'Sign up');
  await isTold(page, 'Password', 'Password must be at least 6 characters long', 'five5');
});

test('the profile tells what is wrong at its field', async ({ open, join }) => {
  const shopper = await join();
  const page = await open('/profile', { as: shopper });
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
    await press(page, 'Save changes');
    await isTold(page, label, text, typed[label]);
  }
});

describe('price alerts', () => {
  const BOTH = 'Please enter your email and target price';
  const TARGET = 'Target price in dollars';

  test('a wrong address or price beside a search is told at its field', async ({ open, join }) => {
    const shopper = await join();
    const page = await open('/search?q=coffee+machine', { as: shopper });
    const calls = countCalls(page, 'POST', '/alerts');
    await press(page, 'Price alert');
    const alert = async (email: string, target: string) => {
      await set(page, 'Email', email);
      await set(page, TARGET, target);
      await press(page, 'Set alert');
    };
    await alert('', '250');
    await isTold(page, 'Email', BOTH, '');
    await alert(shopper.email, '');
    await isTold(page, TARGET, BOTH, '');
    for (const email of ['robin', NO_DOT]) {
      await alert(email, '250');
      await isStopped(page, 'Email', email);
    }
    for (const target of ['-1', '299.01', '9999']) {
      await alert(shopper.email, target);
      await isStopped(page, TARGET, target);
    }
    expect(calls(), 'calls').toBe(0);
  });

  test('a wrong address on a product is told at its field', async ({ open, join }) => {
    const { _id } = await findOffer(SITE, 'bambino', 'Harbour Appliances');
    const page = await open(`/product/${_id}`, { as: await join() });
    const calls = countCalls(page, 'POST', '/alerts');
    await press(page, 'Alert me');
    await set(page, 'Email', NO_DOT);
    await press(dialog(page), 'Set alert');
    await isStopped(page, 'Email', NO_DOT);
    expect(calls(), 'calls').toBe(0);
  });
});

test('a wrong address of the newsletter stays, with its message; a server that does not answer changes nothing on screen', async ({
  open,
}) => {
  const page = await open('/');
  await set(page, 'Your email', 'robin');
  await press(page, 'Subscribe');
  await isTold(page, 'Your email', NO_ADDRESS, 'robin');
  await failCall(page, 'POST', '/newsletter', { status: 500 });
  await set(page, 'Your email', 'reader@example.com');
  await press(page, 'Subscribe');
  await sees(page, 'Success! Check your email to confirm subscription.');
});
