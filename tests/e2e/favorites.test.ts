/*
 * Favorites (spec §2, §4, §8, §9).
 */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { DAY_MS } from '#domain/time.ts';
import type { Favorite } from '#site/api/responses/favorite.ts';
import { expectLogged } from '../support/logged-faults.ts';
import { arrives, dialog, main, sees, stored } from '../support/page-steps.ts';
import { callAs, findOffer, type Shopper, saveOffer } from '../support/shopper-calls.ts';
import { SITE, test } from '../support/shopper-test.ts';
import { alterAnswer, answerCall, failCall, healCalls } from '../support/stand-in-calls.ts';

interface Answer {
  favorites: Favorite[];
  stats: unknown;
}
const CONFIRM = 'Are you sure you want to remove this from your favorites?';

async function withTwo(shopper: Shopper): Promise<Shopper> {
  await saveOffer(shopper, await findOffer(SITE, 'bambino', 'Koala Electrics'));
  await saveOffer(shopper, await findOffer(SITE, 'iphone 15', 'Outback Discounts'));
  return shopper;
}

/** As if saved days ago at other prices; newest first. */
const aged = (page: Page) =>
  alterAnswer<Answer>(page, 'GET', '/favorites', (data) => ({
    ...data,
    favorites: data.favorites.map((favorite, index) => ({
      ...favorite,
      addedAt: new Date(Date.now() - (index === 0 ? 3 : 16) * DAY_MS).toISOString(),
      priceChangePercent: index === 0 ? -20 : 25,
      cheapest: { price: 99, shop: 'Cheaper & Co' },
      buyVerdict: { word: 'buy' as const, text: '$99.00 is 20% below its average.' },
      nextSpecial: 'Half price about every 4 weeks at Cheaper & Co. Next likely 3–9 December.',
      recentPrices: [
        [60, 1_500],
        [10, 1_189],
      ],
      productSnapshot: {
        ...favorite.productSnapshot,
        priceAtFavorite: favorite.productSnapshot.currentPrice * (index === 0 ? 1.25 : 0.8),
      },
    })),
  }));
const card = (page: Page, name: RegExp) =>
  main(page).getByRole('listitem').filter({ hasText: name });
const tiles = async (page: Page) =>
  (await page.locator('.tiles').innerText()).trim().split(/\s*\n+\s*/);

