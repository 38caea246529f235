/*
 * Home (spec §2, §4, §5): the box, recent searches, the newsletter.
 */
import { describe, expect } from 'vitest';
import { isTold, NO_ADDRESS } from '../support/field-faults.ts';
import {
  arrives,
  freeze,
  searchBox,
  sees,
  seesNoMore,
  stored,
  whereabouts,
} from '../support/page-steps.ts';
import { isAlive, test } from '../support/shopper-test.ts';
import { countCalls, failCall } from '../support/stand-in-calls.ts';

describe('the search box', () => {
  test('an empty or blank search does nothing, a word leads to its results', async ({ open }) => {
    const page = await open('/');
    const box = searchBox(page);
    const button = page.getByRole('button', { name: 'Compare' });
    await expect.poll(() => button.isDisabled()).toBe(true);
    await box.click();
    expect(await page.locator('[data-recent]').isVisible(), 'recent searches of none').toBe(false);
    await box.fill('   ');
    expect(await button.isDisabled(), 'with blanks').toBe(true);
    await box.press('Enter');
    expect(whereabouts(page)).toBe('/');
    await box.fill('coffee machine');
    expect(await button.isEnabled(), 'with a word').toBe(true);
    await box.press('Enter');
    await arrives(page, '/search?q=coffee+machine');
    await page.getByRole('heading', { name: /products? for “coffee machine”/ }).waitFor();
  });
});

describe('recent searches', () => {
  const storage = { searchHistory: JSON.stringify(['kettle', 'gaming laptop', 'nike shoes']) };

  test('show on focus, newest first; one can be chosen or removed, or all', async ({ open }) => {
    const page = await open('/', { storage });
    const list = page.locator('[data-recent]');
    expect(await list.isVisible()).toBe(false);
    await searchBox(page).click();
    await list.waitFor();
    expect(await list.getByRole('link').allTextContents()).toEqual([
      'kettle',
      'gaming laptop',
      'nike shoes',
    ]);
    await page.getByRole('button', { name: 'Remove gaming laptop from recent searches' }).click();
    expect(await list.getByRole('link').allTextContents()).toEqual(['kettle', 'nike shoes']);
    await list.getByRole('link', { name: 'nike shoes' }).click();
    await arrives(page, '/search?q=nike%20shoes');
    await page.goto('/');
    await isAlive(page);
    await searchBox(page).click();
    await list.waitFor();
    await page.getByRole('button', { name: 'Clear all' }).click();
    await list.waitFor({ state: 'hidden' });
    expect(await stored(page, 'searchHistory')).toBe('[]');
  });

  test('are kept newest first, each once, ten at most', async ({ open }) => {
    const old = Array.from({ length: 10 }, (_, index) => `search ${index}`);
    const storage = { searchHistory: JSON.stringify(old) };
    const page = await open('/search?q=SEARCH%203', { storage });
    await expect
      .poll(async () => JSON.parse((await stored(page, 'searchHistory')) ?? ''))
      .toEqual(['SEARCH 3', ...old.filter((query) => query !== 'search 3')]);
    await searchBox(page).fill('the eleventh');
    await searchBox(page).press('Enter');
    await expect
      .poll(async () => JSON.parse((await stored(page, 'searchHistory')) ?? ''))
      .toEqual(['the eleventh', 'SEARCH 3', ...old.filter((query) => !/ [39]$/.test(query))]);
  });
});

describe('newsletter', () => {
  test('shows a message about a wrong address for 3 seconds, and success for 5', async ({
    open,
  }) => {
    const page = await open('/', { at: 'now' });
    const calls = countCalls(page, 'POST', '/newsletter');
    await freeze(page);
    await page.getByLabel('Your email').fill('nobody');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await isTold(page, 'Your email', NO_ADDRESS, 'nobody');
    await page.clock.runFor(2_900);
    await sees(page, 'Please enter a valid email address.');
    await page.clock.runFor(200);
    await seesNoMore(page, 'Please enter a valid email address.');
    expect(await page.getByLabel('Your email').inputValue()).toBe('nobody');
    expect(calls()).toBe(0);
    // A server that does not answer changes nothing on screen.
    await failCall(page, 'POST', '/newsletter', { status: 500 });
    await page.getByLabel('Your email').fill('reader@example.com');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await sees(page, 'Success! Check your email to confirm subscription.');
    await page.clock.runFor(4_900);
    await sees(page, 'Success! Check your email to confirm subscription.');
    expect(await page.getByLabel('Your email').inputValue()).toBe('reader@example.com');
    await page.clock.runFor(200);
    await seesNoMore(page, 'Success! Check your email to confirm subscription.');
    expect(await page.getByLabel('Your email').inputValue(), 'the field afterwards').toBe('');
  });
});

