/*
 * Sort and filters of the results page (spec §4, §5): they narrow the list, live in the address, reset together.
 */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { SearchAnswer } from '#site/api/routes/search.ts';
import { searchBox, sees, whereabouts } from '../support/page-steps.ts';
import { isAlive, test } from '../support/shopper-test.ts';
import { alterAnswer } from '../support/stand-in-calls.ts';

const PATH = '/search?q=coffee+machine';

const prices = async (page: Page) => {
  const texts = await page.locator('.offers .price').allInnerTexts();
  return texts.map((text) => Number(text.replace(/[$,]/g, '')));
};
const shown = (page: Page) => page.locator('.offers > li').count();

describe('sort', () => {
  test('by AI score at first; by price, trust or saving when asked', async ({ open }) => {
    const page = await open(PATH);
    const sort = page.getByRole('combobox', { name: 'Sort by' });
    expect(await sort.inputValue()).toBe('aiScore');
    const scoresOf = async (pattern: RegExp) => {
      const rows = await page.locator('.offers > li').allInnerTexts();
      return rows.map((row) => Number(pattern.exec(row)?.[1]));
    };
    const byScore = await scoresOf(/AI (\d+\.\d)/);
    expect(byScore).toEqual(byScore.toSorted((a, b) => b - a));
    await sort.selectOption('price');
    const byPrice = await prices(page);
    expect(byPrice).toEqual(byPrice.toSorted((a, b) => a - b));
    expect(whereabouts(page)).toBe(`${PATH}&sort=price`);
    await sort.selectOption('trust');
    const byTrust = await scoresOf(/Trust (\d+\.\d)/);
    expect(byTrust).toEqual(byTrust.toSorted((a, b) => b - a));
    await sort.selectOption('savings');
    expect(await prices(page)).toEqual(byPrice);
  });
});

describe('sort by unit price', () => {
  test('is offered where shops state one, the cheapest unit first', async ({ open }) => {
    const page = await open('/search');
    const sort = page.getByRole('combobox', { name: 'Sort by' });
    await alterAnswer<SearchAnswer>(page, 'POST', '/search/ai-search', (data) => ({
      ...data,
      products: data.products.map((product, index) => ({
        ...product,
        unitPrice: index % 2 ? { price: String(9 - index), quantity: 100, unit: 'g' } : null,
      })),
    }));
    await searchBox(page).fill('coffee machine');
    await searchBox(page).press('Enter');
    await sort.selectOption('unitPrice');
    const rows = await page.locator('.offers > li').allInnerTexts();
    const unitPrices = rows.map((row) => Number(/\$(\d+\.\d\d) per 100 g/.exec(row)?.[1]));
    const stated = unitPrices.filter((price) => !Number.isNaN(price));
    expect(stated.length).toBe(5);
    expect(unitPrices.slice(0, 5)).toEqual(stated.toSorted((a, b) => a - b));
    expect(whereabouts(page)).toBe(`${PATH}&sort=unitPrice`);
  });

  test('is not offered where they do not', async ({ open }) => {
    const page = await open(PATH);
    const options = page.getByRole('combobox', { name: 'Sort by' }).getByRole('option');
    expect(await options.allInnerTexts()).toEqual([
      'AI score',
      'Price, lowest first',
      'Retailer trust',
      'Biggest saving',
    ]);
  });
});

describe('filters', () => {
  test('names its parts: sort by score, price, trust and saving; sales, price range, rating, retailers', async ({
    open,
  }) => {
    const page = await open(PATH);
    await page.getByRole('heading', { name: 'All options' }).waitFor();
    const sorts = page.getByRole('combobox', { name: 'Sort by' }).getByRole('option');
    expect(await sorts.allInnerTexts()).toEqual([
      'AI score',
      'Price, lowest first',
      'Retailer trust',
      'Biggest saving',
    ]);
    await page.getByRole('checkbox', { name: 'Only sales' }).waitFor();
    await page.getByRole('group', { name: 'Price range' }).waitFor();
    await page.getByRole('combobox', { name: 'Rating' }).waitFor();
    await page.getByRole('group', { name: 'Retailers' }).waitFor();
  });

  test('only sales, rating, shops and price range narrow the list', async ({ open }) => {
    const page = await open(PATH);
    await page.getByLabel('Only sales').check();
    expect(await shown(page)).toBe(2);
    await page.getByLabel('Only sales').uncheck();
    await page.getByRole('combobox', { name: 'Rating' }).selectOption('4.5');
    expect(await shown(page)).toBe(2);
    await page.getByRole('combobox', { name: 'Rating' }).selectOption('0');
    await page.getByRole('checkbox', { name: 'Wattle Home' }).check();
    await page.getByRole('checkbox', { name: 'Outback Discounts' }).check();
    expect(await shown(page)).toBe(3);
    await page.getByLabel('Highest price in dollars').fill('550');
    await page.getByLabel('Highest price in dollars').press('Enter');
    expect(await prices(page)).toEqual(expect.arrayContaining([345, 529]));
    expect(await shown(page)).toBe(2);
    await sees(page, '2 of 11');
  });

  test('rating offers all, 3+, 4+ and 4.5+', async ({ open }) => {
    const page = await open(PATH);
    const options = page.getByRole('combobox', { name: 'Rating' }).getByRole('option');
    expect(await options.allInnerTexts()).toEqual(['All', '3+', '4+', '4.5+']);
  });

  test('a price that is no number falls back to the default', async ({ open }) => {
    const page = await open(`${PATH}&min=500`);
    expect(await shown(page)).toBeLessThan(11);
    await page.getByLabel('Lowest price in dollars').fill('lots');
    await page.getByLabel('Lowest price in dollars').press('Enter');
    await sees(page, '11 of 11');
    expect(whereabouts(page)).toBe(PATH);
  });

  test('survive a reload and are reset together', async ({ open }) => {
    const page = await open(PATH);
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price');
    await page.getByLabel('Only sales').check();
    await page.getByLabel('Lowest price in dollars').fill('300');
    await page.getByLabel('Lowest price in dollars').blur();
    await sees(page, '1 of 11');
    await page.reload();
    await isAlive(page);
    expect(whereabouts(page)).toBe(`${PATH}&sort=price&sale=1&min=300`);
    await sees(page, '1 of 11');
    expect(await page.getByLabel('Only sales').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
    await sees(page, '11 of 11');
    expect(whereabouts(page)).toBe(PATH);
    expect(await page.getByRole('combobox', { name: 'Sort by' }).inputValue()).toBe('aiScore');
  });

  test('that nothing passes say so and can be reset there', async ({ open }) => {
    const page = await open(`${PATH}&max=1`);
    await sees(page, 'No offer passes these filters.');
    await page.getByRole('button', { name: 'Reset filters' }).click();
    await sees(page, '11 of 11');
  });

  test('on a phone come up as a sheet and go when done', async ({ open }) => {
    const page = await open(PATH, { width: 360 });
    await page.getByLabel('Only sales').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Sort and filter' }).click();
    await page.getByLabel('Only sales').check();
    await page.getByRole('button', { name: 'Show results' }).click();
    await page.getByLabel('Only sales').waitFor({ state: 'hidden' });
    expect(await shown(page)).toBe(2);
  });
});
