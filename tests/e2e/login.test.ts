/*
 * Sign-in and sign-up (spec §2, §4, §5, §8).
 */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { isStopped, isTold, NO_DOT } from '../support/field-faults.ts';
import { expectLogged } from '../support/logged-faults.ts';
import {
  arrives,
  freeze,
  main,
  sees,
  seesNoMore,
  stored,
  whereabouts,
} from '../support/page-steps.ts';
import { test } from '../support/shopper-test.ts';
import { countCalls, type Failure, failCall, holdCall } from '../support/stand-in-calls.ts';

const BAD =
  'Invalid email or password. Please check your credentials or sign up for a new account.';
const BUSY = 'Service temporarily unavailable. Please try again in a few moments.';

async function fill(page: Page, fields: { email: string; password: string }) {
  await page.getByLabel('Email').fill(fields.email);
  await page.getByLabel('Password', { exact: true }).fill(fields.password);
}
const press = (page: Page, name: string) =>
  page.locator('main form').getByRole('button', { name, exact: true }).click();
const toSignUp = (page: Page) =>
  main(page).getByRole('button', { name: 'Create a free account' }).click();
const stranger = { email: 'nobody@example.com', password: 'wrong-password-1' };
const newcomer = () => ({
  email: `robin-${process.pid}-${Math.round(performance.now() * 1000)}@example.com`,
  password: 'short1',
});

describe('sign-in', () => {
  test('says Processing... and rests, then leads home; the browser keeps token and user', async ({
    open,
    join,
  }) => {
    const shopper = await join();
    const page = await open('/login');
    const release = await holdCall(page, 'POST', '/auth/login');
    await fill(page, shopper);
    await press(page, 'Sign in');
    const button = page.getByRole('button', { name: 'Processing...' });
    expect(await button.isDisabled(), 'the button rests').toBe(true);
    release();
    await arrives(page, '/');
    expect(await stored(page, 'token')).toBeTruthy();
    expect(JSON.parse((await stored(page, 'user')) ?? '')).toMatchObject({
      email: shopper.email,
      name: shopper.name,
    });
  });

  test('with a redirect leads back to where one was', async ({ open, join }) => {
    const shopper = await join();
    const back = '/search?q=iphone+15&sort=price';
    const page = await open(`/login?redirect=${encodeURIComponent(back)}`);
    await sees(page, 'We’ll bring you straight back to where you were.');
    await fill(page, shopper);
    await press(page, 'Sign in');
    await arrives(page, back);
  });

  test('says how the server failed, what to do, and keeps what was typed', async ({ open }) => {
    const page = await open('/login');
    await fill(page, stranger);
    // Texts one after the other differ.
    const failures: [Failure, string][] = [
      [{ status: 503, error: 'queue full' }, BUSY],
      [{ status: 500 }, 'An error occurred. Please try again.'],
      [{ status: 429, error: 'Too many requests.' }, 'Too many requests.'],
      ['refused', 'Login failed'],
      ['unreachable', 'An error occurred. Please try again.'],
    ];
    for (const [failure, text] of failures) {
      await failCall(page, 'POST', '/auth/login', failure);
      await press(page, 'Sign in');
      await sees(page, text);
      expect(await stored(page, 'token')).toBeNull();
    }
    await sees(page, /^We got no response/);
    expect(await page.getByLabel('Email').inputValue()).toBe(stranger.email);
    const password = page.getByLabel('Password', { exact: true });
    expect(await password.inputValue()).toBe(stranger.password);
    const json = { success: false, message: 'We are moving house.' };
    await page.route('**/api/auth/login', (route) => route.fulfill({ status: 500, json }));
    await press(page, 'Sign in');
    await sees(page, 'We are moving house.');
  });
});

