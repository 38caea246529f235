/*
 * From a search to a saved product with an alert by keyboard alone (spec §2, §4).
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { dialog, searchBox, sees } from '../support/page-steps.ts';
import { isAlive, test } from '../support/shopper-test.ts';

/** More stops than any of our pages has before its main content ends. */
const MOST_TABS = 80;

/** Tabs on until what has focus bears this name; throws when it never does. Answers the names passed. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const label = element.getAttribute('aria-label') ?? element.textContent ?? '';
      return { label: label.trim(), outline: getComputedStyle(element).outlineStyle };
    });
    if (!name.test(focused.label)) continue;
    expect(focused.outline, 'the focus is to be seen').not.toBe('none');
    return;
  }
  throw new Error(`Tab never reached ${name}`);
}

test('search, open a product, set an alert, save it', async ({ open, join }) => {
  const page = await open('/', { as: await join() });
  await tabTo(page, /^Skip to content$/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await searchBox(page).evaluate((box) => box === document.activeElement)).toBe(true);
  await page.keyboard.type('bambino');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '8 prices for “bambino”' }).waitFor();
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
  await sees(dialog(page), 'Alert set');
  await dialog(page).waitFor({ state: 'hidden' });
});

test('tabs move by arrow keys, and Escape closes what is open', async ({ open, join }) => {
  const page = await open('/profile', { as: await join() });
  await page.getByRole('tab', { name: 'Profile Settings' }).focus();
  await page.keyboard.press('ArrowRight');
  const second = page.getByRole('tab', { name: 'Search History' });
  expect(await second.getAttribute('aria-selected')).toBe('true');
  expect(await second.evaluate((tab) => tab === document.activeElement)).toBe(true);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  expect(await page.getByRole('tab', { name: 'Favorites' }).getAttribute('aria-selected')).toBe(
    'true',
  );
});
