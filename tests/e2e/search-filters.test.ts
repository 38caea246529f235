/*
 * Sort and filters of the results page (spec §4, §5): they narrow the list, are kept in the address, and reset together.
 */
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { SearchAnswer } from '#site/api/routes/search.ts';
import { searchBox, sees, whereabouts } from '../support/page-steps.ts';
import { isAlive, test } from '../support/shopper-test.ts';
import { alterAnswer } from '../support/stand-in-calls.ts';

const PATH = '/search?q=coffee+machine';

const prices = async (page: Page) => {
  const texts = await page.locator('.offers .price-line .price').allInnerTexts();
  return texts.map((text) => Number(text.replace(/[$,]/g, '')));
};
/** Waits until the list is that of the address. */
const rests = (page: Page) => page.locator('.results[aria-busy="false"]').waitFor();
const choose = async (page: Page, select: Locator, value: string) => {
  await select.selectOption(value);
  await page.waitForURL(new RegExp(`sort=${value}`));
  await rests(page);
};
const showsOnly = async (page: Page, name: RegExp) => {
  await expect
    .poll(() => page.locator('.offers h3').allInnerTexts())
    .toEqual([expect.stringMatching(name)]);
};

const SORTS = [
  'AI score',
  'Best match',
  'Price, lowest first',
  'Genuine drop, biggest first',
  'Retailer trust',
  'Biggest saving',
];

describe('sort', () => {
  test('sorts by AI score by default, by price, trust or saving on request, and by the cheapest and the biggest drop in one tap', async ({
    open,
  }) => {
    const page = await open(PATH);
    const sort = page.getByRole('combobox', { name: 'Sort by' });
    expect(await sort.inputValue()).toBe('aiScore');
    const figuresOf = async (pattern: RegExp) => {
      const rows = await page.locator('.offers > li').allInnerTexts();
      return rows.map((row) => Number(pattern.exec(row)?.[1]));
    };
    const byScore = await figuresOf(/AI (\d+\.\d)/);
    expect(byScore).toEqual(byScore.toSorted((a, b) => b - a));
    await choose(page, sort, 'price');
    const byPrice = await prices(page);
    expect(byPrice).toEqual([299, 529]);
    expect(whereabouts(page)).toBe(`${PATH}&sort=price`);
    await choose(page, sort, 'trust');
    const byTrust = await figuresOf(/Trust (\d+\.\d)/);
    expect(byTrust).toEqual(byTrust.toSorted((a, b) => b - a));
    await choose(page, sort, 'savings');
    expect(await prices(page)).toEqual(byPrice);

    const orders = page.getByRole('list', { name: 'Order' });
    await orders.getByRole('link', { name: 'Cheapest' }).click();
    await page.waitForURL(`**${PATH}&sort=price`);
    await rests(page);
    expect(await prices(page)).toEqual([299, 529]);
    await orders.getByRole('link', { name: 'Biggest genuine drop' }).click();
    await page.waitForURL(`**${PATH}&sort=drop`);
    await page.goBack();
    await page.waitForURL(`**${PATH}&sort=price`);
    const current = orders.locator('[aria-current="true"]');
    await expect.poll(() => current.innerText()).toBe('Cheapest');
  });
});

describe('sort by unit price', () => {
  test('appears where shops state unit prices', async ({ open }) => {
    const page = await open('/search');
    const sort = page.getByRole('combobox', { name: 'Sort by' });
    await alterAnswer<SearchAnswer>(page, 'POST', '/search/ai-search', (data) => ({
      ...data,
      products: data.products.map((product) => ({
        ...product,
        unitPrice: { price: '5', quantity: 100, unit: 'g' },
      })),
    }));
    await searchBox(page).fill('coffee machine');
    await searchBox(page).press('Enter');
    await page.getByText('$5.00 per 100 g').first().waitFor();
    const asked = page.waitForRequest((request) => request.postDataJSON()?.order === 'unit-price');
    await sort.selectOption('unitPrice');
    await asked;
    expect(whereabouts(page)).toBe(`${PATH}&sort=unitPrice`);
    const oneTap = page.getByRole('link', { name: 'Best value per 100 g' });
    await expect.poll(() => oneTap.getAttribute('aria-current')).toBe('true');
  });
});

