/*
 * Product detail (spec §2, §4, §8, §9).
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import type { PriceAlert } from '#site/api/routes/alerts.ts';
import { arrives, dialog, freeze, main, sees } from '../support/page-steps.ts';
import { callAs, findOffer, saveOffer } from '../support/shopper-calls.ts';
import { SITE, test } from '../support/shopper-test.ts';
import {
  alterAnswer,
  answerCall,
  countCalls,
  failCall,
  healCalls,
  holdCall,
} from '../support/stand-in-calls.ts';

let id = '';
const openModal = async (page: Page) => {
  await page.getByRole('button', { name: 'Alert me' }).click();
  await page.getByRole('heading', { name: 'Price alert' }).waitFor();
};
beforeAll(async () => {
  id = (await findOffer(SITE, 'bambino', 'Harbour Appliances'))._id;
});
const path = () => `/product/${id}`;
const call = () => `/products/${id}`;
const altered = (changes: Partial<ProductDetail>) => (page: Page) =>
  alterAnswer<ProductDetail>(page, 'GET', call(), (data) => ({ ...data, ...changes }));

describe('a product', () => {
  test('shows its best offer, its score, its shops and its parts', async ({ open, join }) => {
    const page = await open(path(), { as: await join() });
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
    for (const name of [
      'Price history',
      'Prices at 8 shops, 1 unavailable',
      'AI score breakdown',
    ]) {
      await page.getByRole('heading', { name }).waitFor();
    }
    const terms = await page.locator('.scores dt').allInnerTexts();
    expect(terms).toEqual(['Price', 'Quality', 'Popularity']);
    const buy = page.getByRole('link', { name: /Buy at Outback Discounts/ });
    expect(await buy.getAttribute('target')).toBe('_blank');
    expect(await buy.getAttribute('href')).toMatch(/\/product\/bambino-100001$/);
    expect(await page.getByRole('link', { name: /^Website/ }).getAttribute('target')).toBe(
      '_blank',
    );
  });

  test('on sale shows the percent off and the old price struck through', async ({ open, join }) => {
    const before = altered({ originalPrice: 699, isOnSale: true, discountPercentage: 24 });
    const page = await open(path(), { as: await join(), before });
    await sees(page, '−24%');
    expect(await page.locator('.product-head s').innerText()).toContain('$699.00');
  });

  test('states when the next special is likely, and how often the forecast misses', async ({
    open,
    join,
  }) => {
    const at = '2026-12-02T14:00:00.000Z';
    const rhythm = {
      offerId: id,
      shop: 'Outback Discounts',
      everyWeeks: 4,
      offPercent: 50,
      price: 264,
      isOnSpecial: false,
      next: { from: at, to: at, chance: 0.9 },
      specials: [],
      week: { chance: 0.1, plainChance: 0.2 },
      text: 'Half price about every 4 weeks at Outback Discounts. Next likely 3–9 December.',
      risk: 'About 2 in 10 such forecasts miss.',
    };
    const page = await open(path(), { as: await join(), before: altered({ rhythm }) });
    await sees(page.locator('.product-head'), `${rhythm.text} ${rhythm.risk}`);
  });

  test.for([
    ['in_stock', 'has stock'],
    ['out_of_stock', 'out of stock'],
    ['limited', 'limited stock'],
    ['pre_order', 'pre-order'],
    ['unknown', 'unknown'],
  ] as const)('availability %s reads %s', async ([availability, text], { open, join }) => {
    const page = await open(path(), { as: await join(), before: altered({ availability }) });
    await sees(page.locator('.product-head'), text);
  });

  test('leads back to the search it was opened from', async ({ open, join }) => {
    const page = await open('/search?q=bambino', { as: await join() });
    await page.locator('.offers h3 a').first().click();
    await page.getByRole('link', { name: /Back to search results/ }).click();
    await arrives(page, '/search?q=bambino');
  });

  test('has tabs for details, reviews and specifications', async ({ open, join }) => {
    const specifications = { Pressure: '15 bar' };
    const page = await open(path(), { as: await join(), before: altered({ specifications }) });
    const panel = page.getByRole('tabpanel');
    await panel.getByText('A compact espresso machine').waitFor();
    expect(await page.getByRole('tab', { name: 'Details' }).getAttribute('aria-selected')).toBe(
      'true',
    );
    await page.getByRole('tab', { name: 'Reviews' }).click();
    await sees(panel, 'no user reviews yet');
    await page.getByRole('tab', { name: 'Specs' }).click();
    expect(JSON.parse(await panel.innerText())).toEqual(specifications);
  });

  test('without specifications says so, and prints no empty braces', async ({ open, join }) => {
    const page = await open(path(), { as: await join(), before: altered({ specifications: {} }) });
    await page.getByRole('tab', { name: 'Specs' }).click();
    await sees(page.getByRole('tabpanel'), 'No shop provides specifications.');
  });

  test('shows reviews with author, rating, date and comment', async ({ open, join }) => {
    const review = {
      author: 'Kim',
      rating: 4,
      date: '2026-05-03T00:00:00.000Z',
      comment: 'Great.',
    };
    const page = await open(path(), { as: await join(), before: altered({ reviews: [review] }) });
    await page.getByRole('tab', { name: 'Reviews' }).click();
    const text = await page.getByRole('tabpanel').innerText();
    for (const part of ['Kim', '3 May 2026', '4.0 of 5', 'Great.']) expect(text).toContain(part);
  });

  test('lists its shops with available offers first', async ({ open, join }) => {
    const page = await open(path(), { as: await join() });
    const rows = page.locator('.shop-offers > li');
    await rows.first().waitFor();
    const texts = await rows.allInnerTexts();
    expect(texts[0]).toMatch(/Outback Discounts[\s\S]*\$529\.00[\s\S]*best offer/);
    expect(texts[1]).toMatch(/Harbour Appliances[\s\S]*\+\$20\.00/);
    expect(texts.at(-1)).toMatch(/Banksia Kitchen[\s\S]*Out of stock/);
  });

  test('marks the best offer, even where a dearer or sold-out variant shares its address', async ({
    open,
    join,
  }) => {
    const before = (page: Page) =>
      alterAnswer<ProductDetail>(page, 'GET', call(), (data) => {
        const [best] = data.offers;
        if (!best) throw new Error('nobody sells it');
        const offerId = '0190a000-0000-7000-8000-000000000001';
        const soldOut = { availability: 'sold_out' as const, canBuy: false };
        const gone = { ...best, ...soldOut, offerId, currentPrice: 500 };
        return { ...data, offers: [gone, ...data.offers] };
      });
    const page = await open(path(), { as: await join(), before });
    const rows = page.locator('.shop-offers > li');
    await rows.first().waitFor();
    const texts = await rows.allInnerTexts();
    expect(texts[0]).toMatch(/\$529\.00[\s\S]*best offer/i);
    expect(texts[1]).toMatch(/\+\$20\.00/);
  });

  test('draws 30 days at first, and other ranges when asked', async ({ open, join }) => {
    const page = await open(path(), { as: await join() });
    const ranges = page.getByRole('group', { name: 'Range' }).getByRole('button');
    await ranges.first().waitFor();
    expect(await ranges.allInnerTexts()).toEqual(['7d', '30d', '90d', '1y']);
    expect(await ranges.nth(1).getAttribute('aria-pressed'), 'the range at first').toBe('true');
    await page.getByRole('img', { name: /^The best price since/ }).waitFor();
    await page.getByText('Show as a table').click();
    const table = page.locator('.price-table tbody tr');
    expect(await table.count()).toBeGreaterThanOrEqual(3);
    await sees(page, 'Price going down');
    // The verdict is that of the whole past, whatever the range shows.
    await sees(page.locator('.product-head .stamp'), 'Buy');
    await sees(page, 'Great deal');
    await ranges.first().click();
    expect(await ranges.first().getAttribute('aria-pressed')).toBe('true');
  });

  const DAY_MS = 86_400_000;
  test.for([
    {
      what: 'falls to its lowest',
      days: [700, 600, 529],
      trend: 'Price going down',
      analysis: 'Great deal',
      band: 'great-deal',
    },
    {
      what: 'ends where it began',
      days: [529, 629, 429, 529],
      trend: 'Price stable',
      analysis: 'Fair price',
      band: 'fair',
    },
    {
      what: 'rises to its highest',
      days: [400, 450, 529],
      trend: 'Price going up',
      analysis: 'High price',
      band: 'high',
    },
  ] as const)(
    'a history that $what says: $trend, $analysis',
    async ({ days, trend, analysis, band }, { open, join }) => {
      const points = days.map((price, index) => ({
        date: new Date(Date.now() - (days.length - index) * DAY_MS).toISOString(),
        price,
      }));
      const before = (page: Page) =>
        alterAnswer(page, 'GET', `${call()}/history`, () => ({
          points,
          gaps: [],
          to: new Date().toISOString(),
          isEstimate: false,
          analysis: band,
        }));
      const page = await open(path(), { as: await join(), before });
      const figures = page.locator('.history-figures');
      await sees(figures, trend);
      await sees(figures, analysis);
    },
  );

  test('gives the reasons of its score', async ({ open, join }) => {
    const before = altered({ recommendationReasons: [{ reason: 'Cheapest of eight shops.' }] });
    const page = await open(path(), { as: await join(), before });
    await page.getByRole('heading', { name: 'Why the score' }).waitFor();
    await sees(page, 'Cheapest of eight shops.');
  });

  test('says a price of thousands with a plain dollar sign', async ({ open, join }) => {
    const page = await open(path(), { as: await join(), before: altered({ currentPrice: 1189 }) });
    await sees(page.locator('.product-head'), '$1189.00');
  });

  const sale = { originalPrice: 699, isOnSale: true, discountPercentage: 24 };

  test('a claimed price that was charged is struck through, green, and says so', async ({
    open,
    join,
  }) => {
    const text = 'Genuine: $699.00 was charged on 40 of the 84 days we saw in the 12 weeks before.';
    const before = altered({ ...sale, claim: { verdict: 'genuine', text } });
    const page = await open(path(), { as: await join(), before });
    const head = page.locator('.product-head');
    await sees(head, 'Genuine saving');
    expect(await head.locator('.tone-green', { hasText: '−24%' }).count()).toBe(1);
  });

  test("shows a former price nobody was charged as the shop's claim, not as a saving", async ({
    open,
    join,
  }) => {
    const text = 'The shop says it was $699.00. We never saw it above $549.00.';
    const claim = { verdict: 'higher-than-before' as const, text };
    const page = await open(path(), { as: await join(), before: altered({ ...sale, claim }) });
    const head = page.locator('.product-head');
    await sees(head, text);
    expect(await head.locator('s').count()).toBe(0);
    expect(await head.innerText()).not.toContain('24%');
  });

  test.for([
    ['buy', 'Buy'],
    ['fair', 'Fair'],
    ['wait', 'Wait'],
    ['not-enough-history', 'Not enough history'],
  ] as const)(
    'has one verdict, %s, and nothing beside it contradicts it',
    async ([word, stamp], { open, join }) => {
      const text = '$529.00 is what it is.';
      const day = (ago: number, price: number) => {
        return { date: new Date(Date.now() - ago * DAY_MS).toISOString(), price };
      };
      const before = async (page: Page) => {
        await altered({ buyVerdict: { word, text } })(page);
        await alterAnswer(page, 'GET', `${call()}/history`, () => ({
          points: [day(3, 700), day(2, 529)],
          isEstimate: false,
          gaps: [],
          to: new Date().toISOString(),
          buyVerdict: { word, text },
          analysis: word === 'buy' ? ('great-deal' as const) : null,
        }));
      };
      const page = await open(path(), { as: await join(), before });
      const head = page.locator('.product-head');
      await sees(head, text);
      expect(await head.locator('.stamp').innerText()).toMatch(new RegExp(`^${stamp}$`, 'i'));
      await page.locator('.history-figures').waitFor({ state: 'attached' });
      const figures = await page.locator('.history-figures').innerText();
      expect(figures.includes('Great deal')).toBe(word === 'buy');
      expect(figures).toContain('Price going down');
    },
  );

  test('without history labels its line an estimate', async ({ open, join }) => {
    const before = (page: Page) =>
      alterAnswer(page, 'GET', `${call()}/history`, () => ({
        points: [],
        gaps: [],
        to: new Date().toISOString(),
        isEstimate: true,
      }));
    const page = await open(path(), { as: await join(), before });
    await page.getByText(/this line is an estimate/).waitFor();
  });

  test('requests the product and similar products in parallel', async ({ open, join }) => {
    let release = () => {};
    const before = async (page: Page) => {
      release = await holdCall(page, 'GET', call());
    };
    const page = await open('/about', { as: await join(), before });
    const asked = countCalls(page, 'GET', `${call()}/similar`);
    await page.goto(path());
    await expect.poll(asked, { message: 'calls for like products' }).toBe(1);
    release();
    await page.getByRole('region', { name: 'Similar products' }).waitFor();
  });

  test('a history that could not be loaded is not invented, and can be asked for again', async ({
    open,
    join,
  }) => {
    const before = (page: Page) => failCall(page, 'GET', `${call()}/history`, { status: 500 });
    const page = await open(path(), { as: await join(), before });
    const history = page.getByRole('region', { name: 'Price history' });
    await sees(history, 'The price history could not be loaded.');
    expect(await history.getByText(/estimate/).count()).toBe(0);
    await healCalls(page);
    await history.getByRole('button', { name: 'Try Again' }).click();
    await sees(history, 'Price going down');
  });

  test('shows similar products, each with a link to its page', async ({ open, join }) => {
    const page = await open(path(), { as: await join() });
    const similar = page.getByRole('region', { name: 'Similar products' });
    await similar.getByRole('link', { name: /DeLonghi Dedica/ }).click();
    await page.getByRole('heading', { level: 1, name: /Dedica/ }).waitFor();
  });

  test('gives search engines product and breadcrumb, the price valid for 7 days', async ({
    open,
    join,
  }) => {
    const page = await open(path(), { as: await join(), at: '2026-11-21T12:00:00Z' });
    await page.getByRole('heading', { level: 1, name: /Bambino/ }).waitFor();
    const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
    const data = texts.map((text) => JSON.parse(text));
    const product = data.find((one) => one['@type'] === 'Product');
    expect(product.offers.lowPrice).toBe('529.00');
    const [best] = product.offers.offers;
    expect(best).toMatchObject({ price: '529.00', priceValidUntil: '2026-11-28' });
    const trail = data.find((one) => one['@type'] === 'BreadcrumbList');
    expect(trail?.itemListElement, 'a breadcrumb list').toHaveLength(3);
  });

  test('can be saved, and enters the view history', async ({ open, join }) => {
    const shopper = await join();
    const page = await open(path(), { as: shopper });
    const heart = page.locator('.product-picture').getByRole('button', { name: /to favorites/ });
    await heart.click();
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
    const views = () => callAs<{ productName: string }[]>(shopper, 'GET', '/user/view-history');
    await expect.poll(async () => (await views())[0]?.productName).toContain('Bambino');
  });
});

test('a saved product has a full heart, and one press removes it', async ({ open, join }) => {
  const shopper = await join();
  // The shop that the product stands for.
  await saveOffer(shopper, await findOffer(SITE, 'bambino', 'Outback Discounts'));
  const page = await open(path(), { as: shopper });
  const heart = page.locator('.product-picture').getByRole('button', { name: /to favorites/ });
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
  await heart.click();
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('false');
  // The heart answers at once, the server a moment later.
  await expect.poll(() => callAs<unknown[]>(shopper, 'GET', '/user/favorites')).toEqual([]);
});

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
  test('starts at 90% of the price and accepts 0 up to the price in cents', async ({
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
    expect(await page.getByLabel('Email').inputValue()).toBe(shopper.email);
    const isValid = () => target.evaluate((input: HTMLInputElement) => input.validity.valid);
    for (const [value, expected] of [
      ['529', true],
      ['529.01', false],
      ['-1', false],
      ['400.005', false],
      ['1e30', false],
      ['0', true],
    ] as const) {
      await target.fill(value);
      expect(await isValid(), `a target of ${value} is good`).toBe(expected);
    }
    await page.getByLabel('Any price drop').check();
    await target.waitFor({ state: 'detached' });
  });

  test('unfolds more choices, which the alert keeps', async ({ open, join }) => {
    const shopper = await join();
    const page = await open(path(), { as: shopper });
    await openModal(page);
    expect(await page.getByLabel('Smallest drop').count()).toBe(0);
    await dialog(page).getByText('More choices').click();
    await page.getByLabel('Any price drop').check();
    await page.getByLabel('Smallest drop').fill('10');
    await page.getByLabel('In', { exact: true }).selectOption('per cent');
    await page.getByLabel('After an alert, send only a further fall').selectOption('for a week');
    await page.getByLabel(/^Only in stock/).check();
    await dialog(page).getByRole('button', { name: 'Set alert' }).click();
    await dialog(page).waitFor({ state: 'hidden' });
    const alerts = await callAs<PriceAlert[]>(shopper, 'GET', '/alerts');
    expect(alerts).toMatchObject([
      { targetPrice: null, smallestDrop: 52.9, restDays: 7, backInStock: true },
    ]);
    await page.goto(`${SITE}/profile#alerts`);
    await page
      .getByText(/^A drop of \$52\.90 or more below \$529\.00, or back in stock, rests for 7 days/)
      .waitFor();
  });

  test('needs an email address', async ({ open, join }) => {
    const page = await open(path(), { as: await join() });
    await openModal(page);
    const email = page.getByLabel('Email');
    const isValid = () => email.evaluate((input: HTMLInputElement) => input.validity.valid);
    expect(await isValid(), 'the address of the account').toBe(true);
    await email.fill('');
    expect(await isValid(), 'an empty address').toBe(false);
  });

  test('submits for a second, says that it is set, closes after two more', async ({
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
    await page.clock.runFor(1_800);
    await sees(dialog(page), 'Alert set');
    await page.clock.runFor(300);
    await dialog(page).waitFor({ state: 'hidden' });
    expect((await stored).ok()).toBe(true);
  });
});

describe('what the price-alert modal says of the alert', () => {
  const answers = [
    ['watching', /We’ll email .* drops to \$476\.10/],
    ['unconfirmed', /Not active yet: open the link/],
  ] as const;
  test.for(answers)("shows the server's answer: %s", async ([state, text], { open, join }) => {
    const before = (page: Page) => answerCall(page, 'POST', '/alerts', { id: '1', state });
    const page = await open(path(), { as: await join(), before });
    await openModal(page);
    await dialog(page).getByRole('button', { name: 'Set alert' }).click();
    await dialog(page).getByText(text).waitFor();
    expect(await dialog(page).getByText('not active yet').count()).toBe(
      state === 'unconfirmed' ? 2 : 0,
    );
    await dialog(page).waitFor({ state: 'hidden' });
    // What is to be done stays on the page.
    await main(page).getByText(text).waitFor();
  });

  test('is a failure where it failed, and the form stays', async ({ open, join }) => {
    const before = (page: Page) => failCall(page, 'POST', '/alerts', { status: 500 });
    const page = await open(path(), { as: await join(), before });
    await openModal(page);
    await dialog(page).getByRole('button', { name: 'Set alert' }).click();
    await dialog(page).getByText('The price alert could not be set. Please try again.').waitFor();
    await dialog(page).getByRole('button', { name: 'Set alert' }).waitFor();
  });
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
    const other = await open(`${path()}?do=save`, { as: await join() });
    const heart = other.locator('.product-picture').getByRole('button', { name: /to favorites/ });
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
    expect(new URL(other.url()).search).toBe('');
  });
});

test.for([
  ['preorder', 'pre-order'],
  ['limited_availability', 'limited stock'],
] as const)('the availability %s is read as %s', async ([spelling, text], { open, join }) => {
  const availability = spelling as ProductDetail['availability'];
  const page = await open(path(), { as: await join(), before: altered({ availability }) });
  await sees(page.locator('.product-head'), text);
});

describe('a product that cannot be shown', () => {
  test('because the load failed says so in Chinese, with English and a way home', async ({
    open,
    join,
  }) => {
    const before = (page: Page) => failCall(page, 'GET', call(), { status: 500 });
    const page = await open(path(), { as: await join(), before });
    const heading = page.getByRole('heading', { name: '加载商品详情失败，请稍后重试' });
    expect(await heading.getAttribute('lang')).toBe('zh-Hans');
    await page.getByRole('link', { name: 'Back to home' }).click();
    await arrives(page, '/');
  });

  test('because there is none says that it does not exist', async ({ open, join }) => {
    const missing = '0190a000-0000-7000-8000-000000000000';
    const before = (page: Page) => failCall(page, 'GET', `/products/${missing}`, { status: 404 });
    const page = await open(`/product/${missing}`, { as: await join(), before });
    await page.getByRole('heading', { name: 'Product does not exist' }).waitFor();
  });
});
