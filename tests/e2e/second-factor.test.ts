/*
 * The second factor of an account: setting it up at /profile/security, signing in with it, turning it off.
 */
import { text as readText } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { codeOf } from '../support/authenticator.ts';
import { expectLogged } from '../support/logged-faults.ts';
import { arrives, main, sees, seesNoMore, stored } from '../support/page-steps.ts';
import type { Shopper } from '../support/shopper-calls.ts';
import { test } from '../support/shopper-test.ts';

const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const press = (page: Page, name: string) => button(page, name).click();
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/**
 * Sets up a second factor on the open page with the code of now, so that the next one is unused. Answers the key that was
 * shown.
 */
async function setUp(page: Page, { password }: Shopper): Promise<string> {
  await field(page, 'Current password').fill(password);
  await press(page, 'Set up an authenticator app');
  await sees(page, 'Scan this with your app');
  const secret = (await page.locator('dd').innerText()).replaceAll(' ', '');
  await field(page, 'Code that the app shows').fill(codeOf(secret));
  await press(page, 'Turn it on');
  await sees(page, 'Your backup codes');
  return secret;
}

async function signIn(page: Page, shopper: Shopper): Promise<void> {
  await field(page, 'Email').fill(shopper.email);
  await field(page, 'Password').fill(shopper.password);
  await press(page, 'Sign in');
  await sees(page, 'Enter your code');
}

describe('at /profile/security', () => {
  test('is set up by QR code or key, shows its backup codes once, is turned off by password and code', async ({
    open,
    join,
  }) => {
    const shopper = await join();
    const page = await open('/profile', { as: shopper });
    await page.getByRole('link', { name: 'Security and sign-ins' }).click();
    await arrives(page, '/profile/security');
    await sees(page, 'Signed in');
    const secret = await setUp(page, shopper);
    expect(secret).toMatch(/^[A-Z2-7]{32,}$/);
    const codes = await page.locator('.backup-codes li').allInnerTexts();
    expect(codes).toHaveLength(10);
    expect(codes.every((code) => /^[a-z2-9]{5}-[a-z2-9]{5}$/.test(code))).toBe(true);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      press(page, 'Save as a file'),
    ]);
    expect(await readText(await saved.createReadStream())).toContain(codes[9]);
    await sees(page, '10 backup codes left');
    await press(page, 'I have kept them');
    await seesNoMore(page, 'Your backup codes');
    await page.reload();
    await sees(page, 'Second factor turned on');
    expect(await page.locator('.backup-codes').count()).toBe(0);
    await field(page, 'Current password').fill(shopper.password);
    await press(page, 'Turn it off');
    await sees(page, 'Enter the code.');
    await field(page, 'Code').fill(codeOf(secret, 1));
    await press(page, 'Turn it off');
    await sees(page, 'Set up an authenticator app');
    await sees(page, 'Second factor turned off');
  });

  test('a wrong password and a wrong code show a message at their fields', async ({
    open,
    join,
  }) => {
    const shopper = await join();
    const page = await open('/profile/security', { as: shopper });
    expectLogged(page, /^\[api\]/);
    await press(page, 'Set up an authenticator app');
    await sees(page, 'Please enter your current password.');
    await field(page, 'Current password').fill('not-mine-at-all');
    await press(page, 'Set up an authenticator app');
    await sees(page, 'Current password is incorrect');
    await field(page, 'Current password').fill(shopper.password);
    await press(page, 'Set up an authenticator app');
    await field(page, 'Code that the app shows').fill('000000');
    await press(page, 'Turn it on');
    await sees(page, /^This code is wrong/);
    const input = field(page, 'Code that the app shows');
    expect(await input.evaluate((one) => one === document.activeElement)).toBe(true);
    await press(page, 'Cancel');
    await sees(page, 'Off');
  });
});

test('signing in asks for the code or starts again, continues to the requested page, and after five wrong codes asks for the password', async ({
  open,
  join,
}) => {
  const shopper = await join();
  const secret = await setUp(await open('/profile/security', { as: shopper }), shopper);
  const page = await open('/login?redirect=%2Ffavorites');
  expectLogged(page, /^\[api\]/);
  await signIn(page, shopper);
  expect(await stored(page, 'token')).toBeNull();
  await press(page, 'Start again');
  expect(await field(page, 'Email').inputValue()).toBe('');
  await signIn(page, shopper);
  await press(page, 'Sign in');
  await sees(page, 'Enter the code.');
  for (let guess = 0; guess < 5; guess += 1) {
    await field(page, 'Code').fill(`00000${guess}`);
    const answered = page.waitForResponse('**/api/auth/login/code');
    await press(page, 'Sign in');
    expect((await answered).status()).toBe(400);
    await sees(page, /^This code is wrong/);
  }
  await field(page, 'Code').fill('000009');
  await press(page, 'Sign in');
  await sees(page, 'Too many wrong codes. Please sign in again.');
  await sees(page, 'Forgot password?');
  await signIn(page, shopper);
  await field(page, 'Code').fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await arrives(page, '/favorites');
  expect(await stored(page, 'token')).toBeTruthy();
});
