/* Price pass: a guest's purchases stay in the browser, a member's on the server. */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { main, sees } from '../support/page-steps.ts';
import { test } from '../support/shopper-test.ts';

async function buyBambino(page: Page, paid: string): Promise<void> {
  await page.getByLabel('Where you bought it').selectOption({ label: 'Outback Discounts' });
  await page.getByLabel('What you bought').fill(`breville bambino $${paid}\nunicorn feathers $2`);
  await page.getByRole('button', { name: 'Find these' }).click();
  await sees(page, /unicorn feathers.*no shop we read lists anything like it/);
  expect(await page.getByLabel('Paid, each $').inputValue()).toBe(paid);
  await page.getByRole('button', { name: 'Keep an eye on these' }).click();
  await main(page).locator('.passes li').waitFor();
}

describe('a price pass', () => {
  test('of a guest survives a reload, shows what is cheaper and can be removed', async ({
    open,
  }) => {
    const page = await open('/price-pass');
    await sees(page, /^Nothing yet/);
    await buyBambino(page, '600.00');
    await sees(page, /\$71\.00 less than you paid/);
    await page.reload();
    await sees(page, 'Ask for it back');
    await page.getByRole('button', { name: /^Remove/ }).click();
    await sees(page, /^Nothing yet/);
  });

  test('of a guest is in their account after signing in', async ({ open, join }) => {
    const { email, password } = await join();
    const page = await open('/price-pass');
    await buyBambino(page, '600.00');
    await main(page).getByRole('link', { name: 'sign in' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await main(page).locator('form button[type=submit]').click();
    await sees(page, /^We email/);
    await sees(page, 'Ask for it back');
    expect(await page.evaluate(() => localStorage.getItem('pricePasses'))).toBeNull();
  });

  test('of a member is on the server', async ({ open, join }) => {
    const page = await open('/price-pass', { as: await join() });
    await sees(page, /^We email/);
    await buyBambino(page, '500.00');
    await sees(page, /^Not cheaper there so far/);
    expect(await page.evaluate(() => localStorage.getItem('pricePasses'))).toBeNull();
  });
});