describe('what changes comes from the server', () => {
  const live = '.home-retailers .shops a[href^="/retailers/"]';

  test('the shops named are those that are read now', async ({ look }) => {
    const page = await look('/');
    await page.locator(live).first().waitFor();
    const list = page.locator('.home-retailers');
    await sees(list, 'Harbour Appliances');
    await sees(list, 'Outback Discounts');
    expect(await list.innerText()).not.toContain('Woolworths');
  });

  test('the docket is that of the best drop, with its page', async ({ look }) => {
    const page = await look('/');
    const docket = page.getByRole('figure', { name: 'The best drop' });
    await docket.getByRole('link').waitFor();
    await page.locator('.home-drops .card a[href^="/products/"]').first().waitFor();
  });

  test.for([360, 768, 1440])('without moving anything at %i px', async (width, { open }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const page = await open('/', {
      width,
      before: (tab) =>
        tab.route('**/_server-islands/**', async (route) => {
          await held;
          await route.continue();
        }),
    });
    await page.getByRole('figure', { name: 'A sample comparison' }).waitFor();
    const places = () =>
      page.locator('.sample-docket, .home-drops .card, .shops .all, footer').evaluateAll((parts) =>
        parts.map((part) => {
          const { top, height } = part.getBoundingClientRect();
          return [Math.round(top + scrollY), Math.round(height)];
        }),
      );
    const before = await places();
    release();
    await page.locator(live).first().waitFor();
    await page.getByRole('figure', { name: 'The best drop' }).waitFor();
    await page.locator('.home-drops .card a[href^="/products/"]').first().waitFor();
    expect(await places()).toEqual(before);
    await page.evaluate(fillUp);
    expect(await places(), 'with the longest texts').toEqual(before);
  });

  test('without script a sample that says so, categories and kinds of shops, and a box that searches', async ({
    open,
  }) => {
    const page = await open('/', { javaScript: false });
    await sees(page.getByRole('figure', { name: 'A sample comparison' }), 'Sample docket');
    expect(await page.locator('.home-drops .card a[href^="/categories/"]').count()).toBe(6);
    const list = page.locator('.home-retailers');
    await sees(list, 'Supermarkets');
    await sees(list.getByRole('link'), 'All shops, and how fresh their prices are');
    expect(await list.innerText()).not.toContain('Woolworths');
    await searchBox(page).fill('iphone 15');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('heading', { name: /products? for “iphone 15”/ }).waitFor();
  });
});

/** Puts the longest texts into the docket, a card and the shops. Runs in the page. */
function fillUp(): void {
  const name = 'Professional Espresso Machine with Milk Frother and Grinder '.repeat(3);
  const shop = 'Southern Cross Stores Online';
  const lowText = 'Its lowest since we began watching in September 2026.';
  const texts = {
    '.sample-docket .name a, .home-drops [href^="/products/"]': name,
    '.sample-docket .shop-name, .shops .name': shop,
    '.sample-docket .price.hero, .home-drops .price': '$12,999.00',
    '.sample-docket .text': `It usually costs $18,328.59. ${lowText}`,
    '.home-drops .prices .muted': 'usually $18,328.59',
    '.home-drops .why': `Dropped 30 September 2026. ${lowText}`,
  };
  for (const [selector, text] of Object.entries(texts)) {
    for (const part of document.querySelectorAll(selector)) part.textContent = text;
  }
  for (const [list, length] of [
    ['.sample-docket ul', 3],
    ['.shops', 13],
  ] as const) {
    const items = document.querySelector(list);
    while (items?.firstElementChild && items.children.length < length)
      items.prepend(items.firstElementChild.cloneNode(true));
  }
}