describe('Favorites', () => {
  test('shows further favourites below, without repeating one', async ({ open, join }) => {
    const shopper = await withTwo(await join());
    let calls = 0;
    const before = (page: Page) =>
      alterAnswer<Answer>(page, 'GET', '/favorites', (data) => {
        calls += 1;
        return calls === 1 ? { ...data, favorites: data.favorites.slice(0, 1) } : data;
      });
    const page = await open('/favorites', { as: shopper, before });
    const links = main(page).getByRole('listitem').getByRole('heading').getByRole('link');
    await expect.poll(() => links.count()).toBe(1);
    const more = main(page).getByRole('button', { name: 'Show more' });
    await more.click();
    await more.waitFor({ state: 'hidden' });
    expect(await links.count()).toBe(2);
    const isFocused = () => links.nth(1).evaluate((link) => link === document.activeElement);
    await expect.poll(isFocused).toBe(true);
  });

  test('asks for the newest 50 and shows each with its price now and when saved', async ({
    open,
    join,
  }) => {
    const shopper = await withTwo(await join());
    let asked = '';
    const before = async (page: Page) => {
      await aged(page);
      page.on('request', (request) => {
        if (request.url().includes('/api/favorites?')) asked = new URL(request.url()).search;
      });
    };
    const page = await open('/favorites', { as: shopper, before });
    const phone = await card(page, /iPhone/).innerText();
    expect(asked).toBe('?sortBy=addedAt&sortOrder=desc&limit=50');
    for (const part of [
      'At Outback Discounts:',
      'Lowest in 60 days',
      '$1,189.00',
      '$1,486.25',
      'Saved 3 days ago',
    ]) {
      expect(phone).toContain(part);
    }
    expect(phone.replace(/\s+/g, ' ')).toContain('Now $1,090.00 less at Cheaper & Co $99.00');
    await sees(card(page, /iPhone/), '$99.00 is 20% below its average.');
    await sees(card(page, /iPhone/), /Next likely 3–9 December\.$/);
    const names = () => main(page).getByRole('listitem').getByRole('heading').allInnerTexts();
    const newest = await names();
    await page.getByLabel('Sort').selectOption('Lowest price first');
    expect(await names()).toEqual(newest.toReversed());
    await page.getByLabel('Sort').selectOption('Largest drop first');
    expect(await names()).toEqual(newest);
    const machine = await card(page, /Bambino/).innerText();
    expect(machine).toContain('Saved 2 weeks ago');
    // Over all shops that rate it.
    expect(machine).toContain('4.6 of 5 (502)');
    const drop = card(page, /iPhone/).getByText('Price dropped 20%');
    expect(await drop.getAttribute('class')).toContain('tone-green');
    const rise = card(page, /Bambino/).getByText('Price increased +25%');
    expect(await rise.getAttribute('class')).toContain('tone-red');
  });

  test('counts all, dropped and purchased; a change that the server refuses is undone; one is removed after asking', async ({
    open,
    join,
  }) => {
    const shopper = await withTwo(await join());
    const page = await open('/favorites', { as: shopper });
    const phone = card(page, /iPhone/);
    const confirm = dialog(page).getByRole('button', { name: 'Remove' });
    const dismiss = () => dialog(page).getByRole('button', { name: 'OK' }).click();
    await phone.waitFor();
    expect(await tiles(page)).toEqual(['Saved', '2', 'Price drops', '0', 'Purchased', '0']);

    const server = Promise.withResolvers<void>();
    expectLogged(page, /^\[api\] (PATCH|DELETE) \/favorites\//);
    await page.route('**/api/favorites/*/purchased', async (route) => {
      await server.promise;
      await route.fulfill({ status: 500, json: { success: false } });
    });
    const box = phone.getByLabel('Purchased');
    await box.click();
    expect(await box.isChecked(), 'while the server thinks').toBe(true);
    expect((await tiles(page)).at(-1)).toBe('1');
    server.resolve();
    await sees(dialog(page), /^Your change could not be saved/);
    await dismiss();
    expect(await box.isChecked()).toBe(false);
    expect((await tiles(page)).at(-1)).toBe('0');
    await healCalls(page);
    await box.click();
    await expect
      .poll(() => tiles(page))
      .toEqual(['Saved', '2', 'Price drops', '0', 'Purchased', '1']);

    const bell = phone.getByRole('button', { name: /^Price alert for/ });
    await bell.click();
    await expect.poll(() => bell.getAttribute('aria-pressed')).toBe('true');

    const remove = phone.getByRole('button', { name: /^Remove Apple iPhone/ });
    await remove.click();
    await sees(dialog(page), CONFIRM);
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await phone.waitFor();
    const call = '**/api/favorites/*';
    await page.route(call, (route) => route.fulfill({ status: 500, json: { success: false } }));
    await remove.click();
    await confirm.click();
    await sees(dialog(page), 'Failed to remove favorite. Please try again.');
    await dismiss();
    await phone.waitFor();
    await page.unroute(call);
    await remove.click();
    await confirm.click();
    await phone.waitFor({ state: 'detached' });
    await page.reload();
    const machine = card(page, /Bambino/);
    await machine.waitFor();
    expect(await phone.count()).toBe(0);

    // Another tab removes the other one: a card that is gone already is no error.
    const { favorites } = await callAs<Answer>(shopper, 'GET', '/favorites');
    await callAs(shopper, 'DELETE', `/favorites/${favorites[0]?._id}`);
    await machine.getByRole('button', { name: /^Remove/ }).click();
    await confirm.click();
    await machine.waitFor({ state: 'detached' });
    expect(await dialog(page).count()).toBe(0);
    await page.getByRole('heading', { name: 'No favourites yet' }).waitFor();
    await main(page).getByRole('link', { name: 'Start Shopping' }).click();
    await arrives(page, '/search');
  });

  test('counts what is saved beyond the 50 that are shown, shows alerts as coming soon where the operator says so; a name links to its product', async ({
    open,
    join,
  }) => {
    const stats = { total: 60, priceDropped: 7, purchased: 3 };
    const before = async (page: Page) => {
      await alterAnswer<Answer>(page, 'GET', '/favorites', (data) => ({ ...data, stats }));
      await answerCall(page, 'GET', '/features', { comingSoon: ['price-alerts'] });
    };
    const page = await open('/favorites', { as: await withTwo(await join()), before });
    const phone = card(page, /iPhone/);
    await phone.getByLabel('Purchased').click();
    await expect
      .poll(() => tiles(page))
      .toEqual(['Saved', '60', 'Price drops', '7', 'Purchased', '4']);
    const bell = phone.getByRole('button', { name: /^Price alert for/ });
    await expect.poll(() => bell.isDisabled()).toBe(true);
    expect(await bell.getAttribute('title')).toBe('Coming soon');
    await phone.getByRole('heading').getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: /iPhone 15/ }).waitFor();
  });

  test('says how the server failed, what to do, and tries again; a 401 ends the session', async ({
    open,
    join,
  }) => {
    const before = (page: Page) => failCall(page, 'GET', '/favorites', { status: 500 });
    const page = await open('/favorites', { as: await withTwo(await join()), before });
    const again = page.getByRole('button', { name: 'Try Again' });
    await sees(page, 'Failed to load favorites. Please try again.');
    await sees(page, /^Something went wrong at our end/);
    for (const [failure, text] of [
      ['refused', 'Failed to load favorites'],
      ['unreachable', 'Failed to load favorites. Please try again.'],
    ] as const) {
      await failCall(page, 'GET', '/favorites', failure);
      await again.click();
      await sees(page, text);
    }
    await healCalls(page);
    await again.click();
    await card(page, /iPhone/).waitFor();
    await failCall(page, 'GET', '/favorites', { status: 401 });
    await page.reload();
    await arrives(page, '/login?redirect=%2Ffavorites');
    expect(await stored(page, 'token')).toBeNull();
  });
});
