/*
 * The session in the browser (spec §4, §6): restored, refused, ended; social callback.
 */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectLogged } from '../support/logged-faults.ts';
import { arrives, drawn, main, sees, stored, whereabouts } from '../support/page-steps.ts';
import type { Shopper } from '../support/shopper-calls.ts';
import { test } from '../support/shopper-test.ts';
import { answerCall, failCall } from '../support/stand-in-calls.ts';

const guarded = [
  '/recommendations',
  '/profile',
  '/favorites',
  '/profile/security',
  '/product/0190a000-0000-7000-8000-000000000000',
];

describe('pages for account holders', () => {
  test('send a guest to sign in, and back afterwards', async ({ open }) => {
    // The page to sign in asks for the product, to show it: there is none.
    const before = async (tab: Page) => expectLogged(tab, /^\[api\] GET \/products\/.* 404/);
    const page = await open('/about', { before });
    for (const path of guarded) {
      await page.goto(path);
      await arrives(page, `/login?redirect=${encodeURIComponent(path)}`);
    }
  });
});

describe('a stored session', () => {
  const whole = JSON.stringify({ id: '1', email: 'a@example.com', name: 'A' });

  test('that is not whole is logged and removed on every page', async ({ open }) => {
    const logged: string[] = [];
    const page = await open('/robots.txt', {
      before: async (tab) => {
        expectLogged(tab, /^\[session\]/);
        tab.on('console', (message) => logged.push(message.text()));
      },
    });
    // What is not whole: site/client/stored-values.test.ts. Each page is shown another damage.
    for (const [path, session] of [
      ['/', { token: 't', user: JSON.stringify({ id: '1', email: 'a@b.c' }) }],
      ['/about', { token: 't', user: '{half' }],
      ['/search', { token: 't' }],
      ['/login', { user: whole }],
      ['/reset-password', { token: 't', user: JSON.stringify({ id: '1', name: 'A' }) }],
    ] as const) {
      // A page without scripts of the site: nothing reads what is kept before the page that is tested.
      await page.goto('/robots.txt');
      logged.length = 0;
      await page.evaluate((kept) => Object.assign(localStorage, kept), session);
      await page.goto(path);
      for (const part of ['token', 'user']) {
        await expect
          .poll(() => stored(page, part), { message: `the ${part} on ${path}` })
          .toBeNull();
      }
      expect(logged.join('\n'), path).toContain('the stored session is not whole and was removed');
      await page.getByRole('link', { name: 'Sign In' }).waitFor();
    }
  });

  test('that the server no longer knows ends where it is, without a redirect', async ({ open }) => {
    const page = await open('/robots.txt', {
      before: async (tab) => {
        expectLogged(tab, /^\[api\] .* 401/);
        expectLogged(tab, /^\[favorites\]/);
      },
    });
    for (const path of ['/search?q=iphone+15', '/profile', '/recommendations']) {
      await page.goto('/robots.txt');
      await page.evaluate((kept) => Object.assign(localStorage, kept), {
        token: 'stale',
        user: whole,
      });
      await page.goto(path);
      await expect.poll(() => stored(page, 'token'), { message: path }).toBeNull();
      await page.getByRole('link', { name: 'Sign In', exact: true }).first().waitFor();
      expect(whereabouts(page)).toBe(path);
      if (path.startsWith('/search')) continue;
      await page.getByText('Your session has ended.').waitFor();
      const again = page.getByRole('link', { name: 'Sign in', exact: true }).last();
      expect(await again.getAttribute('href')).toBe(`/login?redirect=${encodeURIComponent(path)}`);
    }
  });

  test('that another tab begins replaces the earlier one, in forms too', async ({ open, join }) => {
    const first = await join();
    const page = await open('/profile', { as: first });
    expect(await page.getByLabel('Email').inputValue()).toBe(first.email);
    const second = await join();
    await signInElsewhere(page, second);
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(second.email);
  });

  test('that another tab begins survives a late refusal of the earlier one', async ({
    open,
    join,
  }) => {
    const refuse = Promise.withResolvers<void>();
    const page = await open('/search', {
      storage: { token: 'stale', user: whole },
      before: async (tab) => {
        expectLogged(tab, /^\[api\] GET \/auth\/me 401/);
        await tab.route('**/api/auth/me', async (route) => {
          await refuse.promise;
          await route.fulfill({ status: 401, json: { success: false } });
        });
      },
    });
    const shopper = await join();
    await signInElsewhere(page, shopper);
    const logged = page.waitForEvent('console', (message) => message.text().startsWith('[api]'));
    refuse.resolve();
    await logged;
    await drawn(page);
    expect(await stored(page, 'token')).toBe(shopper.token);
  });

  test('outlives a server that is down', async ({ open, join }) => {
    const page = await open('/search', {
      as: await join(),
      before: (tab) => failCall(tab, 'GET', '/auth/me', { status: 500 }),
    });
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    expect(await stored(page, 'token')).toBeTruthy();
  });
});

/** Signs `shopper` in by another tab of the same browser. */
async function signInElsewhere(page: Page, { token, user }: Shopper): Promise<void> {
  const tab = await page.context().newPage();
  await tab.goto('/about');
  const kept = { token, user: JSON.stringify(user) };
  await tab.evaluate((session) => {
    for (const [name, value] of Object.entries(session)) localStorage.setItem(name, value);
  }, kept);
}

describe('social callback', () => {
  test('an error or a foreign token leads to sign-in with a message and both providers, no token to sign-in', async ({
    open,
  }) => {
    const page = await open('/auth/callback', {
      before: async (tab) => {
        expectLogged(tab, /^\[api\] POST \/auth\/social\/exchange/);
        expectLogged(tab, /^\[social-login\] (?!.*rubbish)/);
      },
    });
    await arrives(page, '/login');
    for (const [query, end] of [
      ['error=access_denied', '/login?error=oauth_error'],
      ['token=rubbish', '/login?error=token_error'],
    ] as const) {
      await page.goto(`/auth/callback?${query}`);
      await arrives(page, end);
      await sees(page, 'OAuth login failed. Please try again.');
    }
    for (const provider of ['Google', 'Facebook']) {
      const link = main(page).getByRole('link', { name: `Continue with ${provider}` });
      expect(await link.getAttribute('href')).toBe(`/api/auth/${provider.toLowerCase()}`);
    }
  });

  test('a valid token signs in, leads home and leaves the address', async ({ open, join }) => {
    const { user, token } = await join();
    const page = await open('/auth/callback?token=good', {
      before: (tab) => answerCall(tab, 'POST', '/auth/social/exchange', { user, token }),
    });
    await arrives(page, '/');
    expect(await stored(page, 'token')).toBe(token);
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    await page.goBack();
    expect(page.url()).not.toContain('good');
  });
});
