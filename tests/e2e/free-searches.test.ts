/*
 * Free searches of a guest (spec §4): counted once each, refused after the third with the way to an account.
 */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import {
  arrives,
  dialog,
  main,
  searchBox,
  sees,
  stored,
  whereabouts,
} from '../support/page-steps.ts';
import { isAlive, test } from '../support/shopper-test.ts';
import { failCall, healCalls } from '../support/stand-in-calls.ts';

const OFFER = 'You have used your 3 free searches. Sign up for a free account to keep searching?';
const LOGIN = `/login?redirect=${encodeURIComponent('/search?q=iphone+15')}`;
const used = (page: Page) => stored(page, 'freeSearchCount');
const spent = { freeSearchCount: '3' };

async function searchFor(page: Page, query: string): Promise<void> {
  await searchBox(page).fill(query);
  await searchBox(page).press('Enter');
}

describe('counting', () => {
  test('home says how many are left', async ({ open }) => {
    const page = await open('/');
    for (const [count, text] of [
      ['0', '3 free searches left. A free account lifts the limit.'],
      ['2', '1 free search left. A free account lifts the limit.'],
      ['7', '0 free searches left. A free account lifts the limit.'],
    ] as const) {
      await page.evaluate((kept) => localStorage.setItem('freeSearchCount', kept), count);
      await page.reload();
      await sees(page, text);
    }
  });

  test('a search from home counts once, a reload and the way back not again', async ({ open }) => {
    const page = await open('/');
    await searchFor(page, 'coffee machine');
    await page.getByRole('heading', { name: /^2 products/ }).waitFor();
    await expect.poll(() => used(page), { message: 'searches counted' }).toBe('1');
    await page.reload();
    await isAlive(page);
    expect(await used(page)).toBe('1');
    await searchFor(page, 'iphone 15');
    await page.getByRole('heading', { name: /^1 product/ }).waitFor();
    expect(await used(page)).toBe('2');
    await page.goBack();
    await page.getByRole('heading', { name: /^2 products/ }).waitFor();
    expect(await used(page)).toBe('2');
  });

  test('a search without results is not counted, and one that is tried again once', async ({
    open,
  }) => {
    const page = await open('/search');
    await searchFor(page, 'quuxwidget');
    await expect.poll(() => used(page)).toBe('0');
    await failCall(page, 'POST', '/search/ai-search', 'refused');
    await searchFor(page, 'iphone 15');
    await page.getByRole('heading', { name: 'Search Error' }).waitFor();
    expect(await used(page)).toBe('1');
    await healCalls(page);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByRole('heading', { name: /^1 product/ }).waitFor();
    expect(await used(page)).toBe('1');
  });

  test('an account has no limit and sees none', async ({ open, join }) => {
    const page = await open('/search?q=iphone+15', { as: await join() });
    for (const query of ['coffee machine', 'dedica', 'bambino', 'running shoes']) {
      await searchFor(page, query);
      await page.getByRole('heading', { name: new RegExp(`products? for “${query}”`) }).waitFor();
    }
    expect(await used(page)).toBeNull();
    await page.goto('/');
    expect(await page.locator('[data-free-searches]').isVisible()).toBe(false);
  });
});

describe('at the limit', () => {
  test('a search from home, a popular one too, is refused; “not now” stays, sign-up returns to it', async ({
    open,
  }) => {
    const page = await open('/', { storage: spent });
    await searchFor(page, 'iphone 15');
    await sees(dialog(page), OFFER);
    await dialog(page).getByRole('button', { name: 'Not now' }).click();
    expect(whereabouts(page)).toBe('/');
    await main(page).getByRole('link', { name: 'iPhone 15', exact: true }).click();
    await sees(dialog(page), OFFER);
    await dialog(page).getByRole('button', { name: 'Not now' }).click();
    expect(whereabouts(page)).toBe('/');
    await searchFor(page, 'iphone 15');
    await dialog(page).getByRole('button', { name: 'Sign up free' }).click();
    await page.waitForURL(/\/login\?redirect=/);
    const back = new URL(page.url()).searchParams.get('redirect') ?? '';
    expect(new URL(back, page.url()).searchParams.get('q')).toBe('iphone 15');
  });

  test('a link straight to results shows the offer instead of prices, the results page refuses the next search, and after sign-up it opens', async ({
    open,
  }) => {
    const page = await open('/search?q=bambino', { storage: spent });
    await sees(dialog(page), OFFER);
    expect(await page.locator('.offers').count()).toBe(0);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    await main(page).getByRole('link', { name: 'Sign up for a free account' }).waitFor();
    await page.getByRole('heading', { level: 1, name: /“bambino”/ }).waitFor();
    await searchFor(page, 'iphone 15');
    await sees(dialog(page), OFFER);
    await dialog(page).getByRole('button', { name: 'Sign up free' }).click();
    await arrives(page, LOGIN);
    await main(page).getByRole('button', { name: 'Create a free account' }).click();
    await page.getByLabel('Name').fill('New Shopper');
    await page.getByLabel('Email').fill(`new-${process.pid}-${Date.now()}@example.com`);
    await page.getByLabel('Password', { exact: true }).fill('wombat-7!');
    await main(page).getByRole('button', { name: 'Sign up' }).click();
    await page.getByRole('heading', { name: '1 product for “iphone 15”' }).waitFor();
    expect(await dialog(page).count()).toBe(0);
  });

  test('Smart Search is refused too', async ({ open }) => {
    const page = await open('/smart-search', { storage: spent });
    await main(page).getByRole('link', { name: 'Coffee Machine' }).click();
    await sees(dialog(page), OFFER);
    await dialog(page).getByRole('button', { name: 'Sign up free' }).click();
    await page.waitForURL(/\/login\?redirect=%2Fsmart-search%3Fq%3DCoffee/);
  });
});