describe('filters', () => {
  test('names its parts: sort by score, match, price, trust and saving; sales, price range, rating, retailers', async ({
    look,
  }) => {
    const page = await look(PATH);
    await page.getByRole('heading', { name: 'All options' }).waitFor();
    const sorts = page.getByRole('combobox', { name: 'Sort by' }).getByRole('option');
    expect(await sorts.allInnerTexts()).toEqual(SORTS);
    await page.getByRole('checkbox', { name: 'Only sales' }).waitFor();
    await page.getByRole('group', { name: 'Price range' }).waitFor();
    const ratings = page.getByRole('combobox', { name: 'Rating' }).getByRole('option');
    expect(await ratings.allInnerTexts()).toEqual(['All', '3+', '4+', '4.5+']);
    await page.getByRole('group', { name: 'Retailers' }).waitFor();
  });

  test('sales, stock, rating, brand, shops and price range narrow the list, survive a reload, are reset together, and say so where they match nothing', async ({
    open,
  }) => {
    const page = await open(PATH);
    const box = (name: RegExp | string) => page.getByRole('checkbox', { name });
    await page.getByRole('combobox', { name: 'Rating' }).selectOption('4.5');
    await showsOnly(page, /Bambino/);
    await page.getByRole('combobox', { name: 'Rating' }).selectOption('0');
    await box(/^DeLonghi 1$/).check();
    await showsOnly(page, /Dedica/);
    await box(/^DeLonghi/).uncheck();
    await page.getByText('2 more of retailers').click();
    await box(/^Outback Discounts 1$/).check();
    await showsOnly(page, /Bambino/);
    await box(/^Outback Discounts/).uncheck();
    await page.getByLabel('Highest price in dollars').fill('320');
    await page.getByLabel('Highest price in dollars').press('Enter');
    await showsOnly(page, /Dedica/);
    await sees(page, '1 of 1');
    await box(/^In stock 1$/).check();
    await page.waitForURL(`**${PATH}&stock=1&max=320`);
    await rests(page);
    const asked = page.waitForRequest((request) => request.postDataJSON()?.filters.onSale === true);
    await box(/^Only sales/).check();
    await asked;
    await page.waitForURL(`**${PATH}&sale=1&stock=1&max=320`);

    await page.goto(PATH);
    await isAlive(page);
    const sort = page.getByRole('combobox', { name: 'Sort by' });
    await choose(page, sort, 'price');
    await page.getByRole('checkbox', { name: /^In stock/ }).check();
    await page.waitForURL(/stock=1/);
    await rests(page);
    await page.getByLabel('Lowest price in dollars').fill('400');
    await page.getByLabel('Lowest price in dollars').blur();
    await sees(page, '1 of 1');
    await page.reload();
    await isAlive(page);
    expect(whereabouts(page)).toBe(`${PATH}&sort=price&stock=1&min=400`);
    await sees(page, '1 of 1');
    expect(await page.getByRole('checkbox', { name: /^In stock/ }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
    await sees(page, '2 of 2');
    expect(whereabouts(page)).toBe(PATH);
    expect(await sort.inputValue()).toBe('aiScore');
    await page.getByLabel('Highest price in dollars').fill('1');
    await page.getByLabel('Highest price in dollars').blur();
    await sees(page, 'No offers match these filters.');
    await page.getByRole('link', { name: 'Reset filters' }).click();
    await sees(page, '2 of 2');
  });

  test('each active filter is a removable chip above the list; a price that is no number falls back to the default; a chosen shop shows what it asks', async ({
    open,
  }) => {
    const page = await open(`${PATH}&brand=Breville&max=900`);
    const chips = page.getByRole('list', { name: 'Active filters' });
    await page.getByText('2 filters are set').waitFor({ state: 'attached' });
    await chips.getByRole('link', { name: 'Remove $900.00 or less' }).click();
    await page.waitForURL(`**${PATH}&brand=Breville`);
    await chips.getByRole('link', { name: 'Remove Breville' }).click();
    await page.waitForURL(`**${PATH}`);
    await sees(page, '2 of 2');
    await page.goBack();
    await sees(page, '1 of 1');
    await page.goForward();
    await sees(page, '2 of 2');
    const lowest = page.getByLabel('Lowest price in dollars');
    for (const [typed, count, address] of [
      ['500', '1 of 1', `${PATH}&min=500`],
      ['lots', '2 of 2', PATH],
    ] as const) {
      await lowest.fill(typed);
      await lowest.press('Enter');
      await sees(page, count);
      expect(whereabouts(page)).toBe(address);
    }
    await page.goto(`${PATH}&retailer=Wattle+Home`);
    await expect.poll(() => prices(page)).toEqual(expect.arrayContaining([345, 599]));
  });

  test('work without script and are kept in the address', async ({ open }) => {
    const page = await open(PATH, { javaScript: false });
    await page.getByRole('checkbox', { name: /^DeLonghi/ }).check();
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price');
    await page.getByRole('button', { name: 'Show 2 results' }).click();
    await page.waitForURL(/brand=DeLonghi/);
    expect(await prices(page)).toEqual([299]);
    await page.getByRole('link', { name: 'Remove DeLonghi' }).click();
    await page.waitForURL((url) => !url.searchParams.has('brand'));
    expect(await prices(page)).toEqual([299, 529]);
  });

  test('open as a sheet on a phone and close when done', async ({ open }) => {
    const page = await open(PATH, { width: 360 });
    const inStock = page.getByRole('checkbox', { name: /^In stock/ });
    await inStock.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Sort and filter' }).click();
    await page.getByRole('checkbox', { name: /^DeLonghi/ }).check();
    await page.getByRole('button', { name: 'Show 1 result', exact: true }).click();
    await inStock.waitFor({ state: 'hidden' });
    await showsOnly(page, /Dedica/);
    await page.getByRole('button', { name: 'Sort and filter 1 filter is set' }).waitFor();
  });
});

describe('more products', () => {
  /** Serves each of the test site's two products as a page of its own. */
  async function asTwoPages(page: Page): Promise<void> {
    let first: SearchAnswer | undefined;
    await alterAnswer<SearchAnswer>(page, 'POST', '/search/ai-search', (data) => {
      const isFirst = first === undefined;
      first ??= data;
      const [{ productId } = { productId: '' }] = first.products;
      const products = first.products.filter((one) => (one.productId === productId) === isFirst);
      return { ...first, products, pages: 2, page: isFirst ? 1 : 2 };
    });
  }

  test('append below, focus the first, and check only their own links for favourites; without script they are a new page', async ({
    open,
    join,
  }) => {
    const page = await open('/search', { as: await join() });
    const checked: string[][] = [];
    page.on('request', (request) => {
      if (!request.url().endsWith('/favorites/check-batch')) return;
      checked.push(request.postDataJSON().productUrls);
    });
    await asTwoPages(page);
    await searchBox(page).fill('coffee machine');
    await searchBox(page).press('Enter');
    await sees(page, '1 of 2');
    const more = page.getByRole('link', { name: 'Show more' });
    expect(await more.getAttribute('href')).toBe(`${PATH}&page=2`);
    await more.click();
    await sees(page, '2 of 2');
    expect(whereabouts(page)).toBe(`${PATH}&page=2`);
    await more.waitFor({ state: 'hidden' });
    const second = page.getByRole('article').nth(1).getByRole('heading').getByRole('link');
    await expect.poll(() => second.evaluate((link) => link === document.activeElement)).toBe(true);
    await expect.poll(() => checked.length).toBe(2);
    const [before = [], after = []] = checked;
    expect(after.length).toBeGreaterThan(0);
    expect(after.filter((link) => before.includes(link))).toEqual([]);
  });
});
