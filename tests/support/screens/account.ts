import type { Page } from 'playwright-core';
import { fullProfile, manyFavorites } from '../full-screens.ts';
import { answerCall, failCall } from '../stand-in-calls.ts';
import { down, held, press, type ScreenState } from './state.ts';

const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();
const missing = '0190a000-0000-7000-8000-000000000000';

/** The account of joinSite. */
const PASSWORD = 'kangaroo-4-paws!';
const CODES = Array.from({ length: 10 }, (_, nth) => `k7mz${(nth + 2).toString(36)}-3qhtv`);

/** Simulates an account with a second factor. */
async function withBackupCodes(page: Page): Promise<void> {
  await answerCall(page, 'GET', '/user/security', {
    secondFactor: { isOn: true, backupCodesLeft: 2, isRequired: false },
    hasPassword: true,
    events: ['second-factor-on', 'signed-in', 'code-refused'].map((kind) => ({
      kind,
      way: 'code',
      atAdmin: kind === 'signed-in',
      happenedAt: new Date().toISOString(),
    })),
  });
  await answerCall(page, 'POST', '/user/second-factor/backup-codes', { backupCodes: CODES });
}

/** States of sign-in and account screens; `ready` is a selector. */
export const ACCOUNT_STATES: readonly ScreenState[] = [
  { name: 'login', path: '/login', ready: 'form' },
  {
    name: 'sign-up',
    path: '/login',
    prepare: press('Create a free account'),
    ready: '.checklist',
    afterInput: true,
  },
  { name: 'login-error', path: '/login?error=oauth_error', ready: '.notice' },
  {
    name: 'login-fault',
    path: '/login',
    prepare: press('Forgot password?'),
    ready: '.field-fault',
    afterInput: true,
  },
  {
    name: 'login-unreachable',
    path: '/login',
    before: (page) => failCall(page, 'POST', '/auth/login', 'unreachable'),
    prepare: async (page) => {
      await page.getByLabel('Email').fill('alex@example.com');
      await page.getByLabel('Password', { exact: true }).fill('kangaroo-4-paws!');
      await page.locator('main form').getByRole('button', { name: 'Sign in' }).click();
    },
    ready: '.notice',
    afterInput: true,
  },
  {
    name: 'reset-fault',
    path: '/reset-password?token=abc',
    prepare: press('Reset password'),
    ready: '.field-fault',
    afterInput: true,
  },
  { name: 'reset-password', path: '/reset-password?token=abc', ready: 'form' },
  { name: 'reset-no-token', path: '/reset-password', ready: '.notice' },
  { name: 'product', path: '/product/{product}', signedIn: true, ready: '.price-line' },
  {
    name: 'product-alert',
    path: '/product/{product}',
    signedIn: true,
    prepare: press('Alert me'),
    ready: 'dialog[open]',
    afterInput: true,
  },
  {
    name: 'product-error',
    path: '/product/{product}',
    signedIn: true,
    before: (page) => page.route('**/api/products/*', (route) => route.fulfill({ status: 500 })),
    ready: '[lang="zh-Hans"]',
  },
  {
    name: 'product-missing',
    path: `/product/${missing}`,
    signedIn: true,
    ready: 'text=Product does not exist',
  },
  { name: 'recommendations', path: '/recommendations', signedIn: true, ready: '.product-card' },
  {
    name: 'recommendations-loading',
    path: '/recommendations',
    signedIn: true,
    before: held('GET', '/recommendations/personalized'),
    ready: '.card-shape',
  },
  {
    name: 'recommendations-empty',
    path: '/recommendations',
    signedIn: true,
    before: (page) => answerCall(page, 'GET', '/recommendations/personalized', { products: [] }),
    ready: '.empty',
  },
  {
    name: 'recommendations-error',
    path: '/recommendations',
    signedIn: true,
    before: down('GET', '/recommendations/personalized'),
    ready: '.error-panel',
  },
  { name: 'favorites', path: '/favorites', signedIn: true, ready: '.product-card' },
  {
    name: 'favorites-many',
    path: '/favorites',
    signedIn: true,
    before: manyFavorites,
    ready: '.product-card',
  },
  {
    name: 'favorites-empty',
    path: '/favorites',
    signedIn: true,
    before: (page) =>
      answerCall(page, 'GET', '/favorites', {
        favorites: [],
        stats: { total: 0, priceDropped: 0, purchased: 0 },
      }),
    ready: '.empty',
  },
  {
    name: 'favorites-error',
    path: '/favorites',
    signedIn: true,
    before: down('GET', '/favorites'),
    ready: '.error-panel',
  },
  { name: 'profile', path: '/profile', signedIn: true, ready: '.profile-form' },
  {
    name: 'profile-full',
    path: '/profile#alerts',
    signedIn: true,
    before: fullProfile,
    ready: '.entries',
  },
  {
    name: 'profile-fault',
    path: '/profile',
    signedIn: true,
    prepare: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('');
      await press('Save changes')(page);
    },
    ready: '.field-fault',
    afterInput: true,
  },
  {
    name: 'profile-searches',
    path: '/profile',
    signedIn: true,
    prepare: tab('Search History'),
    ready: '.entries',
    afterInput: true,
  },
  {
    name: 'profile-views',
    path: '/profile',
    signedIn: true,
    prepare: tab('View History'),
    ready: '.product-card',
    afterInput: true,
  },
  {
    name: 'profile-favorites',
    path: '/profile',
    signedIn: true,
    prepare: tab('Favorites'),
    ready: '.product-card',
    afterInput: true,
  },
  {
    name: 'profile-alerts',
    path: '/profile',
    signedIn: true,
    prepare: tab('Alerts'),
    ready: '[role="tabpanel"]:not([hidden])',
    afterInput: true,
  },
  { name: 'security', path: '/profile/security', signedIn: true, ready: '.settings' },
  {
    name: 'security-error',
    path: '/profile/security',
    signedIn: true,
    before: down('GET', '/user/security'),
    ready: '.error-panel',
  },
  {
    name: 'security-set-up',
    path: '/profile/security',
    signedIn: true,
    prepare: async (page) => {
      await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
      await press('Set up an authenticator app')(page);
    },
    ready: '.qr',
    afterInput: true,
  },
  {
    name: 'security-codes',
    path: '/profile/security',
    signedIn: true,
    before: withBackupCodes,
    prepare: async (page) => {
      await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
      await page.getByLabel('Code', { exact: true }).fill('123456');
      await press('New backup codes')(page);
    },
    ready: '.backup-codes',
    afterInput: true,
  },
  {
    name: 'login-code',
    path: '/login',
    before: (page) =>
      page.addInitScript(() => sessionStorage.setItem('priceroo-challenge', 'made-up')),
    ready: '[name="code"]',
  },
  {
    name: 'recommendations-deals',
    path: '/recommendations',
    signedIn: true,
    prepare: tab('Best Deals'),
    ready: '.product-card, .empty',
    afterInput: true,
  },
];
