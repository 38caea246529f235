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
  test('has three tabs, each with its call, reasons only on the first; a card links to its product', async ({
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
    await page.getByRole('heading', { name: 'How recommendations work' }).waitFor();
    await cards(page).first().getByRole('heading').getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: product }).waitFor();
  });

  test('narrows by category, and shows placeholders in the shape of the cards while loading', async ({
    open,
    join,
  }) => {
    const page = await open('/recommendations', { as: await withTaste(await join()) });
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
  });

  test('averages price and rating of what it lists', async ({ open, join }) => {
    const figures = [
      { price: 100, average: 4, count: 3 },
      { price: 301, average: 5, count: 1 },
    ];
    const before = (page: Page) =>
      alterAnswer<{ products: RecommendedProduct[] }>(page, 'GET', CALL, ({ products }) => ({
        products: figures.map(({ price, average, count }, index) => ({
          ...(products[0] as RecommendedProduct),
          offerId: String(index),
          currentPrice: price,
          rating: { average, count },
        })),
      }));
    const page = await open('/recommendations', { as: await withTaste(await join()), before });
    await cards(page).first().waitFor();
    expect((await page.locator('.tiles').innerText()).split(/\s*\n+\s*/)).toEqual([
      'Recommendations',
      '2',
      'Average price',
      '$200.50',
      'Average rating',
      '4.5',
    ]);
  });

  test('colours scores by their bands', async ({ open, join }) => {
    const bands: [number, string, number, string][] = [
      [80, 'green', 8, 'green'],
      [60, 'blue', 6, 'yellow'],
      [40, 'yellow', 5.9, 'red'],
      [39, 'grey', 0, 'red'],
    ];
    const before = (page: Page) =>
      alterAnswer<{ products: RecommendedProduct[] }>(page, 'GET', CALL, ({ products }) => ({
        products: bands.map(([overall, , trustScore], index) => {
          const product = products[0] as RecommendedProduct;
          return {
            ...product,
            offerId: String(index),
            aiScore: { ...product.aiScore, overall },
            buyVerdict: { word: 'fair' as const, text: '' },
            retailer: { ...product.retailer, trustScore },
          };
        }),
      }));
    const page = await open('/recommendations', { as: await withTaste(await join()), before });
    await cards(page).first().waitFor();
    for (const [index, [score, colour, trust, trustColour]] of bands.entries()) {
      const badge = (text: string) => cards(page).nth(index).getByText(text).getAttribute('class');
      expect(await badge(`AI ${score}/100`)).toContain(`tone-${colour}`);
      expect(await badge(`Trust ${trust.toFixed(1)}/10`)).toContain(`tone-${trustColour}`);
    }
  });

  test('links to the search when there is nothing to recommend', async ({ open, join }) => {
    const before = (page: Page) => answerCall(page, 'GET', CALL, { products: [] });
    const page = await open('/recommendations', { as: await join(), before });
    await main(page).getByRole('link', { name: 'Start Searching' }).click();
    await arrives(page, '/');
  });

  test('a refusal says so and tries again', async ({ open, join }) => {
    const before = (page: Page) => failCall(page, 'GET', CALL, 'refused');
    const page = await open('/recommendations', { as: await withTaste(await join()), before });
    await sees(page, 'Failed to load recommendations. Please try again later.');
    await failCall(page, 'GET', CALL, 'unreachable');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await sees(page, /^We got no response/);
    await sees(page, 'Failed to load recommendations. Please try again later.');
    await healCalls(page);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await cards(page).first().waitFor();
  });
});
