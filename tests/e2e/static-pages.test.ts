/*
 * Parts of every page (spec §1, §2, §9): header, banner, footer, titles; and the text pages.
 */
import { describe, expect } from 'vitest';
import { arrives, main, searchBox } from '../support/page-steps.ts';
import { findOffer } from '../support/shopper-calls.ts';
import { SITE, test } from '../support/shopper-test.ts';

describe('the banner', () => {
  test.for([
    ['00', '24 hours ago'],
    ['08', '16 hours ago'],
    ['09', 'just now'],
    ['21', 'just now'],
    ['22', '2 hours ago'],
    ['23', '1 hours ago'],
  ] as const)('at %s o’clock prices were updated %s', async ([hour, text], { open }) => {
    const page = await open('/about', { at: `2026-11-21T${hour}:30:00+11:00` });
    expect(await page.locator('[data-freshness]').textContent()).toBe(text);
  });

  test('is updated every 60 seconds', async ({ open }) => {
    const page = await open('/about', { at: '2026-11-21T21:59:15+11:00' });
    expect(await page.locator('[data-freshness]').textContent()).toBe('just now');
    const freshness = () => page.locator('[data-freshness]').textContent();
    await page.clock.fastForward(50_000);
    expect(await freshness(), 'after 50 s').toBe('just now');
    await page.clock.fastForward(10_500);
    expect(await freshness(), 'after 60 s').toBe('2 hours ago');
  });

  test('is not printed', async ({ open }) => {
    const page = await open('/about');
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('[data-freshness]').isVisible()).toBe(false);
  });
});

describe('the header', () => {
  const always = ['Home', 'Smart Search', 'Trending', 'About', 'FAQ'];

  test('shows a guest the way to sign in', async ({ open }) => {
    const page = await open('/about');
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

describe('every page', () => {
  const pages = [
    '/',
    '/about',
    '/faq',
    '/trending',
    '/smart-search',
    '/privacy',
    '/terms',
    '/help',
  ];

  test.for(pages)('%s tells search engines and sharers what it is', async (path, { look }) => {
    const page = await look(path);
    const content = (selector: string) => page.locator(selector).getAttribute('content');
    expect(await page.title()).toContain('Priceroo');
    expect(await content('meta[name="description"]')).toMatch(/\w{3}/);
    expect(await content('meta[name="keywords"]')).toContain('price');
    expect(await content('meta[property="og:title"]')).toBe(await page.title());
    expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(SITE + path);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    const mail = page.getByRole('contentinfo').locator('a[href^="mailto:"]');
    expect(await mail.allInnerTexts()).toEqual(['Support', 'Contact us']);
  });

  test('an unknown address says so and offers a search', async ({ look }) => {
    const page = await look('/no-such-page');
    await page.getByRole('heading', { name: 'Nothing on this shelf' }).waitFor();
    await searchBox(page).waitFor();
  });
});

describe('without JavaScript', () => {
  const pages = ['/about', '/faq', '/privacy', '/terms', '/help', '/no-such-page'];

  test.for(pages)('%s is whole, and its menu opens', async (path, { open }) => {
    const page = await open(path, { javaScript: false, width: 360 });
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect((await main(page).innerText()).length).toBeGreaterThan(100);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' }).click();
    await arrives(page, '/faq');
  });

  test('answers open one at a time', async ({ open }) => {
    const page = await open('/faq', { javaScript: false });
    const answers = page.locator('main details[open]');
    for (const question of ['What is Priceroo?', 'Can I buy here?']) {
      await main(page).getByText(question).click();
      expect(await answers.count()).toBe(1);
    }
    expect(await answers.innerText()).toContain('you buy there');
  });

  test.for(['/login', '/profile'])('%s says what it needs', async (path, { open }) => {
    const page = await open(path, { javaScript: false });
    await main(page)
      .getByText(/needs JavaScript/)
      .waitFor();
  });
});

test('without script, the page of a product leads to its public page', async ({ open }) => {
  const { _id: id } = await findOffer(SITE, 'bambino', 'Koala Electrics');
  const page = await open(`/product/${id}`, { javaScript: false });
  await main(page).getByRole('link', { name: 'See the prices of this product' }).click();
  await page.waitForURL(/\/products\/breville-bambino-plus-/);
});

describe('pages of text', () => {
  test('legal pages state when they last changed and whom to write to', async ({ look }) => {
    for (const path of ['/privacy', '/terms']) {
      const page = await look(path);
      expect(await main(page).locator('time').getAttribute('datetime')).toMatch(
        /^20\d\d-\d\d-\d\d$/,
      );
      const link = main(page).getByRole('link', { name: 'Write to support' });
      expect(await link.getAttribute('href')).toMatch(/^mailto:\w+@/);
    }
  });

  test('one answer of the FAQ is open at a time', async ({ open }) => {
    const page = await open('/faq');
    const questions = page.locator('main details');
    await questions.nth(0).locator('summary').click();
    await questions.nth(5).locator('summary').click();
    await expect.poll(() => page.locator('main details[open]').count()).toBe(1);
    expect(await questions.nth(5).getAttribute('open')).not.toBeNull();
  });
});
