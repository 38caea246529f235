/* The price-alert modal of a product (spec §2). */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import type { PriceAlert } from '#site/api/routes/alerts.ts';
import { isStopped, NO_DOT } from '../support/field-faults.ts';
import { dialog, freeze, main, sees } from '../support/page-steps.ts';
import { callAs, findOffer } from '../support/shopper-calls.ts';
import { SITE, test } from '../support/shopper-test.ts';
import { answerCall, countCalls, failCall, healCalls } from '../support/stand-in-calls.ts';

let id = '';
beforeAll(async () => {
  id = (await findOffer(SITE, 'bambino', 'Harbour Appliances'))._id;
});
const path = () => `/product/${id}`;
const openModal = async (page: Page) => {
  await page.getByRole('button', { name: 'Alert me' }).click();
  await page.getByRole('heading', { name: 'Price alert' }).waitFor();
};

test('the alert button is titled coming soon where the operator says so', async ({
  open,
  join,
}) => {
  const before = (page: Page) =>
    answerCall(page, 'GET', '/features', { comingSoon: ['price-alerts'] });
  const page = await open(path(), { as: await join(), before });
  const button = page.getByRole('button', { name: 'Alert me' });
  await expect.poll(() => button.getAttribute('title')).toBe('Coming soon');
  expect(await button.isDisabled()).toBe(true);
});

describe('the price-alert modal', () => {
  test('starts at 90% of the price, needs an address, says how it failed, and keeps more choices; the page keeps saying what is still to be done', async ({
    open,
    join,
  }) => {
    const shopper = await join();
    const page = await open(path(), { as: shopper });
    await openModal(page);
    const target = page.getByLabel('Target price in dollars');
    expect(await target.inputValue()).toBe('476.10');
    await page.getByLabel('A target price').waitFor();
    await dialog(page)
      .getByText(/^10% below today\./)
      .waitFor();
    const email = page.getByLabel('Email');
    expect(await email.inputValue()).toBe(shopper.email);
    const isValid = (field: Locator) =>
      field.evaluate((input: HTMLInputElement) => input.validity.valid);
    for (const [value, expected] of [
      ['529', true],
      ['529.01', false],
      ['-1', false],
      ['400.005', false],
      ['1e30', false],
      ['0', true],
    ] as const) {
      await target.fill(value);
      expect(await isValid(target), `a target of ${value} is good`).toBe(expected);
    }
    expect(await isValid(email), 'the address of the account').toBe(true);
    await email.fill('');
    expect(await isValid(email), 'an empty address').toBe(false);
    const calls = countCalls(page, 'POST', '/alerts');
    await email.fill(NO_DOT);
    await dialog(page).getByRole('button', { name: 'Set alert' }).click();
    await isStopped(page, 'Email', NO_DOT);
    expect(calls(), 'calls').toBe(0);
    await email.fill(shopper.email);

    const submit = dialog(page).getByRole('button', { name: 'Set alert' });
    await failCall(page, 'POST', '/alerts', { status: 500 });
    await submit.click();
    await sees(dialog(page), 'The price alert could not be set. Please try again.');
    await healCalls(page);

    expect(await page.getByLabel('Smallest drop').count()).toBe(0);
    await dialog(page).getByText('More choices').click();
    await page.getByLabel('Any price drop').check();
    await target.waitFor({ state: 'detached' });
    const { retailer } = await callAs<ProductDetail>(shopper, 'GET', `/products/${id}`);
    await page.getByLabel('Shop', { exact: true }).selectOption(`only ${retailer.name}`);
    await sees(dialog(page), new RegExp(`now \\$529\\.00 at ${retailer.name}$`));
    await page.getByLabel('Smallest drop').fill('10');
    await page.getByLabel('In', { exact: true }).selectOption('per cent');
    await page.getByLabel('After an alert, send only a further fall').selectOption('for a week');
    await page.getByLabel(/^Only in stock/).check();
    await submit.click();
    const text = /Not active yet: open the link/;
    await dialog(page).getByText(text).waitFor();
    expect(await dialog(page).getByText('not active yet').count()).toBe(2);
    await dialog(page).waitFor({ state: 'hidden' });
    await main(page).getByText(text).waitFor();
    const alerts = await callAs<PriceAlert[]>(shopper, 'GET', '/alerts');
    const kept = { targetPrice: null, smallestDrop: 52.9, restDays: 7, backInStock: true };
    expect(alerts).toMatchObject([{ shop: retailer.name, ...kept }]);
    await page.goto(`${SITE}/profile#alerts`);
    await page
      .getByText(
        `A drop of $52.90 or more below $529.00, or back in stock, only at ${retailer.name}, rests for 7 days`,
      )
      .waitFor();
  });

  test('submits for a second, says what is set, closes after two more; the page keeps saying it', async ({
    open,
    join,
  }) => {
    const watching = { id: '1', state: 'watching' };
    const before = (tab: Page) => answerCall(tab, 'POST', '/alerts', watching);
    const page = await open(path(), { as: await join(), at: 'now', before });
    await openModal(page);
    await freeze(page);
    const stored = page.waitForResponse('**/api/alerts');
    await dialog(page).getByRole('button', { name: 'Set alert' }).click();
    const busy = dialog(page).getByRole('button', { name: 'Setting…' });
    expect(await busy.isDisabled()).toBe(true);
    await page.clock.runFor(900);
    await busy.waitFor();
    await page.clock.runFor(200);
    await sees(dialog(page), 'Alert set');
    const promise = /We’ll email .* drops to \$476\.10/;
    await dialog(page).getByText(promise).waitFor();
    await page.clock.runFor(1_800);
    await sees(dialog(page), 'Alert set');
    await page.clock.runFor(300);
    await dialog(page).waitFor({ state: 'hidden' });
    await main(page).getByText(promise).waitFor();
    expect((await stored).ok()).toBe(true);
  });
});
