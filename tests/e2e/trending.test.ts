/*
 * Trending (spec §2, §8, §9).
 */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { main, sees } from '../support/page-steps.ts';
import { callSite } from '../support/shopper-calls.ts';
import { SITE, test } from '../support/shopper-test.ts';
import { answerCall, type Failure, failCall, healCalls } from '../support/stand-in-calls.ts';

const CALL = '/search/trending';
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const row = (
  query: string,
  category: string,
  searchCount: number,
  avgResults: number,
  minutes: number,
) => ({
  query,
  category,
  searchCount,
  uniqueUsers: Math.ceil(searchCount / 2),
  avgResults,
  lastSearched: minutesAgo(minutes),
  trendingScore: searchCount / 10,
  product: { name: `The best ${query}`, imageUrl: '', price: 1_049, weekPercent: -3 },
});
const ROWS = [
  row('iphone 15', 'Phones', 1_240, 18, 5),
  row('air fryer', 'Kitchen Appliances', 830, 0, 125),
  row('gaming laptop', 'Gaming Laptops', 610, 12, 3_000),
  row('nike shoes', 'Shoes', 95, 7, 61),
];
/** The page comes with its first list: another timeframe is asked for. */
const chooseMonth = (page: Page) => page.getByRole('button', { name: '30 days' }).click();
const before = (page: Page) => answerCall(page, 'GET', CALL, ROWS);

describe('Trending', () => {
  test('ranks searches, marks the first three HOT, and each leads to its results', async ({
    open,
  }) => {
    const page = await open('/trending', { before });
    await chooseMonth(page);
    const rows = main(page).getByRole('listitem');
    await rows.filter({ hasText: 'air fryer' }).waitFor();
    const texts = (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
    expect(texts).toEqual([
      '1 iphone 15 HOT The best iphone 15 1,240 searches · 620 users · 18 results on average · 5 minutes ago · score 124.0 from $1,049.00 3% down this week',
      '2 air fryer HOT The best air fryer 830 searches · 415 users · 2 hours ago · score 83.0 from $1,049.00 3% down this week',
      '3 gaming laptop HOT The best gaming laptop 610 searches · 305 users · 12 results on average · 2 days ago · score 61.0 from $1,049.00 3% down this week',
      '4 nike shoes The best nike shoes 95 searches · 48 users · 7 results on average · 1 hour ago · score 9.5 from $1,049.00 3% down this week',
    ]);
    const drawings = await main(page)
      .locator('li use')
      .evaluateAll((uses) => uses.map((use) => use.getAttribute('href')?.split('#')[1]));
    expect(drawings.filter((name) => name === 'medal').length, 'drawings of medals').toBe(3);
    expect(drawings).toEqual(expect.arrayContaining(['phone', 'laptop', 'shoe']));
    await rows.getByRole('link', { name: /iphone 15 HOT/ }).click();
    await page.getByRole('heading', { name: '1 product for “iphone 15”' }).waitFor();
  });

  test('lists real searches: of 7 days at first, of another timeframe on request, 20 rows at most', async ({
    open,
  }) => {
    // A query is listed once three shoppers have asked it.
    for (let shopper = 0; shopper < 3; shopper += 1) {
      await callSite(SITE, 'POST', '/search/ai-search', { query: 'iphone 15' });
    }
    const page = await open('/trending');
    const name = (text: string) => page.getByRole('button', { name: text, exact: true });
    expect(await name('7 days').getAttribute('aria-pressed'), 'the time at first').toBe('true');
    // A new list is made every minute; another timeframe has one of its own.
    for (const [text, timeframe] of [
      ['30 days', '30d'],
      ['Last 24 hours', '1d'],
    ] as const) {
      const asked = page.waitForRequest(
        (request) => new URL(request.url()).search === `?timeframe=${timeframe}&limit=20`,
      );
      await name(text).click();
      await asked;
      expect(await name(text).getAttribute('aria-pressed')).toBe('true');
    }
    const iphone = main(page).getByRole('link', { name: /iphone 15/ });
    await iphone.waitFor();
    expect(await iphone.innerText()).toMatch(/from\s+\$/);
  });

  test('says how the server failed, what to do, tries again, and says when there are none', async ({
    open,
  }) => {
    const page = await open('/trending');
    const again = page.getByRole('button', { name: 'Try Again' });
    const failures: [Failure, string, RegExp?][] = [
      ['refused', 'Failed to load trending searches'],
      ['unreachable', 'Unable to fetch trending searches', /^We got no response/],
      [{ status: 500 }, 'Failed to load trending searches', /^Something went wrong at our end/],
    ];
    for (const [nth, [failure, text, advice]] of failures.entries()) {
      await failCall(page, 'GET', CALL, failure);
      await (nth === 0 ? chooseMonth(page) : again.click());
      await sees(page, text);
      if (advice) await sees(page, advice);
    }
    await healCalls(page);
    await before(page);
    await again.click();
    await main(page)
      .getByRole('link', { name: /air fryer/ })
      .waitFor();
    await answerCall(page, 'GET', CALL, []);
    await page.getByRole('button', { name: 'Last 24 hours' }).click();
    await page.getByRole('heading', { name: 'Nothing trending yet' }).waitFor();
  });
});
