/*
 * Pictures of products (spec §2, §8): late loading, and what stands for one that does not come.
 */
import { describe, expect } from 'vitest';
import { test } from '../support/shopper-test.ts';

describe('pictures', () => {
  test('far below the view load only when they come near', async ({ open }) => {
    const page = await open('/search?q=coffee+machine');
    const last = page.locator('.offers > li').last();
    expect(await last.locator('img').count()).toBe(0);
    await last.scrollIntoViewIfNeeded();
    await last.locator('img').waitFor();
  });

  test('that do not come say Image unavailable', async ({ open }) => {
    const page = await open('/search?q=iphone+15', {
      before: (tab) => tab.route(/pictures\//, (route) => route.fulfill({ status: 404, body: '' })),
    });
    await page.getByRole('article').getByText('Image unavailable').waitFor();
  });
});
