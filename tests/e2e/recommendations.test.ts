/*
 * AI Picks (spec §2, §4, §8, §9).
 */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { RecommendedProduct } from '#site/api/responses/product-detail.ts';
import { arrives, main, sees } from '../support/page-steps.ts';
import { callAs, type Shopper } from '../support/shopper-calls.ts';
import { test } from '../support/shopper-test.ts';
import {
  alterAnswer,
  answerCall,
  failCall,
  healCalls,
  holdCall,
} from '../support/stand-in-calls.ts';

const CALL = '/recommendations/personalized';
const cards = (page: Page) => page.getByRole('tabpanel').locator('.product-card');
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

async function withTaste(shopper: Shopper): Promise<Shopper> {
  await callAs(shopper, 'POST', '/search/ai-search', { query: 'coffee machine' });
  return shopper;
}

describe('AI Picks', () => {
  test('has three tabs, each with its call, reasons only on the first; narrows by category; a card links to its product', async ({
    open,
    join,
  }) => {
    const page = await open('/recommendations', { as: await withTaste(await join()) });
    await cards(page).first().waitFor();
    expect(await page.getByRole('tab').allInnerTexts()).toEqual([
      'Personalized',
      'Hot Picks',
      'Best Deals',
    ]);
    expect(await page.locator('h2.why').count(), 'headings of reasons').toBeGreaterThan(0);
    const product = await cards(page).first().getByRole('heading').innerText();
    const link = cards(page).first().getByRole('link', { name: /^View/ });
    expect(await link.textContent(), 'words apart').toContain(`View ${product} at `);
    for (const [name, path] of [
      ['Hot Picks', 'trending'],
      ['Best Deals', 'deals'],
    ] as const) {
      const asked = page.waitForResponse(`**/api/recommendations/${path}`);
      await tab(page, name).click();
      await asked;
      expect(await tab(page, name).getAttribute('aria-selected')).toBe('true');
      await page.getByRole('status').waitFor({ state: 'detached' });
      expect(await page.locator('h2.why').count(), 'headings of reasons').toBe(0);
    }
    await tab(page, 'Personalized').click();
    const select = page.getByRole('combobox', { name: 'Category' });
    await select.getByRole('option').nth(1).waitFor({ state: 'attached' });
    const [all, ...names] = await select.getByRole('option').allInnerTexts();
    expect(all).toBe('All Categories');
    const [category = ''] = names;
    const narrowed = page.waitForRequest(
      (request) => new URL(request.url()).searchParams.get('category') === category,
    );
    await select.selectOption(category);
    await narrowed;
    const cleared = page.waitForRequest((request) => request.url().endsWith(CALL));
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await cleared;
    expect(await select.inputValue()).toBe('');
    const release = await holdCall(page, 'GET', '/recommendations/deals');
    await tab(page, 'Best Deals').click();
    await page.getByRole('tabpanel').getByRole('status').waitFor();
    expect(await page.locator('.card-shape').count(), 'shapes of cards').toBe(6);
    release();
    await page.getByRole('tabpanel').getByRole('status').waitFor({ state: 'detached' });
    await tab(page, 'Personalized').click();
    await page.getByRole('heading', { name: 'How recommendations work' }).waitFor();
    await cards(page).first().getByRole('heading').getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: product }).waitFor();
  });

  test('averages price and rating of what it lists, and colours scores by their bands', async ({
    open,
    join,
  }) => {
    const bands = [
      { overall: 80, colour: 'green', trustScore: 8, trustColour: 'green' },
      { overall: 60, colour: 'blue', trustScore: 6, trustColour: 'yellow' },
      { overall: 40, colour: 'yellow', trustScore: 5.9, trustColour: 'red' },
      { overall: 39, colour: 'grey', trustScore: 0, trustColour: 'red' },
    ];
    const before = (page: Page) =>
      alterAnswer<{ products: RecommendedProduct[] }>(page, 'GET', CALL, ({ products }) => ({
        products: bands.map(({ overall, trustScore }, index) => {
          const product = products[0] as RecommendedProduct;
          return {
            ...product,
            offerId: String(index),
            currentPrice: index < 2 ? 100 : 301,
            rating: index < 2 ? { average: 4, count: 3 } : { average: 5, count: 1 },
            aiScore: { ...product.aiScore, overall },
            buyVerdict: { word: 'fair' as const, text: '' },
            retailer: { ...product.retailer, trustScore },
          };
        }),
      }));
    const page = await open('/recommendations', { as: await withTaste(await join()), before });
    await cards(page).first().waitFor();
    expect((await page.locator('.tiles').innerText()).split(/\s*\n+\s*/)).toEqual([
      ...['Picks', '4'],
      ...['Average price', '$200.50'],
      ...['Average rating', '4.5'],
    ]);
    for (const [index, { overall, colour, trustScore, trustColour }] of bands.entries()) {
      const badge = (text: string) => cards(page).nth(index).getByText(text).getAttribute('class');
      expect(await badge(`AI ${overall}/100`)).toContain(`tone-${colour}`);
      expect(await badge(`Trust ${trustScore.toFixed(1)}/10`)).toContain(`tone-${trustColour}`);
    }
  });

  test('a refusal says so, what to do, and tries again; links to the search when there is nothing to recommend', async ({
    open,
    join,
  }) => {
    const before = (page: Page) => failCall(page, 'GET', CALL, 'refused');
    const page = await open('/recommendations', { as: await withTaste(await join()), before });
    const failed = () => sees(page, 'Failed to load recommendations. Please try again later.');
    const again = page.getByRole('button', { name: 'Try Again' });
    await failed();
    for (const [failure, advice] of [
      [{ status: 429 }, /^Too many requests/],
      ['unreachable', /^We got no response/],
    ] as const) {
      await failCall(page, 'GET', CALL, failure);
      await again.click();
      await sees(page, advice);
      await failed();
    }
    await healCalls(page);
    await again.click();
    await cards(page).first().waitFor();
    await answerCall(page, 'GET', CALL, { products: [] });
    await page.reload();
    await main(page).getByRole('link', { name: 'Start Searching' }).click();
    await arrives(page, '/');
  });
});
