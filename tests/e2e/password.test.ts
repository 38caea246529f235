/*
 * Forgotten passwords (spec §2, §4, §5, §8, §9): asking for the mail, and the screen it leads to.
 */
import pg from 'pg';
import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { unseal } from '#db/runtime/signed-link.ts';
import { isTold, NO_ADDRESS } from '../support/field-faults.ts';
import { expectLogged } from '../support/logged-faults.ts';
import { arrives, freeze, main, sees } from '../support/page-steps.ts';
import { SITE, test } from '../support/shopper-test.ts';
import { failCall, healCalls } from '../support/stand-in-calls.ts';
import { TEST_SECRET } from '../support/test-api.ts';

describe('forgot password', () => {
  const ask = (page: Page) => main(page).getByRole('button', { name: 'Forgot password?' }).click();

  test('needs an address; sends a mail, whoever asks, or says why it did not', async ({ open }) => {
    const page = await open('/login');
    await ask(page);
    await sees(page, 'Please enter your email address');
    const field = page.getByLabel('Email');
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await field.getAttribute('aria-describedby')).toBe('email-fault');
    expectLogged(page, /^\[api\] POST \/auth\/forgot-password 400/);
    await field.fill('robin');
    await ask(page);
    await isTold(page, 'Email', NO_ADDRESS, 'robin');
    await page.getByLabel('Email').fill('nobody@example.com');
    for (const [failure, text] of [
      [{ status: 500 }, 'Failed to send reset email. Please try again.'],
      [{ status: 429, error: 'Please wait.' }, 'Please wait.'],
    ] as const) {
      await failCall(page, 'POST', '/auth/forgot-password', failure);
      await ask(page);
      await sees(page, text);
    }
    await healCalls(page);
    await ask(page);
    await sees(page, 'Password reset email sent! Please check your inbox.');
  });
});

describe('reset password', () => {
  const NO_TOKEN = 'Invalid or missing reset token. Please request a new password reset link.';
  const set = async (page: Page, password: string, repeated: string) => {
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password', { exact: true }).fill(repeated);
    await page.getByRole('button', { name: 'Reset password' }).click();
  };

  test('without a token, or with a dead one, says so at once, hides the form, and sends a new link from there', async ({
    open,
    join,
  }) => {
    const shopper = await join();
    const page = await open('/reset-password?token=dead');
    expectLogged(page, /^\[api\] POST \/auth\/reset-password\/check 400/);
    await sees(page, 'This reset link is invalid or has expired.');
    await page.getByRole('button', { name: 'Send a new link' }).waitFor();
    expect(await page.getByLabel(/password/i).count(), 'fields of a dead link').toBe(0);
    await page.goto('/reset-password');
    await sees(page, NO_TOKEN);
    expect(await page.getByLabel(/password/i).count(), 'fields that cannot work').toBe(0);
    await page.getByLabel('Email').fill(shopper.email);
    await page.getByRole('button', { name: 'Send a new link' }).click();
    await sees(page, 'Password reset email sent! Please check your inbox.');
    await expect.poll(() => mailedLink(shopper.email)).toBeTruthy();
  });

  test('shows and hides each field, checks length and confirmation, states the rules, and says how it failed', async ({
    open,
    join,
  }) => {
    const page = await open(await linkFor(await join()));
    for (const name of ['new password', 'confirm password']) {
      const field = page.getByLabel(new RegExp(`^${name}$`, 'i'));
      expect(await field.getAttribute('type')).toBe('password');
      await page.getByRole('button', { name: `Show ${name}` }).click();
      expect(await field.getAttribute('type')).toBe('text');
      await page.getByRole('button', { name: `Hide ${name}` }).click();
      expect(await field.getAttribute('type')).toBe('password');
    }
    await set(page, 'five5', 'five5');
    await sees(page, 'Password must be at least 6 characters long');
    await set(page, 'longenough', 'different1');
    await sees(page, 'Passwords do not match');
    const repeated = page.getByLabel('Confirm password', { exact: true });
    expect(await repeated.getAttribute('aria-invalid')).toBe('true');
    expect(await repeated.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await page.getByRole('complementary').innerText()).toContain('expires in 1 hour');
    for (const [failure, text] of [
      [{ status: 500 }, 'Failed to reset password'],
      [{ status: 400, error: 'This link has expired.' }, 'This link has expired.'],
      ['unreachable', 'Failed to reset password'],
    ] as const) {
      await failCall(page, 'POST', '/auth/reset-password', failure);
      await set(page, 'longenough', 'longenough');
      await sees(page, text);
    }
  });

  test('sets a new password by the mailed link and redirects to sign-in after 2 s', async ({
    open,
    join,
  }) => {
    const shopper = await join();
    const page = await open(await linkFor(shopper), { at: 'now' });
    await freeze(page);
    await set(page, 'brand-new-8!', 'brand-new-8!');
    await page.getByRole('heading', { name: 'Password changed' }).waitFor();
    const left: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && left.push(request.url()));
    await page.clock.runFor(1_900);
    // A navigation that had begun would be ahead of this call, or end it.
    await page.evaluate(() => fetch('/robots.txt').then((answer) => answer.text())).catch(() => '');
    expect(left, 'where the page went after 1.9 s').toEqual([]);
    await page.clock.runFor(200);
    await arrives(page, '/login?reset=done');
    await sees(page, 'Password reset successful! Please login with your new password.');
    await page.getByLabel('Email').fill(shopper.email);
    await page.getByLabel('Password', { exact: true }).fill('brand-new-8!');
    await page.locator('main form').getByRole('button', { name: 'Sign in' }).click();
    await arrives(page, '/');
  });
});

/** Asks for a reset link and returns it. */
async function linkFor({ email }: { email: string }): Promise<string> {
  await fetch(`${SITE}/api/auth/forgot-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  // The answer does not wait for the mail.
  await expect.poll(() => mailedLink(email)).toBeTruthy();
  return (await mailedLink(email)) ?? '';
}

/** The link in the mail to this address, as the outbox has it; null while there is none. */
async function mailedLink(email: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  try {
    const { rows } = await client.query<{ key: string; mail: string }>(
      "select key, to_jsonb(mail)::text as mail from mail where recipient = $1 and kind = 'reset'",
      [email],
    );
    const [link = null] =
      /\/reset-password\?token=[\w%-]+/.exec(
        unseal(TEST_SECRET, rows[0]?.key ?? '', rows[0]?.mail ?? ''),
      ) ?? [];
    return link;
  } finally {
    await client.end();
  }
}
