/*
 * Product detail (spec §2, §4, §8, §9).
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { DAY_MS } from '#domain/time.ts';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import { arrives, dialog, main, sees } from '../support/page-steps.ts';
import { callAs, findOffer } from '../support/shopper-calls.ts';
import { SITE, test } from '../support/shopper-test.ts';
import {
  alterAnswer,
  countCalls,
  failCall,
  healCalls,
  holdCall,
} from '../support/stand-in-calls.ts';

let id = '';
beforeAll(async () => {
  id = (await findOffer(SITE, 'bambino', 'Harbour Appliances'))._id;
});
const path = () => `/product/${id}`;
const call = () => `/products/${id}`;
const altered = (changes: Partial<ProductDetail>) => (page: Page) =>
  alterAnswer<ProductDetail>(page, 'GET', call(), (data) => ({ ...data, ...changes }));

test('shows its best offer, its score, its shops, its history and similar products; can be saved, and enters the view history', async ({
  open,
  join,
}) => {
  const shopper = await join();
  const page = await open(path(), { as: shopper });
  await page.getByRole('heading', { level: 1, name: /Breville Bambino Plus/ }).waitFor();
  await page.getByLabel('About this price at Outback Discounts').click();
  const text = await main(page).innerText();
  expect(text).toMatch(/AI score \d+\/100/);
  expect(text).toContain('has stock');
  expect(text).toContain('$529.00');
  expect(text).toContain('Breville · Coffee');
  // What buyers of all shops say together, as the reasons say it.
  expect(text).toMatch(/4\.6 of 5 \(502\)/);
  expect(text).toContain('Rated 4.6 of 5 in 502 ratings');
  expect(text).toMatch(/Outback Discounts\s+Trust 5\.5\/10/);
  expect(text).toMatch(/grouped by (?:barcode|brand)/);
  for (const name of ['Price history', 'Prices at 8 shops, 1 unavailable', 'AI score breakdown']) {
    await page.getByRole('heading', { name }).waitFor();
  }
  const terms = await page.locator('.scores dt').allInnerTexts();
  expect(terms).toEqual(['Price', 'Quality', 'Popularity']);
  const buy = page.getByRole('link', { name: /Buy at Outback Discounts/ });
  expect(await buy.getAttribute('target')).toBe('_blank');
  expect(await buy.getAttribute('href')).toMatch(/\/product\/bambino-100001$/);
  expect(await page.getByRole('link', { name: /^Website/ }).getAttribute('target')).toBe('_blank');
  const rows = await page.locator('.shop-offers > li').allInnerTexts();
  expect(rows[0]).toMatch(/Outback Discounts[\s\S]*\$529\.00[\s\S]*lowest price/);
  expect(rows[1]).toMatch(/Harbour Appliances[\s\S]*\+\$20\.00/);
  expect(rows.at(-1)).toMatch(/Banksia Kitchen[\s\S]*Out of stock/);

  const ranges = page.getByRole('group', { name: 'Range' }).getByRole('button');
  await ranges.first().waitFor();
  expect(await ranges.allInnerTexts()).toEqual(['7d', '30d', '90d', '1y']);
  expect(await ranges.nth(1).getAttribute('aria-pressed'), 'the range at first').toBe('true');
  await page.getByRole('img', { name: /^The best price since/ }).waitFor();
  await page.getByText('Show as a table').click();
  expect(await page.locator('.price-table tbody tr').count()).toBeGreaterThanOrEqual(3);
  await sees(page, 'Price going down');
  // The verdict is that of the whole past, whatever the range shows.
  await sees(page.locator('.product-head .stamp'), 'Buy');
  await sees(page, 'Great deal');
  await ranges.first().click();
  expect(await ranges.first().getAttribute('aria-pressed')).toBe('true');

  const views = () => callAs<{ productName: string }[]>(shopper, 'GET', '/user/view-history');
  await expect.poll(async () => (await views())[0]?.productName).toContain('Bambino');
  const heart = page.locator('.product-picture').getByRole('button', { name: /to favorites/ });
  const favorites = () => callAs<unknown[]>(shopper, 'GET', '/user/favorites');
  for (const [pressed, saved] of [
    ['true', 1],
    ['false', 0],
  ] as const) {
    await heart.click();
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe(pressed);
    // The heart answers at once, the server a moment later.
    await expect.poll(async () => (await favorites()).length).toBe(saved);
    await expect.poll(() => heart.isEnabled()).toBe(true);
  }

  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  const data = texts.map((one) => JSON.parse(one));
  const { offers } = data.find((one) => one['@type'] === 'Product');
  expect(offers.lowPrice).toBe('529.00');
  expect(offers.offers[0].price).toBe('529.00');
  const validMs = Date.parse(offers.offers[0].priceValidUntil);
  expect(Math.abs(validMs - Date.now() - 7 * DAY_MS)).toBeLessThan(DAY_MS);
  const trail = data.find((one) => one['@type'] === 'BreadcrumbList');
  expect(trail?.itemListElement, 'a breadcrumb list').toHaveLength(3);

  const similar = page.getByRole('region', { name: 'Similar products' });
  await similar.getByRole('link', { name: /DeLonghi Dedica/ }).click();
  await page.getByRole('heading', { level: 1, name: /Dedica/ }).waitFor();
});

test('leads back to the search it was opened from', async ({ open, join }) => {
  const page = await open('/search?q=bambino', { as: await join() });
  await page.locator('.offers h3 a').first().click();
  await page.getByRole('link', { name: /Back to search results/ }).click();
  await arrives(page, '/search?q=bambino');
});

test('has tabs for details, reviews and specifications, which say when there are none', async ({
  open,
  join,
}) => {
  const specifications = { Pressure: '15 bar' };
  const date = '2026-05-03T00:00:00.000Z';
  const review = { author: 'Kim', rating: 4, date, comment: 'Great.' };
  const page = await open(path(), {
    as: await join(),
    before: altered({ specifications, reviews: [review] }),
  });
  const panel = page.getByRole('tabpanel');
  const tab = (name: string) => page.getByRole('tab', { name });
  await panel.getByText('A compact espresso machine').waitFor();
  expect(await tab('Details').getAttribute('aria-selected')).toBe('true');
  await tab('Reviews').click();
  const text = await panel.innerText();
  for (const part of ['Kim', '3 May 2026', '4.0 of 5', 'Great.']) expect(text).toContain(part);
  await tab('Specs').click();
  expect(JSON.parse(await panel.innerText())).toEqual(specifications);
  await altered({ specifications: {}, reviews: [] })(page);
  await page.reload();
  await tab('Reviews').click();
  await sees(panel, 'no user reviews yet');
  await tab('Specs').click();
  await sees(panel, 'No shop provides specifications.');
});

test('requests the product and similar products in parallel; a history that could not be loaded is not invented, and can be asked for again', async ({
  open,
  join,
}) => {
  let release = () => {};
  let similarCalls = () => 0;
  const before = async (page: Page) => {
    release = await holdCall(page, 'GET', call());
    similarCalls = countCalls(page, 'GET', `${call()}/similar`);
    await failCall(page, 'GET', `${call()}/history`, { status: 500 });
  };
  const page = await open(path(), { as: await join(), before });
  await expect.poll(similarCalls, { message: 'calls for like products' }).toBe(1);
  release();
  await page.getByRole('region', { name: 'Similar products' }).waitFor();
  const history = page.getByRole('region', { name: 'Price history' });
  await sees(history, 'The price history could not be loaded.');
  expect(await history.getByText(/estimate/).count()).toBe(0);
  await healCalls(page);
  await history.getByRole('button', { name: 'Try Again' }).click();
  await sees(history, 'Price going down');
});

test('a shopper writes a review, which stays', async ({ open, join }) => {
  const shopper = await join();
  const page = await open(path(), { as: shopper });
  await page.getByRole('tab', { name: 'Reviews' }).click();
  await page.getByLabel('Stars').selectOption('4 out of 5');
  const words = `Quiet and quick to heat (${shopper.email})`;
  await page.getByLabel('What should other shoppers know?').fill(words);
  await page.getByRole('button', { name: 'Publish review' }).click();
  await sees(page, 'Thank you. Your review is now on this page.');
  await sees(page.getByRole('tabpanel').getByRole('listitem'), words);
  await page.reload();
  await page.getByRole('tab', { name: 'Reviews' }).click();
  await page.getByRole('tabpanel').getByText(words).waitFor();
});

describe('a product that a guest chose on its public page', () => {
  test('stays in sight while they sign in', async ({ open }) => {
    const page = await open(`${path()}?do=alert`);
    await arrives(page, `/login?redirect=${encodeURIComponent(`${path()}?do=alert`)}`);
    const wanted = main(page).locator('.wanted-product');
    await sees(wanted, '$529.00');
    expect(await wanted.getAttribute('href')).toMatch(/^\/products\/.*bambino/);
  });

  test('opens with the alert they asked for, or saved', async ({ open, join }) => {
    const page = await open(`${path()}?do=alert`, { as: await join() });
    await dialog(page).getByRole('button', { name: 'Set alert' }).waitFor();
    await page.goto(`${path()}?do=save`);
    const heart = page.locator('.product-picture').getByRole('button', { name: /to favorites/ });
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
    expect(new URL(page.url()).search).toBe('');
  });
});

test('a product that cannot be shown says why: in Chinese with English and a way home, or that it does not exist', async ({
  open,
  join,
}) => {
  const before = (page: Page) => failCall(page, 'GET', call(), { status: 500 });
  const page = await open(path(), { as: await join(), before });
  const heading = page.getByRole('heading', { name: '加载商品详情失败，请稍后重试' });
  expect(await heading.getAttribute('lang')).toBe('zh-Hans');
  await page.getByRole('link', { name: 'Back to home' }).click();
  await arrives(page, '/');
  const missing = '0190a000-0000-7000-8000-000000000000';
  await failCall(page, 'GET', `/products/${missing}`, { status: 404 });
  await page.goto(`/product/${missing}`);
  await page.getByRole('heading', { name: 'Product does not exist' }).waitFor();
});
