/*
 * Every screen in its main states, for whatever looks at all of them: accessibility, layout shift, screenshots.
 */
import type { Page } from 'playwright-core';
import { fullProfile, manyFavorites, manyTrends } from './full-screens.ts';
import { searchBox } from './page-steps.ts';
import { standInSmartSearch } from './smart-answer.ts';
import { answerCall, failCall, holdCall } from './stand-in-calls.ts';

/** One screen in one state. */
export interface ScreenState {
  /** 'search-results': a file name as well. */
  name: string;
  /** '{product}' stands for the id of a product with eight offers. */
  path: string;
  /** Whether it is an account holder with a past who looks: searches, views, favourites. */
  signedIn?: boolean;
  storage?: Record<string, string>;
  /** Stands in front of calls before the page loads. */
  before?: (page: Page) => Promise<unknown>;
  /** Brings the loaded page into the state. */
  prepare?: (page: Page) => Promise<unknown>;
  /** What is visible when the state is reached. */
  ready: string;
  /** The layout moves because the shopper did something: not a shift. */
  afterInput?: boolean;
}

const SEARCH = '/search?q=coffee+machine';
const down = (method: string, path: string) => (page: Page) =>
  failCall(page, method, path, { status: 500 });
const held = (method: string, path: string) => (page: Page) => holdCall(page, method, path);
const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();
const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();

/** A search by hand, with something in front of its call. */
const searching = (standIn: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await standIn(page);
  await searchBox(page).fill('iphone 15');
  await searchBox(page).press('Enter');
};
const searchFails = searching((page) => failCall(page, 'POST', '/search/ai-search', 'refused'));
const searchWaits = searching(held('POST', '/search/ai-search'));

/** The server draws the first timeframe; another one is asked for. */
const TRENDING_OF_A_MONTH = { path: '/trending', prepare: press('30 days'), afterInput: true };

const missing = '0190a000-0000-7000-8000-000000000000';
const spent = { freeSearchCount: '3' };
const recent = { searchHistory: JSON.stringify(['kettle', 'gaming laptop', 'nike shoes']) };

/** The list; `ready` is a selector. */
export const SCREEN_STATES: readonly ScreenState[] = [
  { name: 'home', path: '/', ready: '.hero' },
  {
    name: 'home-recent',
    path: '/',
    storage: recent,
    prepare: (page) => searchBox(page).click(),
    ready: '[data-recent]',
    afterInput: true,
  },
  { name: 'home-signed-in', path: '/', signedIn: true, ready: '.hero' },
  { name: 'search-start', path: '/search', ready: 'h1' },
  { name: 'search-results', path: SEARCH, ready: '.offers' },
  { name: 'search-signed-in', path: SEARCH, signedIn: true, ready: '.offers' },
  {
    name: 'search-alert',
    path: SEARCH,
    prepare: press('Price alert'),
    ready: '#alert-target',
    afterInput: true,
  },
  { name: 'search-filtered-out', path: `${SEARCH}&max=1`, ready: 'text=No offers match' },
  { name: 'search-nothing', path: '/search?q=zzqxwv', ready: 'text=No related products found' },
  {
    name: 'search-loading',
    path: '/search',
    prepare: searchWaits,
    ready: '.docket-shape',
    afterInput: true,
  },
  {
    name: 'search-error',
    path: '/search',
    prepare: searchFails,
    ready: 'text=Search Error',
    afterInput: true,
  },
  { name: 'search-limit', path: SEARCH, storage: spent, ready: 'dialog[open]', afterInput: true },
  { name: 'smart-start', path: '/smart-search', ready: 'h1' },
  {
    name: 'smart-answer',
    path: '/smart-search?q=Coffee+Machine',
    before: standInSmartSearch,
    ready: '.helpful',
  },
  {
    name: 'smart-error',
    path: '/smart-search?q=Laptop',
    before: down('POST', '/recommend/smart-recommend'),
    ready: '.error-panel',
  },
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
  {
    name: 'trending',
    before: manyTrends,
    ready: '.trending',
    ...TRENDING_OF_A_MONTH,
  },
  {
    name: 'trending-empty',
    before: (page) => answerCall(page, 'GET', '/search/trending', []),
    ready: '.empty',
    ...TRENDING_OF_A_MONTH,
  },
  {
    name: 'trending-error',
    before: down('GET', '/search/trending'),
    ready: '.error-panel',
    ...TRENDING_OF_A_MONTH,
  },
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
  { name: 'about', path: '/about', ready: 'h1' },
  {
    name: 'faq',
    path: '/faq',
    prepare: (page) => page.locator('main summary').first().click(),
    ready: 'details[open]',
    afterInput: true,
  },
  { name: 'privacy', path: '/privacy', ready: 'h1' },
  { name: 'terms', path: '/terms', ready: 'h1' },
  { name: 'help', path: '/help', ready: 'h1' },
  { name: 'categories', path: '/categories', ready: 'h1' },
  { name: 'category', path: '/categories/coffee-machines', ready: 'h1' },
  { name: 'category-empty', path: '/categories/toys', ready: 'h1' },
  { name: 'retailers', path: '/retailers', ready: '.docket-table' },
  { name: 'retailer', path: '/retailers/harbour', ready: 'h1' },
  { name: 'product-page', path: '/products/{product}', ready: 'svg.frame' },
  { name: 'deals', path: '/deals', ready: '.drops' },
  { name: 'refused-specials', path: '/refused-specials', ready: 'h1' },
  { name: 'shrink-watch', path: '/shrink-watch', ready: 'h1' },
  { name: 'open-data', path: '/open-data', ready: 'h1' },
  { name: 'docket', path: '/docket', ready: '[data-docket-form]' },
  { name: 'docket-priced', path: '/docket?list=coffee+machine%0Akettle', ready: '.shopping' },
  { name: 'status', path: '/status', ready: '.fold summary, .docket-table' },
  { name: 'not-found', path: '/no-such-page', ready: 'h1' },
  { name: 'fault', path: '/sorry', ready: 'h1' },
];

/** Brings a loaded page into the state and waits until it is there, fonts and pictures too. */
export async function reachState(page: Page, { prepare, ready }: ScreenState): Promise<void> {
  // Until an island has taken over, its buttons do nothing.
  await page.waitForFunction(() => !document.querySelector('astro-island[ssr]'));
  await prepare?.(page);
  await page.locator(ready).first().waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
