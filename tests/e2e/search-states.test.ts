/*
 * States of the results page (spec §2, §5, §8): loading, after a failed search.
 */
import { load } from 'cheerio';
import { describe, expect } from 'vitest';
import { LIMITS } from '#site/api/core/limits.ts';
import { limitMs } from '../support/limits.ts';
import { main, searchBox, sees, whereabouts } from '../support/page-steps.ts';
import { SITE, test } from '../support/shopper-test.ts';
import { type Failure, failCall, healCalls, holdCall } from '../support/stand-in-calls.ts';

const CALL = '/search/ai-search';

const AT_ONCE = 20;

describe('the form', () => {
  test('cannot be sent while it is empty, waits while a search is under way, and is empty again after Back', async ({
    open,
  }) => {
    const page = await open('/search');
    const button = page.getByRole('button', { name: 'Search', exact: true });
    // Without script the form can always be sent, so the button is enabled until the page hydrates.
    await expect.poll(() => button.isDisabled()).toBe(true);
    await searchBox(page).fill('   ');
    expect(await button.isDisabled(), 'the button with blanks').toBe(true);
    await searchBox(page).press('Enter');
    expect(whereabouts(page)).toBe('/search');
    const release = await holdCall(page, 'POST', CALL);
    await searchBox(page).fill('iphone 15');
    expect(await button.isDisabled()).toBe(false);
    await searchBox(page).press('Enter');
    await sees(page, 'Asking the shops for “iphone 15”…');
    expect(await button.isDisabled(), 'the button while it waits').toBe(true);
    release();
    const results = page.getByRole('heading', { name: '1 product for “iphone 15”' });
    await results.waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Search every shop at once' }).waitFor();
    expect(await searchBox(page).inputValue()).toBe('');
    await page.goForward();
    await results.waitFor();
  });

  test('a suggestion opens in a new tab when the modifier key is held', async ({ open }) => {
    const page = await open('/search');
    // Chromium does not report the tab itself if its page arrives before the driver has attached to it.
    const loaded = page.context().waitForEvent('response', {
      predicate: (response) => response.request().isNavigationRequest(),
      timeout: limitMs(30_000),
    });
    await main(page)
      .getByRole('link', { name: 'iPhone 15', exact: true })
      .click({ modifiers: ['ControlOrMeta'] });
    const tab = await loaded;
    expect(tab.status()).toBe(200);
    expect(whereabouts(page)).toBe('/search');
    await page.goto(tab.url());
    await page.getByRole('heading', { name: '1 product for “iPhone 15”' }).waitFor();
  });

  test('a query that is too long is cut, not within an emoji', async ({ open }) => {
    const asked = `${'iphone 15 '.repeat(20).trim()}🎉 and so on`;
    const page = await open(`/search?q=${encodeURIComponent(asked)}`);
    expect(await searchBox(page).inputValue()).toBe('iphone 15 '.repeat(20).trim());
    await page.getByRole('heading', { name: /^1 product for/ }).waitFor();
  });

  test('stays visible while the list scrolls', async ({ open }) => {
    const page = await open('/search?q=coffee+machine');
    await page.mouse.wheel(0, 1_500);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
    const box = await searchBox(page).boundingBox();
    expect(box?.y, 'where the form is').toBeGreaterThan(0);
    expect(box?.y, 'where the form is').toBeLessThan(200);
  });
});

describe('Search Error', () => {
  test('says how the server failed, and Try Again tries again', async ({ open }) => {
    const page = await open('/search');
    const again = page.getByRole('button', { name: 'Try Again' });
    await searchBox(page).fill('iphone 15');
    const failures: [Failure, string][] = [
      [{ status: 500 }, 'AI search failed. Please try again later.'],
      ['refused', 'Search failed. Please try again.'],
      ['unreachable', 'AI search failed. Please try again later.'],
    ];
    for (const [nth, [failure, text]] of failures.entries()) {
      await failCall(page, 'POST', CALL, failure);
      await (nth === 0 ? searchBox(page).press('Enter') : again.click());
      await page.getByRole('heading', { name: 'Search Error' }).waitFor();
      await sees(page, text);
    }
    await healCalls(page);
    await again.click();
    await page.getByRole('heading', { name: '1 product for “iphone 15”' }).waitFor();
    await page.getByRole('heading', { name: 'Search Error' }).waitFor({ state: 'hidden' });
  });

  test('the page itself says that there were too many searches, and how long to wait', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.77' };
    const { points } = LIMITS.searchByAddress;
    // All at once would be too much to do for a busy machine, which is another answer.
    for (let asked = 0; asked < points; asked += AT_ONCE) {
      const searches = Array.from({ length: Math.min(AT_ONCE, points - asked) }, () =>
        fetch(`${SITE}/api/search/suggestions?q=kettle`, { headers }),
      );
      for (const { status } of await Promise.all(searches)) expect(status).toBe(200);
    }
    const page = await fetch(`${SITE}/search?q=iphone+15`, { headers });
    expect(page.status).toBe(429);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(200);
    const panel = load(await page.text())('.error-panel').text();
    expect(panel).toContain('Search Error');
    expect(panel).toContain('AI search failed. Please try again later.');
    expect(panel).toContain('Too many requests at once.');
    expect((await fetch(`${SITE}/search?q=iphone+15`)).status).toBe(200);
  });
});
