/*
 * Smart Search (spec §2, §8, §9): suggestions, loading, advice, failures and feedback.
 */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import {
  arrives,
  drawn,
  freeze,
  main,
  searchBox,
  sees,
  seesNoMore,
} from '../support/page-steps.ts';
import { test } from '../support/shopper-test.ts';
import { SMART_ANSWER, standInSmartSearch } from '../support/smart-answer.ts';
import { type Failure, failCall, healCalls, holdCall } from '../support/stand-in-calls.ts';

const CALL = '/recommend/smart-recommend';
const ask = (page: Page, query: string) =>
  main(page).getByRole('link', { name: query, exact: true }).click();

describe('Smart Search', () => {
  test('suggests five things and six questions, shows a loading state, then the complete advice', async ({
    open,
  }) => {
    const page = await open('/smart-search');
    expect(await main(page).getByRole('link').allInnerTexts()).toEqual([
      'Air conditioner for a 15 m² bedroom',
      'Compare iPhone 15 and Galaxy S24',
      'Is now a good time to buy a PS5?',
      'What do I need for a camping trip?',
      'Present for a 7 year old who likes LEGO around $50',
      'Which dryer is cheapest to run?',
      'iPhone 15 Pro',
      'Coffee Machine',
      'Laptop',
      'Running Shoes',
      'Smart Watch',
    ]);
    await standInSmartSearch(page);
    const release = await holdCall(page, 'POST', CALL);
    await ask(page, 'Coffee Machine');
    await sees(page, 'Weighing up “Coffee Machine”…');
    release();
    await arrives(page, '/smart-search?q=Coffee%20Machine');
    const { aiRecommendation: advice, retailerLinks, disclaimer, dataSource } = SMART_ANSWER;
    await sees(page, advice.summary);
    const text = await main(page).innerText();
    expect(text).toContain('$249.00 – $899.00');
    const [pick] = advice.topPicks;
    const [shop] = retailerLinks;
    for (const part of [
      advice.priceRange.note,
      pick.name,
      pick.reason,
      ...pick.keyFeatures,
      pick.userSentiment,
      ...advice.buyingTips,
      ...advice.reasoning,
      shop.name,
      shop.description,
      ...shop.strengths,
      'Trust 9.1/10',
      disclaimer,
      dataSource,
    ]) {
      expect(text).toContain(part);
    }
    const link = main(page).getByRole('link', { name: /Search there/ });
    expect(await link.getAttribute('href')).toBe(shop.searchUrl);
    expect(await link.getAttribute('target')).toBe('_blank');
  });

  test('without script the same is answered, a budget can be added, each pick states its price once, and two products stand side by side', async ({
    open,
  }) => {
    const page = await open('/smart-search?q=coffee+machine', { javaScript: false });
    await page.getByRole('heading', { name: '“coffee machine”' }).waitFor();
    const first = main(page).locator('.pick-price').first();
    expect(await first.innerText()).toMatch(/^\$\d+\.\d\d$/);
    await page.getByLabel('Budget in dollars').fill('540');
    await page.getByRole('button', { name: 'Update the advice' }).click();
    await sees(page, /All of them fit your budget of \$540\.00\./);
    expect(await page.getByLabel('Budget in dollars').inputValue()).toBe('540');
    for (const pick of await main(page).locator('.pick').all()) {
      const text = await pick.innerText();
      expect(text.match(/lowest of \d+ shops/g)?.length ?? 0, text).toBeLessThan(2);
      expect(text, 'the shop under its price').toMatch(/^At /m);
    }
    await page.goto('/smart-search?q=breville+bambino+vs+delonghi+dedica');
    const table = main(page).getByRole('table');
    await table.getByRole('rowheader', { name: 'Price now' }).waitFor();
    expect(await table.getByRole('columnheader').count()).toBe(2);
    await page.goto(new URL('/smart-search?q=coffee&whom=an+office&plain=1', page.url()).href);
    await page.getByRole('heading', { name: /coffee for an office/ }).waitFor();
  });

  test('says that it has no advice, and links to alternatives', async ({ open }) => {
    const refused = {
      ...SMART_ANSWER,
      aiRecommendation: {
        ...SMART_ANSWER.aiRecommendation,
        summary: 'We know no offer for it yet.',
        priceRange: { min: 0, max: 0, note: '' },
        topPicks: [],
        reasoning: [],
      },
      retailerLinks: [],
    };
    const page = await open('/smart-search?q=flurble', {
      before: (tab) => tab.route(`**/api${CALL}`, (route) => route.fulfill({ json: refused })),
    });
    await page
      .getByRole('heading', { level: 1, name: 'No advice for “Coffee Machine” yet' })
      .waitFor();
    const text = await main(page).innerText();
    expect(text).toContain('We know no offer for it yet.');
    expect(text).not.toContain('Buying tips');
    expect(text).not.toContain('Was this helpful?');
    await main(page).getByRole('link', { name: 'Browse the categories' }).click();
    await arrives(page, '/categories');
  });

  test('a link with a query asks at once; budget and requirements can be added afterwards', async ({
    open,
  }) => {
    const page = await open('/smart-search?q=Laptop', { before: standInSmartSearch });
    await sees(page, SMART_ANSWER.aiRecommendation.summary);
    expect(await searchBox(page).inputValue()).toBe('Laptop');
    await page.getByLabel('Budget in dollars').fill('800');
    await page.getByLabel('What must it have?').fill('16GB');
    const asked = page.waitForRequest(`**/api${CALL}`);
    await page.getByRole('button', { name: 'Update the advice' }).click();
    expect((await asked).postDataJSON()).toMatchObject({ query: 'Laptop 16GB', userBudget: 800 });
    await arrives(page, '/smart-search?q=Laptop%2016GB&budget=800');
    await expect.poll(() => page.getByLabel('Budget in dollars').inputValue()).toBe('800');
  });

  test('an answer that comes after the shopper went back is dropped; fields ask for a thing, for whom and a budget', async ({
    open,
  }) => {
    const page = await open('/smart-search', { before: standInSmartSearch });
    const release = await holdCall(page, 'POST', CALL);
    await ask(page, 'Laptop');
    await sees(page, 'Weighing up “Laptop”…');
    await page.goBack();
    await page.getByRole('heading', { name: 'Ask before you buy' }).waitFor();
    const answered = page.waitForResponse(`**/api${CALL}`);
    release();
    await (await answered).finished();
    await drawn(page);
    await page.getByRole('heading', { name: 'Ask before you buy' }).waitFor();
    await page.getByLabel('Product or purpose').fill('tent');
    await page.getByLabel('For whom or where?').fill('a family of four');
    await page.getByLabel('Budget in dollars').fill('400');
    const asked = page.waitForRequest(`**/api${CALL}`);
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    expect((await asked).postDataJSON()).toMatchObject({
      query: 'tent for a family of four',
      userBudget: 400,
    });
    await arrives(page, '/smart-search?q=tent%20for%20a%20family%20of%20four&budget=400');
  });

  test('thanks for yes or no, for 3 seconds', async ({ open }) => {
    const logged: string[] = [];
    const before = (tab: Page) => {
      tab.on('console', (message) => logged.push(message.text()));
      return standInSmartSearch(tab);
    };
    const page = await open('/smart-search?q=Laptop', { at: 'now', before });
    await sees(page, 'Was this helpful?');
    await freeze(page);
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect.poll(() => logged).toContain('[feedback] Coffee Machine yes');
    await sees(page, 'Thank you for your feedback.');
    await page.clock.runFor(2_900);
    await sees(page, 'Thank you for your feedback.');
    await page.clock.runFor(200);
    await seesNoMore(page, 'Thank you for your feedback.');
    await page.getByRole('button', { name: 'No' }).waitFor();
  });
});

test('Oops! Something went wrong, says the page with the reason, and Try Again asks again', async ({
  open,
}) => {
  const page = await open('/smart-search');
  const again = page.getByRole('button', { name: 'Try Again' });
  // Texts one after the other differ.
  const failures: [Failure, string][] = [
    [{ status: 500 }, 'Failed to load recommendations'],
    ['refused', 'Unable to load recommendations. Please try again.'],
    [{ status: 503, error: 'The AI is asleep.' }, 'The AI is asleep.'],
    ['unreachable', 'Failed to load recommendations'],
  ];
  for (const [nth, [failure, text]] of failures.entries()) {
    await failCall(page, 'POST', CALL, failure);
    await (nth === 0 ? ask(page, 'Laptop') : again.click());
    await page.getByRole('heading', { name: 'Oops! Something went wrong' }).waitFor();
    await sees(page, text);
  }
  await healCalls(page);
  await standInSmartSearch(page);
  await again.click();
  await sees(page, SMART_ANSWER.aiRecommendation.summary);
});