describe('sign-up', () => {
  test('wrong credentials are explained; toggling clears message and fields', async ({ open }) => {
    const page = await open('/login', { before: async (tab) => expectRefusal(tab, 'login') });
    const calls = countCalls(page, 'POST', '/auth/login');
    await fill(page, { ...stranger, email: NO_DOT });
    await press(page, 'Sign in');
    await isStopped(page, 'Email', NO_DOT);
    expect(calls(), 'calls').toBe(0);
    await fill(page, stranger);
    await press(page, 'Sign in');
    await sees(page, BAD);
    expect(whereabouts(page)).toBe('/login');
    await toSignUp(page);
    await seesNoMore(page, BAD);
    expect(await page.getByLabel('Email').inputValue(), 'the email that stays').toBe('');
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    expect(await page.getByLabel('Name').inputValue()).toBe('');
    await main(page).getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('Name').waitFor({ state: 'detached' });
  });

  test('needs name, email and password; the checklist follows the typing and does not block', async ({
    open,
  }) => {
    const page = await open('/login');
    const signIns = countCalls(page, 'POST', '/auth/login');
    await toSignUp(page);
    const isValid = (label: string) =>
      page
        .getByLabel(label, { exact: true })
        .evaluate((input: HTMLInputElement) => input.validity.valid);
    for (const label of ['Name', 'Email', 'Password']) {
      expect(await isValid(label), `an empty ${label}`).toBe(false);
    }
    await page.getByLabel('Email').fill('no-address');
    expect(await isValid('Email'), 'no-address as Email').toBe(false);
    const list = page.getByRole('list', { name: 'Password checklist' });
    const done = async () => {
      const lines = await list.getByRole('listitem').allTextContents();
      return lines.map((line) => line.startsWith('Done'));
    };
    expect(await list.innerText()).toContain('8 to 64 characters');
    expect(await list.innerText()).toContain('only !@#$%^*-_+= are supported');
    for (const part of ['one letter', 'one digit', 'one symbol']) {
      expect(await list.innerText()).toContain(`At least ${part}`);
    }
    const typed: [string, boolean[]][] = [
      ['', [false, false, false, false]],
      ['abc', [false, true, false, false]],
      ['abcdefg1', [true, true, true, false]],
      ['abcdefg1~', [true, true, true, false]],
      ['abcdefg1!', [true, true, true, true]],
      ['a1!'.padEnd(65, 'x'), [false, true, true, true]],
    ];
    for (const [password, expected] of typed) {
      await page.getByLabel('Password', { exact: true }).fill(password);
      expect(await done()).toEqual(expected);
    }
    const { email } = newcomer();
    expectRefusal(page, 'register');
    for (const [name, password, label, text] of [
      ['   ', 'gum-tree-77', 'Name', 'Name is required'],
      ['Robin', 'five5', 'Password', 'Password must be at least 6 characters long'],
    ] as const) {
      await page.getByLabel('Name').fill(name);
      await fill(page, { email, password });
      await press(page, 'Sign up');
      await isTold(page, label, text, label === 'Name' ? name : password);
    }
    await page.getByLabel('Name').fill('Robin New');
    await fill(page, newcomer());
    await press(page, 'Sign up');
    await arrives(page, '/');
    expect(await stored(page, 'token')).toBeTruthy();
    expect(signIns(), 'one session, begun by the first sign-in').toBe(0);
    expect(JSON.parse((await stored(page, 'user')) ?? '')).toMatchObject({ loginCount: 1 });
  });

  test('a taken address shows both messages and switches to sign-in after 1.5 s', async ({
    open,
    join,
  }) => {
    const page = await open('/login', { at: 'now' });
    expectRefusal(page, 'register');
    const { email } = await join();
    await toSignUp(page);
    await freeze(page);
    await page.getByLabel('Name').fill('Robin New');
    await fill(page, { ...newcomer(), email });
    await press(page, 'Sign up');
    await sees(page, 'This email is already registered. Switching to login mode...');
    await page.clock.runFor(1_400);
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    await page.clock.runFor(200);
    await sees(page, 'This email is already registered. Please login with your password.');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  test('says how the server failed', async ({ open }) => {
    const page = await open('/login');
    await toSignUp(page);
    await page.getByLabel('Name').fill('Robin New');
    await fill(page, newcomer());
    const failures: [Failure, string][] = [
      [{ status: 401 }, 'Registration failed. Please try again.'],
      [{ status: 503 }, BUSY],
      ['refused', 'Registration failed'],
    ];
    for (const [failure, text] of failures) {
      await failCall(page, 'POST', '/auth/register', failure);
      await press(page, 'Sign up');
      await sees(page, text);
    }
  });
});

/** The real server will refuse; the caller of the API logs it. */
function expectRefusal(page: Page, call: 'login' | 'register'): void {
  expectLogged(page, new RegExp(`^\\[api\\] POST /auth/${call} 4`));
}
