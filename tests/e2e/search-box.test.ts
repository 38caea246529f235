/*
 * Suggestions of the search box, on the home page and on the results page.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { arrives, searchBox, stored, whereabouts } from '../support/page-steps.ts';
import { test } from '../support/shopper-test.ts';
import { countCalls, failCall } from '../support/stand-in-calls.ts';

const PRODUCT = /^\/products\/delonghi-dedica-arte-coffee-machine-silver-/;
const storage = { searchHistory: JSON.stringify(['kettle', 'coffee grinder', 'nike shoes']) };
const CALL = ['GET', '/search/suggestions'] as const;

const list = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });
const options = (page: Page) => list(page).getByRole('option');
/** The option that the next Enter chooses; '' for the box itself. */
const chosen = (page: Page) =>
  searchBox(page).evaluate((box) => {
    const id = box.getAttribute('aria-activedescendant');
    return (id && document.getElementById(id)?.innerText.split('\n')[0]) || '';
  });

// The page and its form differ; the list is one script.
test('offers past searches, categories and products, with picture and best price, to the keyboard alone', async ({
  open,
}) => {
  const page = await open('/', { storage });
  expect(await searchBox(page).getAttribute('aria-expanded')).not.toBe('true');
  await searchBox(page).focus();
  await page.keyboard.type('coffee');
  const groups = list(page).getByRole('group');
  await groups.filter({ hasText: 'DeLonghi' }).waitFor();
  expect((await groups.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
    'Past searches',
    'Categories',
    'Products',
  ]);
  expect(await groups.nth(0).getByRole('option').allInnerTexts()).toEqual(['coffee grinder']);
  const product = options(page).filter({ hasText: 'DeLonghi' });
  expect(await product.locator('.price').innerText()).toBe('$299.00');
  expect(await product.locator('.picture').count()).toBe(1);
  expect(await product.getAttribute('href')).toMatch(PRODUCT);
  const box = searchBox(page);
  expect(await box.getAttribute('aria-expanded')).toBe('true');
  const count = await options(page).count();
  expect(await chosen(page)).toBe('');
  await page.keyboard.press('ArrowDown');
  expect(await chosen(page)).toBe('coffee grinder');
  await page.keyboard.press('ArrowUp');
  expect(await chosen(page), 'the box itself').toBe('');
  await page.keyboard.press('ArrowUp');
  expect(
    await options(page)
      .nth(count - 1)
      .getAttribute('aria-selected'),
  ).toBe('true');
  await page.keyboard.press('Home');
  expect(await chosen(page), 'after Home').toBe('');
  await page.keyboard.press('Escape');
  expect(await list(page).isVisible()).toBe(false);
  expect(await box.inputValue(), 'after Escape').toBe('coffee');
  await page.keyboard.press('ArrowDown');
  await list(page).waitFor();
  for (let down = 0; !(await chosen(page)).startsWith('DeLonghi') && down <= count; down += 1)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => whereabouts(page)).toMatch(PRODUCT);
});

test('searches for what is typed where no option is chosen', async ({ open }) => {
  const page = await open('/search', { storage });
  await searchBox(page).click();
  await searchBox(page).pressSequentially('coffee machine');
  await options(page).filter({ hasText: 'DeLonghi' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '2 products for “coffee machine”' }).waitFor();
  expect(await list(page).isVisible()).toBe(false);
});

test.for(['/', '/search'])(
  '%s runs a past search on click and counts it',
  async (path, { open }) => {
    const page = await open(path, { storage });
    await searchBox(page).click();
    await searchBox(page).pressSequentially('nik');
    await options(page).filter({ hasText: 'nike shoes' }).click();
    await expect.poll(() => whereabouts(page)).toMatch(/^\/search\?q=nike(\+|%20)shoes$/);
    await expect
      .poll(async () => JSON.parse((await stored(page, 'searchHistory')) ?? '[]'))
      .toEqual(['nike shoes', 'kettle', 'coffee grinder']);
  },
);

test('shows nothing without suggestions or when the call fails', async ({ open }) => {
  const page = await open('/search');
  await searchBox(page).click();
  await searchBox(page).pressSequentially('zzqx');
  await expect.poll(() => searchBox(page).getAttribute('role')).toBe('combobox');
  await failCall(page, ...CALL, 'unreachable');
  await searchBox(page).fill('coffee');
  await page.waitForEvent('requestfailed');
  expect(await list(page).isVisible()).toBe(false);
  await searchBox(page).press('Enter');
  await arrives(page, `/search?q=coffee`);
});

test('asks once typing pauses, not for each letter; a click elsewhere closes the list', async ({
  open,
}) => {
  const page = await open('/search');
  const calls = countCalls(page, ...CALL);
  await searchBox(page).click();
  await searchBox(page).pressSequentially('coffee machine');
  await options(page).filter({ hasText: 'DeLonghi' }).waitFor();
  expect(calls()).toBeGreaterThan(0);
  expect(calls()).toBeLessThan('coffee machine'.length / 2);
  await page.mouse.click(5, 600);
  await list(page).waitFor({ state: 'hidden' });
  expect(await searchBox(page).inputValue()).toBe('coffee machine');
});
