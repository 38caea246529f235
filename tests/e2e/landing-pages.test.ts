/*
 * The landing pages as a visitor sees them: complete without JavaScript, without layout shift, reporting web vitals anonymously.
 */
import type { Page, Request } from 'playwright-core';
import { describe, expect } from 'vitest';
import { sitemapPaths } from '../support/crawled-site.ts';
import { main, sees } from '../support/page-steps.ts';
import { SITE, test } from '../support/shopper-test.ts';

const bambino = async () => {
  const path = (await sitemapPaths(SITE)).find((one) => one.includes('bambino'));
  if (!path) throw new Error('the sitemap does not name the product');
  return path;
};

test('a product’s offers are sorted by the price delivered to a postcode, which is remembered', async ({
  open,
}) => {
  const path = await bambino();
  const page = await open(path);
  const postcode = page.getByLabel('Postcode (optional)');
  expect(await postcode.inputValue()).toBe('');
  await postcode.fill('3000');
  await page.getByLabel('Sort by').selectOption('Price with delivery');
  await page.getByRole('button', { name: 'Sort' }).click();
  await page.waitForURL('**?by=delivered&postcode=3000#offers-title');
  const offers = main(page).locator('ol:has(svg) > li');
  expect((await offers.allInnerTexts())[0]).toMatch(/Koala Electrics[\s\S]*\$588\.95/);
  expect(await offers.filter({ hasText: 'Wattle Home' }).innerText()).toContain('$604.00');
  await page.goto(path);
  expect(await postcode.inputValue()).toBe('3000');
});

test('a proof of a lower price prints both prices and the promise, and nothing to press', async ({
  open,
}) => {
  const page = await open(await bambino(), { javaScript: false });
  const link = page.getByRole('link', { name: 'Proof to show at Koala Electrics' });
  const path = (await link.getAttribute('href')) ?? '';
  const before = (tab: Page) =>
    tab.addInitScript(() => {
      globalThis.print = () => document.body.setAttribute('data-printed', '');
    });
  const proof = await open(path, { before });
  await proof.getByRole('button', { name: 'Print' }).click();
  await proof.locator('[data-printed]').waitFor();
  await proof.emulateMedia({ media: 'print' });
  const text = await proof.locator('body').innerText();
  expect(text).toMatch(/A lower price at Outback Discounts[\s\S]*Breville Bambino Plus/);
  expect(text).toMatch(/Outback Discounts asks\s+\$529\.00[\s\S]*Koala Electrics asks\s+\$579\.00/);
  expect(text).toMatch(/Its price by that promise\s+\$502\.55/);
  expect(text).toContain(`${SITE}${path}`);
  expect(text).not.toMatch(/Print|Back to all prices|Sign in/);
});

