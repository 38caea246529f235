/*
 * Parts of every page (spec §1, §2, §9): header, banner, footer, titles; and the text pages.
 */
import { load } from 'cheerio';
import { describe, expect } from 'vitest';
import { arrives, main, searchBox } from '../support/page-steps.ts';
import { findOffer } from '../support/shopper-calls.ts';
import { SITE, test } from '../support/shopper-test.ts';

describe('the banner', () => {
  test('is updated every 60 seconds, and not printed', async ({ open }) => {
    const page = await open('/about', { at: '2026-11-21T23:59:15+11:00' });
    const freshness = () => page.locator('[data-freshness]').textContent();
    expect(await freshness()).toBe('1 hours ago');
    await page.clock.fastForward(50_000);
    expect(await freshness(), 'after 50 s').toBe('1 hours ago');
    await page.clock.fastForward(10_500);
    expect(await freshness(), 'after 60 s').toBe('24 hours ago');
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('[data-freshness]').isVisible(), 'in print').toBe(false);
  });
});

describe('the header', () => {
  const always = ['Home', 'Smart Search', 'Trending', 'About', 'FAQ'];

  test('shows a guest the way to sign in', async ({ look }) => {
    const page = await look('/about');
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    expect(await links.filter({ visible: true }).allInnerTexts()).toEqual([...always, 'Sign In']);
  });

  test('shows an account holder their pages and Logout', async ({ open, join }) => {
    const page = await open('/about', { as: await join() });
    const nav = page.getByRole('navigation', { name: 'Main' });
    expect(await nav.getByRole('link').filter({ visible: true }).allInnerTexts()).toEqual([
      ...always,
      'AI Picks',
      'Favorites',
      'Profile',
    ]);
    await nav.getByRole('button', { name: 'Logout' }).waitFor();
  });

  test('opens the price tools by keyboard and closes them by Escape', async ({ open }) => {
    const page = await open('/about');
    const opener = page.getByRole('button', { name: 'Price tools' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const tools = page.getByRole('list', { name: 'Price tools' });
    expect(await tools.getByRole('link').allInnerTexts()).toEqual([
      'Price my list',
      'Price drops',
      'Refused this week',
      'Packs that shrank',
      'Price pass',
    ]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await tools.waitFor({ state: 'hidden' });
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  test('stays visible while the page scrolls', async ({ open }) => {
    const page = await open('/faq');
    await page.mouse.wheel(0, 900);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
    const box = await page.getByRole('banner').boundingBox();
    expect(box?.y, 'where the header is').toBe(0);
  });

  test('on a phone the menu opens, welcomes, and closes by Escape', async ({ open, join }) => {
    const shopper = await join();
    const page = await open('/about', { as: shopper, width: 360 });
    const nav = page.getByRole('navigation', { name: 'Main' });
    await nav.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Menu' }).click();
    expect(await nav.innerText()).toContain(`Welcome, ${shopper.name}`);
    expect(await nav.innerText()).toContain(shopper.email);
    await page.keyboard.press('Escape');
    await nav.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Menu' }).click();
    await nav.getByRole('link', { name: 'FAQ' }).click();
    await arrives(page, '/faq');
  });
});

test('an unknown address says so and offers a search', async ({ look }) => {
  const page = await look('/no-such-page');
  await page.getByRole('heading', { name: 'Nothing on this shelf' }).waitFor();
  await searchBox(page).waitFor();
});

describe('without JavaScript', () => {
  test('a page is whole, its menu opens, and answers open one at a time', async ({ open }) => {
    const page = await open('/about', { javaScript: false, width: 360 });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' }).click();
    await arrives(page, '/faq');
    const answers = page.locator('main details[open]');
    for (const question of ['What is Priceroo?', 'Can I buy here?']) {
      await main(page).getByText(question).click();
      expect(await answers.count()).toBe(1);
    }
    expect(await answers.innerText()).toContain('you buy there');
  });

  test.for(['/about', '/faq', '/privacy', '/terms', '/help', '/no-such-page'])(
    '%s is in its HTML',
    async (path) => {
      const $ = load(await (await fetch(SITE + path)).text());
      expect($('h1').length).toBe(1);
      expect($('main').text().length).toBeGreaterThan(100);
    },
  );

  test.for(['/login', '/profile'])('%s says what it needs', async (path) => {
    const $ = load(await (await fetch(SITE + path)).text());
    expect($('main noscript').text()).toMatch(/needs JavaScript/);
  });
});

test('without script, the page of a product leads to its public page', async ({ open }) => {
  const { _id: id } = await findOffer(SITE, 'bambino', 'Koala Electrics');
  const page = await open(`/product/${id}`, { javaScript: false });
  await main(page).getByRole('link', { name: 'See the prices of this product' }).click();
  await page.waitForURL(/\/products\/breville-bambino-plus-/);
});

test('legal pages state when they last changed and whom to write to', async () => {
  for (const path of ['/privacy', '/terms']) {
    const $ = load(await (await fetch(SITE + path)).text());
    expect($('main time').attr('datetime')).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect($('main a:contains("Write to support")').attr('href')).toMatch(/^mailto:\w+@/);
  }
});
