/*
 * The results page (spec §2, §9): what an answer shows, without filters.
 */
import { describe, expect } from 'vitest';
import { freeze, main, searchBox, sees, seesNoMore, whereabouts } from '../support/page-steps.ts';
import { test } from '../support/shopper-test.ts';

const PATH = '/search?q=coffee%20machine';

describe('an answer', () => {
  test('says how many prices there are, and the best in four tiles', async ({ open }) => {
    const page = await open(PATH);
    await page.getByRole('heading', { level: 1, name: '11 prices for “coffee machine”' }).waitFor();
    const tiles = (await page.locator('.tiles').innerText()).split('\n').filter(Boolean);
    expect(tiles).toEqual([
      'Best price',
      '$299.00',
      'Koala Electrics',
      'Average price',
      expect.stringMatching(/^\$\d{3}\.\d\d$/),
      'of all offers',
      'You could save',
      expect.stringMatching(/^\$\d{3}\.\d\d$/),
      'against the average',
      'Prices compared',
      '11',
      'right now',
    ]);
    await sees(page, /Prices are estimates/);
  });

  test('is announced for 5 seconds, with the best price, the shop and Demo Mode', async ({
    open,
  }) => {
    const page = await open('/search', { at: 'now' });
    await freeze(page);
    await searchBox(page).fill('iphone 15');
    await searchBox(page).press('Enter');
    const banner = page.locator('.success-banner');
    await banner.getByText('Found 4 prices.').waitFor();
    expect((await banner.innerText()).trim()).toBe(
      'Found 4 prices. Best: $1,189.00 at Outback Discounts. Demo Mode',
    );
    await page.clock.runFor(4_900);
    expect(await banner.innerText(), 'after 4.9 s').toContain('Found 4 prices.');
    await page.clock.runFor(200);
    await seesNoMore(page, /^Found 4 prices/);
  });

  test('is there at once for those who come by a link', async ({ open }) => {
    const page = await open(PATH, { javaScript: false });
    await page.getByRole('heading', { level: 1, name: '11 prices for “coffee machine”' }).waitFor();
    expect(await page.locator('.offers > li').count()).toBe(11);
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price');
    await page.getByRole('button', { name: 'Show results' }).click();
    expect(await page.locator('.offers .price').first().innerText()).toBe('$299.00');
    expect(await page.locator('.needs-script').filter({ visible: true }).count()).toBe(0);
  });

  test('Quick Compare has the five best by AI score', async ({ open }) => {
    const page = await open(PATH);
    await page.getByRole('heading', { name: 'Quick Compare' }).waitFor();
    const table = page.getByRole('table');
    const rows = await table.getByRole('row').allInnerTexts();
    expect(rows.length, 'rows with their heading').toBe(6);
    const scores = rows
      .slice(1)
      .map((row) => Number(/(\d\.\d) (?:Excellent|Good|Fair)/.exec(row)?.[1]));
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores.every((score) => score > 0)).toBe(true);
  });

  test('the top pick and each offer carry a score with its band, shop and trust', async ({
    open,
  }) => {
    const page = await open(PATH);
    const pick = page.getByRole('article');
    await sees(pick, 'Top pick');
    const texts = [await pick.innerText(), ...(await page.locator('.offers > li').allInnerTexts())];
    for (const text of texts) {
      const [, score, band] = /AI (\d+\.\d) · (Excellent|Good|Fair)/.exec(text) ?? [];
      const expected = Number(score) >= 8 ? 'Excellent' : Number(score) >= 6 ? 'Good' : 'Fair';
      expect(band).toBe(expected);
      expect(text).toMatch(/Trust \d\.\d\/10/);
    }
  });

  test('an offer shows sale, stock, rating and how old its price is', async ({ open }) => {
    const page = await open(PATH);
    const offer = (name: string) => page.locator('.offers > li').filter({ hasText: name });
    const sale = await offer('Harbour Appliances').filter({ hasText: 'Bambino' }).innerText();
    expect(sale).toContain('$549.00');
    expect(sale).toContain('$699.00');
    expect(sale).toContain('−21%');
    expect(sale).toContain('4.7');
    expect(sale).toContain('(312)');
    expect(sale).toContain('In stock');
    expect(sale).toMatch(/Live price, updated (just now|\d+m ago)/);
    expect(await offer('Banksia Kitchen').innerText()).toContain('Out of stock');
  });

  test('an offer says how its price stands against the past weeks', async ({ open }) => {
    const page = await open(PATH);
    const offer = page.locator('.offers > li').filter({ hasText: 'Outback Discounts' });
    await sees(offer, 'Lowest in 25 days');
    expect(await offer.locator('.spark path').getAttribute('d')).toMatch(/^M[\d.]+ 4H/);
  });

  test('a phone shows name and price of an offer before all else', async ({ open }) => {
    const page = await open(PATH, { width: 360 });
    const offer = page.locator('.offers > li').first();
    const top = async (selector: string) =>
      (await offer.locator(selector).first().boundingBox())?.y ?? Number.NaN;
    expect(await top('h3')).toBeLessThan(await top('.price'));
    for (const later of ['.offer-facts', '.retailer-line', '.offer-actions a']) {
      expect(await top('.price'), later).toBeLessThan(await top(later));
    }
  });

  test('links to shops open in a new tab and pass nothing on', async ({ open }) => {
    const page = await open(PATH);
    const links = main(page).getByRole('link', { name: /View deal|^View / });
    expect(await links.count()).toBe(17);
    for (const link of await links.all()) {
      expect(await link.getAttribute('target')).toBe('_blank');
      expect(await link.getAttribute('rel')).toContain('noopener');
      expect(await link.getAttribute('href')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/product\//);
    }
  });

  test('six shops as chips, then +2 more', async ({ open }) => {
    const page = await open(PATH);
    const chips = page.getByRole('list', { name: 'Retailers' }).getByRole('button');
    expect(await chips.count()).toBe(7);
    expect(await chips.last().innerText()).toBe('+2 more');
    await chips.last().click();
    expect(await chips.count()).toBe(8);
    const [first = ''] = await chips.allInnerTexts();
    await chips.first().click();
    const shops = await page.locator('.offers .retailer-line .strong').allInnerTexts();
    expect(new Set(shops)).toEqual(new Set([first]));
  });

  test('related searches lead on', async ({ open }) => {
    const page = await open(PATH);
    const related = page.getByRole('region', { name: 'Related searches' });
    await related.getByRole('link', { name: 'coffee machine on sale' }).click();
    await page.waitForURL(/q=coffee\+machine\+on\+sale/);
    await expect.poll(() => searchBox(page).inputValue()).toBe('coffee machine on sale');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: '11 prices for “coffee machine”' }).waitFor();
    expect(whereabouts(page)).toBe(PATH);
  });

  test('says why it can be believed', async ({ open }) => {
    const page = await open(PATH);
    await page.getByRole('region', { name: 'Why you can trust these results' }).waitFor();
  });

  test('tells search engines the first ten offers', async ({ open }) => {
    const page = await open(PATH);
    const text = await page.locator('script[type="application/ld+json"]').first().textContent();
    const list = JSON.parse(text ?? '');
    expect(list['@type']).toBe('ItemList');
    expect(list.itemListElement.length, 'offers of the list').toBe(10);
    expect(list.itemListElement[0].item.offers.priceCurrency).toBe('AUD');
  });
});
