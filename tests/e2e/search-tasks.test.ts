/*
 * The number of clicks that common tasks take from the results of a search.
 */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { whereabouts } from '../support/page-steps.ts';
import { test } from '../support/shopper-test.ts';

const PATH = '/search?q=coffee+machine';

/** Clicks, and counts. */
function counter() {
  let clicks = 0;
  return {
    click: async (target: Locator) => {
      clicks += 1;
      await target.click();
    },
    count: () => clicks,
  };
}

const docket = (page: Page, name: RegExp) => page.getByRole('article').filter({ hasText: name });

test('the cheapest of a product takes two clicks: the order, and the shop', async ({ open }) => {
  const page = await open(PATH);
  const { click, count } = counter();
  await click(page.getByRole('link', { name: 'Cheapest', exact: true }));
  await page.waitForURL(/sort=price/);
  const opened = page.context().waitForEvent('page');
  await click(
    docket(page, /Dedica/)
      .locator('.shop-line')
      .first(),
  );
  expect((await opened).url()).toMatch(/\/product\/dedica/);
  expect(count()).toBe(2);
});

test('whether it is a good price takes one click, for guests too', async ({ open }) => {
  const page = await open(PATH);
  const { click, count } = counter();
  const verdict = await docket(page, /Dedica/)
    .locator('.stamp')
    .first()
    .innerText();
  expect(verdict).toMatch(/^(buy|fair|wait)$/i);
  await click(
    docket(page, /Dedica/)
      .getByRole('heading')
      .getByRole('link'),
  );
  await page.getByRole('heading', { level: 1, name: /Dedica/ }).waitFor();
  expect(whereabouts(page)).toMatch(/^\/products\/delonghi-dedica-arte-coffee-machine-silver-/);
  expect(await page.locator('.stamp').first().innerText()).toBe(verdict);
  expect(count()).toBe(1);
});

test('an alert takes three clicks when signed in, a favourite one', async ({ open, join }) => {
  const page = await open(PATH, { as: await join() });
  const alert = counter();
  await alert.click(page.getByRole('button', { name: 'Price alert' }));
  await alert.click(page.getByRole('button', { name: /^−10%.*\$476\.10$/ }));
  const stored = page.waitForResponse('**/api/alerts');
  await alert.click(page.getByRole('button', { name: 'Set alert' }));
  expect((await stored).ok()).toBe(true);
  expect(alert.count()).toBe(3);
  const favorite = counter();
  const heart = docket(page, /Dedica/).getByRole('button', { name: /to favorites$/ });
  await favorite.click(heart);
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
  expect(favorite.count()).toBe(1);
});