describe('without JavaScript', () => {
  test('a product shows every shop’s price, a year of prices, and the way to alerts', async ({
    open,
  }) => {
    const page = await open(await bambino(), { javaScript: false });
    await sees(page, 'Prices at 8 shops, 1 unavailable');
    const rows = await main(page).locator('ol:has(svg) > li').allInnerTexts();
    expect(rows).toHaveLength(8);
    expect(rows[0]).toMatch(/Outback Discounts[\s\S]*\$529\.00/);
    expect(rows.at(-1), 'sold out comes last').toMatch(/Banksia Kitchen[\s\S]*Out of stock/);
    await sees(
      page,
      '7 Australian shops have it now, from $529.00 at Outback Discounts to $599.00 at Wattle Home, a difference of $70.00 for the same product.',
    );
    const chart = page.getByRole('img', { name: /^The best price since/ });
    expect(await chart.getAttribute('aria-label')).toContain(
      'lowest $529.00, highest $592.48, now $529.00',
    );
    await main(page).getByRole('link', { name: 'Alert me when it drops' }).click();
    expect(new URL(page.url()).pathname).toMatch(/^\/product\//);
  });

  test('a category leads to its products and shops', async ({ open }) => {
    const page = await open('/categories/coffee-machines', { javaScript: false });
    const tiles = await main(page).locator('.tiles > div').allInnerTexts();
    expect(tiles.map((tile) => tile.split(/\s*\n\s*/))).toEqual([
      ['Cheapest', '$299.00'],
      ['Median price', expect.stringMatching(/^\$/)],
      ['Products compared', '2'],
      ['Shops', '7'],
    ]);
    await main(page)
      .getByRole('link', { name: /DeLonghi Dedica/ })
      .last()
      .click();
    await sees(page, 'Prices at 3 shops');
    await page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link', { name: 'Coffee Machines' })
      .click();
    await page.getByRole('link', { name: 'Koala Electrics' }).last().click();
    await page.getByRole('heading', { level: 1, name: 'Koala Electrics' }).waitFor();
    await sees(page, 'Invented for tests.');
  });

  test('shrink watch says that no pack shrank, and open data that no day is finished', async ({
    open,
  }) => {
    const shrunk = await open('/shrink-watch', { javaScript: false });
    await sees(shrunk, /^No pack we watch has shrunk/);
    const data = await open('/open-data', { javaScript: false });
    await sees(data, /^No files yet/);
    const line = main(data).getByText(/^Version \d: these columns/);
    const ems = (text: Element) =>
      text.clientWidth / Number.parseFloat(getComputedStyle(text).fontSize);
    expect(await line.evaluate(ems), 'a line short enough to read').toBeLessThan(45);
    const columns = await main(data).locator('tbody code').allInnerTexts();
    expect(columns.slice(0, 3)).toEqual(['at', 'offer', 'product']);
    await main(data).getByRole('link', { name: '/api/tools' }).click();
    expect(await data.content()).toContain('is_this_a_good_price');
  });

  test('drops are sorted, and narrowed by price and department', async ({ open }) => {
    const page = await open('/deals', { javaScript: false });
    const names = () => main(page).locator('.drops .card-name').allInnerTexts();
    const all = await names();
    expect(all.length).toBeGreaterThanOrEqual(4);
    await page.getByLabel('Sort').selectOption({ label: 'Biggest $ drop' });
    await page.getByLabel('Price from, in dollars').fill('400');
    await main(page).getByRole('button', { name: 'Show' }).click();
    await expect
      .poll(names)
      .toEqual(['Apple iPhone 15 128GB Black', 'Breville Bambino Plus Coffee Machine Black']);
    expect(await page.getByLabel('Price from, in dollars').inputValue()).toBe('400');
    await page.getByRole('link', { name: /^Tech\s+1$/ }).click();
    await expect.poll(names).toEqual(['Apple iPhone 15 128GB Black']);
    await page.getByRole('link', { name: /^All\s+2$/ }).click();
    await expect.poll(names).toHaveLength(2);
  });

  test('the first drop with its price is in the first screen of a phone', async ({ open }) => {
    const page = await open('/deals', { width: 360 });
    const price = await main(page).locator('.drops .price').first().boundingBox();
    expect((price?.y ?? Infinity) + (price?.height ?? 0)).toBeLessThan(740);
  });

  test('a drop states the same figures as the product’s page', async ({ open }) => {
    const page = await open('/deals', { javaScript: false });
    const drop = main(page).locator('.drops > li').filter({ hasText: 'Bambino' });
    const text = await drop.innerText();
    const [, percent] = /(\d+)% below usual/.exec(text) ?? [];
    const [, usual] = /usually (\$[\d,.]+\d)/.exec(text) ?? [];
    expect(text).toContain('Its lowest since we began watching in');
    await drop.getByRole('heading').getByRole('link').click();
    await sees(
      page,
      `Its lowest so far: $529.00 is ${percent}% below its average of ${usual} over the 40 days we saw it for sale and the lowest of 7 shops.`,
    );
  });

  test('a category leads to its brands and back, and says how many drops it has', async ({
    open,
  }) => {
    const page = await open('/categories', { javaScript: false });
    const category = main(page).getByRole('link', { name: /^Coffee Machines/ });
    expect(await category.innerText()).toMatch(/2 products from \$299\.00\s+2 really cheaper now/);
    await category.click();
    await sees(page, /^2 products cost less than on nine days in ten/);
    await page.getByRole('link', { name: /^Breville\s+1$/ }).click();
    await page.getByRole('heading', { level: 1, name: /^Breville coffee machines/ }).waitFor();
    const names = () => main(page).locator('.products .name').allInnerTexts();
    expect(await names()).toEqual(['Breville Bambino Plus Coffee Machine Black']);
    await page.getByRole('link', { name: 'All brands' }).click();
    await expect.poll(names).toHaveLength(2);
  });
});

describe('figures of a visit', () => {
  /** As a visitor's browser that is among those that send. */
  const chosen = (page: Page) =>
    page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false });
      Math.random = () => 0;
    });
  /** Out of sight, as when its tab is left; the page lives on, so that what it sends is seen. */
  const hide = (page: Page) =>
    page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', {
        configurable: true,
        get: () => 'hidden',
      });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    });
  const sentFrom = (page: Page) => {
    const sent: Request[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/vitals')) sent.push(request);
    });
    return sent;
  };

  test('are sent once when the page is left, without cookies or address', async ({ open }) => {
    const page = await open('/status', { before: chosen });
    const sent = sentFrom(page);
    await page.context().addCookies([{ name: 'secret', value: 'x', url: SITE }]);
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/vitals'));
    await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
    await hide(page);
    await hide(page);
    expect((await answered).status()).toBe(201);
    expect(sent).toHaveLength(1);
    const { page: kind, ...figures } = sent[0]?.postDataJSON() ?? {};
    expect(kind).toBe('status');
    expect(Object.keys(figures)).toEqual(expect.arrayContaining(['TTFB', 'FCP']));
    for (const figure of Object.values(figures)) expect(figure).toBeGreaterThanOrEqual(0);
    expect((await sent[0]?.allHeaders())?.['cookie']).toBeUndefined();
  });

  test('are logged when a page is left, and sent by no program and by one visitor in ten', async ({
    open,
  }) => {
    const logged: string[] = [];
    const unlucky = async (page: Page) => {
      await chosen(page);
      await page.addInitScript(() => {
        Math.random = () => 0.1;
      });
    };
    for (const before of [undefined, unlucky]) {
      const page = await open('/status', { ...(before && { before }) });
      page.on('console', (message) => logged.push(message.text()));
      const sent = sentFrom(page);
      await hide(page);
      await expect.poll(() => logged.join('\n')).toContain('[web-vitals]');
      expect(sent).toHaveLength(0);
      logged.length = 0;
    }
  });
});
