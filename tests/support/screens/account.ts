import type { Page } from 'playwright-core';
import { fullProfile, manyFavorites } from '../full-screens.ts';
import { answerCall, failCall } from '../stand-in-calls.ts';
import { down, held, press, type ScreenState, signedInAt } from './state.ts';

const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();
const missing = '0190a000-0000-7000-8000-000000000000';

/** Simulates a reset link that works. */
const goodLink = (page: Page) => answerCall(page, 'POST', '/auth/reset-password/check', null);

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
  { name: 'login-error', path: '/login?error=oauth_error', ready: '.notice' },
  {
    name: 'login-fault',
    path: '/login',
    prepare: press('Forgot password?'),
    ready: '.field-fault',
  },
  { name: 'sign-up', path: '/login', prepare: press('Create a free account'), ready: '.checklist' },
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
  },
  {
    name: 'login-code',
    path: '/login',
    before: (page) =>
      page.addInitScript(() => sessionStorage.setItem('priceroo-challenge', 'made-up')),
    ready: '[name="code"]',
  },
  {
    name: 'reset-fault',
    path: '/reset-password?token=abc',
    before: goodLink,
    prepare: press('Reset password'),
    ready: '.field-fault',
  },
  { name: 'reset-password', path: '/reset-password?token=abc', before: goodLink, ready: 'form' },
  { name: 'reset-no-token', path: '/reset-password', ready: '.notice' },
  ...signedInAt('/product/{product}', [
    { name: 'product', ready: '.price-line' },
    { name: 'product-alert', prepare: press('Alert me'), ready: 'dialog[open]' },
    {
      name: 'product-alert-choices',
      prepare: async (page) => {
        await press('Alert me')(page);
        await page.getByLabel('Any price drop').check();
        await page.getByText('More choices').click();
      },
      ready: 'dialog[open] details[open]',
    },
    {
      name: 'product-alert-one-shop',
      prepare: async (page) => {
        await press('Alert me')(page);
        await page.getByText('More choices').click();
        await page.getByLabel('Shop', { exact: true }).selectOption({ index: 2 });
        await page.getByLabel(/^Its lowest of the past year, as/).check();
      },
      ready: 'dialog[open] details[open]',
    },
    {
      name: 'product-error',
      before: (page) => page.route('**/api/products/*', (route) => route.fulfill({ status: 500 })),
      ready: '[lang="zh-Hans"]',
    },
  ]),
  ...signedInAt(`/product/${missing}`, [
    { name: 'product-missing', ready: 'text=Product does not exist' },
  ]),
  ...signedInAt('/recommendations', [
    { name: 'recommendations', ready: '.product-card' },
    {
      name: 'recommendations-loading',
      before: held('GET', '/recommendations/personalized'),
      ready: '.card-shape',
    },
    // Favourites, trends and security fail and are empty alike.
    {
      name: 'recommendations-empty',
      before: (page) => answerCall(page, 'GET', '/recommendations/personalized', { products: [] }),
      ready: '.empty',
    },
    {
      name: 'recommendations-error',
      before: down('GET', '/recommendations/personalized'),
      ready: '.error-panel',
    },
    { name: 'recommendations-deals', prepare: tab('Best Deals'), ready: '.product-card, .empty' },
  ]),
  ...signedInAt('/favorites', [
    { name: 'favorites', ready: '.product-card' },
    { name: 'favorites-many', before: manyFavorites, ready: '.product-card' },
  ]),
  ...signedInAt('/profile', [
    { name: 'profile', ready: '.profile-form' },
    {
      name: 'profile-fault',
      prepare: async (page) => {
        await page.getByLabel('Name', { exact: true }).fill('');
        await press('Save changes')(page);
      },
      ready: '.field-fault',
    },
    { name: 'profile-searches', prepare: tab('Search History'), ready: '.entries' },
    { name: 'profile-views', prepare: tab('View History'), ready: '.product-card' },
    { name: 'profile-favorites', prepare: tab('Favorites'), ready: '.product-card' },
    { name: 'profile-alerts', prepare: tab('Alerts'), ready: '[role="tabpanel"]:not([hidden])' },
  ]),
  ...signedInAt('/profile#alerts', [
    { name: 'profile-full', before: fullProfile, ready: '.entries' },
  ]),
  ...signedInAt('/profile/security', [
    { name: 'security', ready: '.settings' },
    {
      name: 'security-set-up',
      prepare: async (page) => {
        await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
        await press('Set up an authenticator app')(page);
      },
      ready: '.qr',
    },
    {
      name: 'security-codes',
      before: withBackupCodes,
      prepare: async (page) => {
        await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
        await page.getByLabel('Code', { exact: true }).fill('123456');
        await press('New backup codes')(page);
      },
      ready: '.backup-codes',
    },
  ]),
];
