/* The shopping docket: complete without script, remembered in the browser of a guest. */
import { describe, expect } from 'vitest';
import { main, sees } from '../support/page-steps.ts';
import { SITE, test } from '../support/shopper-test.ts';

const LIST = 'breville bambino\nunicorn feathers';
const PATH = `/docket?${new URLSearchParams({ list: LIST })}`;

describe('a docket', () => {
  test('is priced without JavaScript, and says what no shop has', async ({ open }) => {
    const page = await open('/docket', { javaScript: false });
    await page.getByLabel('Your list').fill(LIST);
    await page.getByRole('button', { name: 'Price this list' }).click();
    await sees(page, /^\d of \d items at Outback Discounts/);
    const docket = main(page).locator('.shopping');
    expect(await docket.innerText()).toMatch(/\$529\.00[\s\S]*no price known[\s\S]*\$534\.00/);
  });

  test('does without what the shopper refuses, and takes it back', async ({ open }) => {
    const page = await open(PATH, { javaScript: false });
    await main(page)
      .getByRole('link', { name: /^Not this one/ })
      .first()
      .click();
    await sees(page, 'You said no to');
    await main(page)
      .getByRole('link', { name: /^Allow again/ })
      .click();
    await sees(page, /^\d of \d items at Outback Discounts/);
  });

  test('a guest finds the list again; a shared link leaves it alone', async ({ open }) => {
    const page = await open('/docket');
    await page.getByLabel('Your list').fill('breville bambino');
    await page.getByRole('button', { name: 'Price this list' }).click();
    await sees(page, /^Everything at Outback Discounts/);
    await page.goto(SITE + PATH);
    await sees(page, 'unicorn feathers');
    await page.goto(`${SITE}/docket`);
    await sees(page, 'Your list of last time.');
    expect(await page.getByLabel('Your list').inputValue()).toBe('breville bambino');
  });
});
