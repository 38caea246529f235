/*
 * What a guest began survives signing in and signing up, and is done once (spec §2: sign-up prompts return to where one was).
 */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { PriceAlert } from '#site/api/routes/alerts.ts';
import { arrives, dialog, main, sees, stored } from '../support/page-steps.ts';
import { callAs, callSite, findOffer, saveOffer } from '../support/shopper-calls.ts';
import { SITE, test } from '../support/shopper-test.ts';
import { countCalls, failCall } from '../support/stand-in-calls.ts';

const PATH = '/search?q=coffee+machine';
const LOGIN = `/login?redirect=${encodeURIComponent(PATH)}`;
const heart = (page: Page) =>
  page
    .getByRole('list')
    .getByRole('button', { name: /^Save .*Bambino.* from Outback Discounts to favorites$/ });
const isSaved = (page: Page) => heart(page).getAttribute('aria-pressed');

async function pressHeart(page: Page): Promise<void> {
  await heart(page).click();
  await dialog(page).getByRole('button', { name: 'Sign in' }).click();
  await arrives(page, LOGIN);
}

async function askForAlert(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Price alert' }).click();
  await sees(page, /^Alerts need a free account\./);
  await page.getByLabel('Email').fill('guest@example.com');
  await page.getByLabel('Target price in dollars').fill('250');
  await page.getByRole('button', { name: 'Set alert' }).click();
  await sees(page, 'Please sign in to set price alerts');
  await page.getByRole('link', { name: 'Sign in', exact: true }).last().click();
  await arrives(page, LOGIN);
}

type Account = { email: string; password: string };
async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await main(page).locator('form button[type=submit]').click();
}

let newcomers = 0;
async function signUp(page: Page): Promise<void> {
  newcomers += 1;
  await main(page).getByRole('button', { name: 'Create a free account' }).click();
  await page.getByLabel('Name').fill('Robin New');
  const email = `guest-${process.pid}-${newcomers}@example.com`;
  await signIn(page, { email, password: 'kangaroo-4-paws!' });
}

/** Whether the product that was acted on is in the part of the page that shows. */
const isInView = (page: Page) =>
  heart(page).evaluate((button) => {
    const { top, bottom } = button.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

test('a favourite is asked to sign in for, unless not now, and saved once through sign-in, with the product in view', async ({
  open,
  join,
}) => {
  let checks = () => -1;
  const before = async (tab: Page) => {
    checks = countCalls(tab, 'POST', '/favorites/check-batch');
  };
  const page = await open(PATH, { before });
  await heart(page).click();
  await sees(dialog(page), 'Please login to save favorites');
  await dialog(page).getByRole('button', { name: 'Not now' }).click();
  expect(await isSaved(page)).toBe('false');
  expect(checks()).toBe(0);
  await pressHeart(page);
  await sees(page, /^Sign in or sign up to save it to your favourites\./);
  await sees(main(page).locator('.wanted-product'), /Bambino/);
  const saves = countCalls(page, 'POST', '/favorites');
  await signIn(page, await join());
  await expect.poll(() => new URL(page.url()).hash).not.toBe('');
  await expect.poll(() => isSaved(page)).toBe('true');
  await expect.poll(() => isInView(page)).toBe(true);
  await page.reload();
  await expect.poll(() => isSaved(page)).toBe('true');
  expect(saves()).toBe(1);
});

describe('what a guest asked for', () => {
  test('is set once where it is an alert, through sign-up too, and said to be', async ({
    open,
  }) => {
    const page = await open(PATH);
    await askForAlert(page);
    await sees(page, /^Sign in or sign up to set your price alert\./);
    const sets = countCalls(page, 'POST', '/alerts');
    await signUp(page);
    await sees(dialog(page), /^Not active yet: open the link we emailed to guest@example\.com/);
    await dialog(page).getByRole('button', { name: 'OK' }).click();
    await arrives(page, PATH);
    await page.reload();
    expect(sets()).toBe(1);
    const token = (await stored(page, 'token')) ?? '';
    const alerts = await callSite<PriceAlert[]>(SITE, 'GET', '/alerts', undefined, token);
    expect(alerts).toMatchObject([{ email: 'guest@example.com', targetPrice: 250 }]);
  });

  test('stays saved for an account that had saved it', async ({ open, join }) => {
    const shopper = await join();
    await saveOffer(shopper, await findOffer(SITE, 'bambino', 'Outback Discounts'));
    const page = await open(PATH);
    await pressHeart(page);
    await signIn(page, shopper);
    await arrives(page, PATH);
    await expect.poll(() => isSaved(page)).toBe('true');
  });

  test('says that it failed, and goes on to where they were', async ({ open, join }) => {
    const page = await open(PATH);
    await pressHeart(page);
    await failCall(page, 'POST', '/favorites', { status: 500 });
    await signIn(page, await join());
    await sees(dialog(page), 'Failed to update favorite. Please try again.');
    await dialog(page).getByRole('button', { name: 'OK' }).click();
    await arrives(page, PATH);
    expect(await isSaved(page)).toBe('false');
  });

  test.for([
    ['is forgotten by a sign-in that leads elsewhere', null],
    [
      'is forgotten when the browser kept something else',
      '{"returnTo":"/search?q=coffee+machine"}',
    ],
  ] as const)('%s', async ([, damaged], { open, join }) => {
    const page = await open(PATH);
    await pressHeart(page);
    const saves = countCalls(page, 'POST', '/favorites');
    if (damaged) {
      await page.evaluate((text) => sessionStorage.setItem('intent', text), damaged);
      await page.reload();
    } else await page.goto(`${SITE}/login`);
    await signIn(page, await join());
    await arrives(page, damaged ? PATH : '/');
    expect(saves()).toBe(0);
  });
});

test('the docket of a guest is in their account after signing in', async ({ open, join }) => {
  const shopper = await join();
  const page = await open('/docket');
  await page.getByLabel('Your list').fill('breville bambino');
  await page.getByRole('button', { name: 'Price this list' }).click();
  await sees(page, /^Everything at Outback Discounts/);
  await page.goto(`${SITE}/login?redirect=%2Fdocket`);
  await signIn(page, shopper);
  await arrives(page, '/docket');
  await sees(page, 'Your list of last time.');
  expect(await page.getByLabel('Your list').inputValue()).toBe('breville bambino');
  expect(await callAs(shopper, 'GET', '/docket/kept')).toEqual({ list: 'breville bambino' });
});

test('a search that a guest watches is in their profile after signing in, to change and to end', async ({
  open,
  join,
}) => {
  const page = await open(PATH);
  await page.getByRole('button', { name: 'Watch this search' }).click();
  await page.getByLabel('At most, in dollars').fill('400');
  await page.getByRole('button', { name: 'Sign in to watch' }).click();
  await arrives(page, LOGIN);
  await sees(page, /^Sign in or sign up to watch this search\./);
  await signIn(page, await join());
  await sees(dialog(page), /^Not active yet: open the link we emailed you/);
  await dialog(page).getByRole('button', { name: 'OK' }).click();
  await arrives(page, PATH);
  await page.goto(`${SITE}/profile#alerts`);
  await sees(page, '“coffee machine”, at most $400.00');
  await page.getByText('Change', { exact: true }).click();
  await page.getByLabel('At most, in dollars').fill('500');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await sees(page, '“coffee machine”, at most $500.00');
  await page.getByRole('button', { name: /^Stop watching/ }).click();
  await sees(page, 'No watched searches yet');
});
