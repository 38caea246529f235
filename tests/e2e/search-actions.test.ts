/*
 * Actions on results (spec §2, §4, §5, §8): save, share, set an alert.
 */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { PriceAlert } from '#site/api/routes/alerts.ts';
import { isStopped, isTold, NO_DOT } from '../support/field-faults.ts';
import { expectLogged } from '../support/logged-faults.ts';
import { dialog, sees } from '../support/page-steps.ts';
import { callAs, findOffer } from '../support/shopper-calls.ts';
import { SITE, test } from '../support/shopper-test.ts';
import {
  answerCall,
  countCalls,
  failCall,
  healCalls,
  holdCall,
} from '../support/stand-in-calls.ts';

const PATH = '/search?q=coffee+machine';
const LOGIN_FIRST = 'Please login to save favorites';
const heart = (page: Page) =>
  page
    .getByRole('list')
    .getByRole('button', { name: /^Save .*Bambino.* from Outback Discounts to favorites$/ });
const isSaved = (page: Page) => heart(page).getAttribute('aria-pressed');

describe('favourites', () => {
  test('an account saves, finds the heart again after a reload, and takes it back, once more where another tab did', async ({
    open,
    join,
  }) => {
    const shopper = await join();
    const page = await open(PATH, { as: shopper });
    const release = await holdCall(page, 'POST', '/favorites');
    await heart(page).click();
    await expect.poll(() => heart(page).isDisabled(), { message: 'the heart rests' }).toBe(true);
    release();
    await expect.poll(() => isSaved(page)).toBe('true');
    await page.reload();
    await expect.poll(() => isSaved(page)).toBe('true');
    const press = async () => {
      await heart(page).click();
      await expect.poll(() => heart(page).isEnabled()).toBe(true);
    };
    await press();
    expect(await isSaved(page), 'whether it is saved once taken back').toBe('false');
    await press();
    const { productUrl } = await findOffer(SITE, 'bambino', 'Outback Discounts');
    await callAs(shopper, 'DELETE', '/favorites/by-url', { productUrl });
    expectLogged(page, /^\[api\] DELETE \/favorites\/by-url 404/);
    await press();
    await expect.poll(() => isSaved(page)).toBe('false');
    expect(await dialog(page).count()).toBe(0);
  });

  test('a failed check is only logged; a session that ended asks to sign in; a failure says so and leaves the heart as it was', async ({
    open,
    join,
  }) => {
    const before = async (page: Page) => {
      await failCall(page, 'POST', '/favorites/check-batch', { status: 500 });
      expectLogged(page, /^\[favorites\] the check of a batch failed/);
    };
    const page = await open(PATH, { as: await join(), before });
    await page.waitForResponse('**/favorites/check-batch').catch(() => undefined);
    expect(await page.locator('.offers > li').count()).toBe(2);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await dialog(page).count()).toBe(0);
    await failCall(page, 'POST', '/favorites', { status: 401 });
    await heart(page).click();
    await sees(dialog(page), LOGIN_FIRST);
    await dialog(page).getByRole('button', { name: 'Not now' }).click();
    await failCall(page, 'POST', '/favorites', { status: 500 });
    await heart(page).click();
    await sees(dialog(page), 'Failed to update favorite. Please try again.');
    expect(await isSaved(page)).toBe('false');
  });
});

describe('share', () => {
  const SHARED =
    /I compared 10 prices for "coffee machine" on Priceroo: best price \$299\.00, save up to \$\d+\.\d\d\./;

  test('WhatsApp, Facebook and Twitter get count, best price and saving; copy adds the link', async ({
    open,
  }) => {
    const page = await open(`${PATH}&sort=price`);
    const context = page.context();
    for (const [name, host, field] of [
      ['WhatsApp', 'wa.me', 'text'],
      ['Facebook', 'www.facebook.com', 'quote'],
      ['Twitter', 'twitter.com', 'text'],
    ] as const) {
      await context.route(`https://${host}/**`, (route) => route.fulfill({ body: 'shared' }));
      const opened = context.waitForEvent('page');
      await page.getByRole('button', { name, exact: true }).click();
      const tab = await opened;
      await tab.waitForURL(`https://${host}/**`);
      const text = new URL(tab.url()).searchParams.get(field) ?? '';
      expect(text).toMatch(SHARED);
      expect(text.includes(' #Priceroo'), 'a hashtag').toBe(name === 'Twitter');
      await tab.close();
    }
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).toMatch(SHARED);
    expect(text).toContain(page.url());
  });
});

describe('price alert', () => {
  const BOTH = 'Please enter your email and target price';
  const TARGET = 'Target price in dollars';
  const openPanel = (page: Page) => page.getByRole('button', { name: 'Price alert' }).click();
  const submit = (page: Page) => page.getByRole('button', { name: 'Set alert' }).click();

  test('needs both email and target price, is said to be what the server says, and is set', async ({
    open,
    join,
  }) => {
    const shopper = await join();
    const page = await open(PATH, { as: shopper });
    await openPanel(page);
    expect(await page.getByLabel('Email').inputValue()).toBe(shopper.email);
    await submit(page);
    await isTold(page, TARGET, BOTH, '');
    const calls = countCalls(page, 'POST', '/alerts');
    for (const target of ['-1', '529.01', '9999']) {
      await page.getByLabel(TARGET).fill(target);
      await submit(page);
      await isStopped(page, TARGET, target);
    }
    await page.getByLabel(TARGET).fill('250');
    for (const email of ['robin', NO_DOT]) {
      await page.getByLabel('Email').fill(email);
      await submit(page);
      await isStopped(page, 'Email', email);
    }
    expect(calls(), 'calls').toBe(0);
    await page.getByLabel('Email').fill('');
    await submit(page);
    await isTold(page, 'Email', BOTH, '');
    const fault = page.locator('.alert-panel').getByRole('alert');
    const icon = await fault.locator('svg').boundingBox();
    const text = await fault.locator('span').boundingBox();
    expect(icon?.x, 'the icon stands before the text').toBeLessThan(text?.x ?? 0);
    await page.getByLabel('Email').fill(shopper.email);
    const said = page.locator('.alert-panel').getByRole('status');
    const answers = [
      [() => failCall(page, 'POST', '/alerts', { status: 500 }), /^The price alert could not be/],
      [
        () => answerCall(page, 'POST', '/alerts', { id: '1', state: 'watching' }),
        /^We’ll email .* drops to \$250\.00/,
      ],
      [
        () => healCalls(page),
        new RegExp(`^Not active yet: open the link we emailed to ${shopper.email}`),
      ],
    ] as const;
    for (const [answer, text] of answers) {
      await answer();
      const release = await holdCall(page, 'POST', '/alerts');
      await submit(page);
      await page.getByRole('button', { name: 'Setting…' }).waitFor();
      expect(await said.textContent(), 'before the server has answered').toBe('');
      release();
      await sees(said, text);
    }
    const [alert] = await callAs<PriceAlert[]>(shopper, 'GET', '/alerts');
    expect(alert).toMatchObject({ state: 'unconfirmed', targetPrice: 250 });
  });
});
