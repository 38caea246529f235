/*
 * Pictures of products (spec §2, §8): lazy loading, and the placeholder for a failed one.
 */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { SITE, test } from '../support/shopper-test.ts';

/** So low that the second card of a phone begins below the view. */
const shrink = (tab: Page) => tab.setViewportSize({ width: 360, height: 320 });

describe('pictures', () => {
  test('come from our own origin, in the width that fits', async ({ open }) => {
    const page = await open('/search?q=iphone+15');
    const picture = page.getByRole('article').locator('img').first();
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
    const shown = new URL(await picture.evaluate((img: HTMLImageElement) => img.currentSrc));
    expect(shown.origin).toBe(SITE);
    expect(shown.pathname).toMatch(/^\/pictures\/[0-9a-f]{32}-320\.webp$/);
  });

  test('load 50 px before they enter the view, not earlier', async ({ open }) => {
    const page = await open('/search?q=coffee+machine', { width: 360, before: shrink });
    const last = page.locator('.offers > li .picture').last();
    /** Scrolls until the frame begins this far below the view; says whether its picture is there. */
    const isLoadedAt = async (gapPx: number) => {
      await last.evaluate((frame, gap) => {
        scrollBy({
          top: frame.getBoundingClientRect().top - innerHeight - gap,
          behavior: 'instant',
        });
        // The observer has spoken once two frames were drawn.
        return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      }, gapPx);
      return (await last.locator('img').count()) > 0;
    };
    expect(await isLoadedAt(80), 'pictures 80 px below the view').toBe(false);
    await expect
      .poll(() => isLoadedAt(40), { message: 'pictures 40 px below the view' })
      .toBe(true);
  });

  test('that fail show "Image unavailable"', async ({ open }) => {
    const page = await open('/search?q=iphone+15', {
      before: (tab) => tab.route(/pictures\//, (route) => route.fulfill({ status: 404, body: '' })),
    });
    await page.getByRole('article').getByText('Image unavailable').waitFor();
  });
});
