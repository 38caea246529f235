/*
 * From a search to a saved product with an alert by keyboard alone (spec §2, §4).
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { arrives, dialog, searchBox, sees, whereabouts } from '../support/page-steps.ts';
import { callAs, joinWithPast } from '../support/shopper-calls.ts';
import { isAlive, SITE, test } from '../support/shopper-test.ts';
import { standInSmartSearch } from '../support/smart-answer.ts';
import { answerCall, failCall, healCalls } from '../support/stand-in-calls.ts';

/** More stops than any of our pages has before its main content ends. */
const MOST_TABS = 80;

/** Tabs on until what has focus bears this name; throws when it never does. Answers the names passed. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    await page.keyboard.press('Tab');
    const focused = await focus(page);
    if (!name.test(focused.label)) continue;
    expect(focused.outline, 'the focus is to be seen').not.toBe('none');
    return;
  }
  throw new Error(`Tab never reached ${name}`);
}

/** What has focus: its name as a screen reader says it, near enough, and its outline. */
function focus(page: Page): Promise<{ label: string; outline: string }> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement & Partial<HTMLInputElement>;
    const label =
      element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent;
    return { label: label?.trim() ?? '', outline: getComputedStyle(element).outlineStyle };
  });
}

const focusIs = (page: Page, name: RegExp) =>
  expect.poll(async () => (await focus(page)).label).toMatch(name);

test('search, open a product, set an alert, save it', async ({ open, join }) => {
  const page = await open('/', { as: await join() });
  await tabTo(page, /^Skip to content$/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await searchBox(page).evaluate((box) => box === document.activeElement)).toBe(true);
  await page.keyboard.type('bambino');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '1 product for “bambino”' }).waitFor();
  await isAlive(page);

  await tabTo(page, /^Breville Bambino Plus/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /Bambino/ }).waitFor();

  await tabTo(page, /to favorites$/);
  await page.keyboard.press('Space');
  const heart = page.locator('.product-picture').getByRole('button', { name: /to favorites/ });
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');

  await tabTo(page, /^Alert me$/);
  await page.keyboard.press('Enter');
  await dialog(page).waitFor();
  await tabTo(page, /^Set alert$/);
  await page.keyboard.press('Enter');
  await dialog(page).getByText('Alert set, not active yet').waitFor();
});

test('the other form is announced by its heading, and is next; a refused sign-in keeps the focus, and the next one succeeds', async ({
  open,
  join,
}) => {
  const shopper = await join();
  const page = await open('/login');
  await tabTo(page, /^Create a free account$/);
  await page.keyboard.press('Enter');
  await focusIs(page, /^Create your account$/);
  await page.keyboard.press('Tab');
  await focusIs(page, /^Name$/);
  await page.reload();
  await isAlive(page);
  await failCall(page, 'POST', '/auth/login', { status: 500 });
  await tabTo(page, /^Email$/);
  await page.keyboard.type(shopper.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(shopper.password);
  await tabTo(page, /^Sign in$/);
  await page.keyboard.press('Enter');
  await sees(page, 'An error occurred. Please try again.');
  await focusIs(page, /^Sign in$/);
  await healCalls(page);
  await page.keyboard.press('Enter');
  await arrives(page, '/');
});

test('after a deletion the focus is on the next one, at last on the tab', async ({ open }) => {
  const shopper = await joinWithPast(SITE);
  await callAs(shopper, 'POST', '/search/ai-search', { query: 'kettle' });
  const page = await open('/profile#search-history', { as: shopper });
  await tabTo(page, /^Delete the search kettle$/);
  await page.keyboard.press('Enter');
  await focusIs(page, /^Delete the search iphone 15$/);
  await sees(page.getByRole('tabpanel').getByRole('status'), 'kettle removed');
  await page.keyboard.press('Enter');
  await focusIs(page, /^Delete the search coffee machine$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'No searches yet' }).waitFor();
  await focusIs(page, /^Search History$/);
});

test('a favourite is removed and the next one has the focus', async ({ open }) => {
  const page = await open('/favorites', { as: await joinWithPast(SITE) });
  await tabTo(page, /^Remove Apple iPhone/);
  await page.keyboard.press('Enter');
  await focusIs(page, /^Remove$/);
  await page.keyboard.press('Enter');
  await focusIs(page, /^Remove Breville/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'No favourites yet' }).waitFor();
  await focusIs(page, /^Favorites$/);
});

test('nothing found: Search Again clears the query; what comes in the place of a pressed button takes the focus', async ({
  open,
}) => {
  const page = await open('/search?q=zzqxwv');
  await page.getByRole('heading', { name: 'No related products found' }).waitFor();
  await sees(page, 'Please try other search terms');
  await tabTo(page, /^Search Again$/);
  await page.keyboard.press('Enter');
  await focusIs(page, /^What are you looking for\?$/);
  expect(await searchBox(page).inputValue(), 'the query that was cleared').toBe('');
  expect(whereabouts(page)).toBe('/search');
  await tabTo(page, /^Coffee Machine$/);
  await page.keyboard.press('Enter');
  await focusIs(page, /^2 products for “Coffee Machine”$/);
  await tabTo(page, /^\+2 more$/);
  await page.keyboard.press('Enter');
  await focusIs(page, /^Outback Discounts$/);

  const smart = await open('/smart-search?q=Laptop', { before: standInSmartSearch });
  await tabTo(smart, /^Yes$/);
  await smart.keyboard.press('Enter');
  await focusIs(smart, /^Thank you for your feedback\.$/);
});

test('times, questions, settings and tabs answer to the keyboard', async ({ open, join }) => {
  const trending = await open('/trending', {
    before: (tab) => answerCall(tab, 'GET', '/search/trending', []),
  });
  await tabTo(trending, /^30 days$/);
  await trending.keyboard.press('Space');
  const button = trending.getByRole('button', { name: '30 days' });
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true');

  const faq = await open('/faq');
  await tabTo(faq, /^What is Priceroo\?$/);
  await faq.keyboard.press('Enter');
  await expect.poll(() => faq.locator('details[open]').count()).toBe(1);

  const profile = await open('/profile', { as: await join() });
  await tabTo(profile, /^Name$/);
  await profile.keyboard.press('ControlOrMeta+a');
  await profile.keyboard.press('Space');
  await tabTo(profile, /^Save changes$/);
  await profile.keyboard.press('Enter');
  await sees(profile, 'Name is required');
  await focusIs(profile, /^Name$/);
  await profile.getByRole('tab', { name: 'Profile Settings' }).focus();
  await profile.keyboard.press('ArrowRight');
  const second = profile.getByRole('tab', { name: 'Search History' });
  expect(await second.getAttribute('aria-selected')).toBe('true');
  expect(await second.evaluate((tab) => tab === document.activeElement)).toBe(true);
  await profile.keyboard.press('ArrowLeft');
  await profile.keyboard.press('ArrowLeft');
  const last = profile.getByRole('tab', { name: 'Price Alerts' });
  expect(await last.getAttribute('aria-selected')).toBe('true');
});

test('a link skips the tools of the results', async ({ open }) => {
  const page = await open('/search?q=coffee%20machine');
  await tabTo(page, /^Skip to results$/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await focusIs(page, /^Breville Bambino Plus|^DeLonghi Dedica/);
});
