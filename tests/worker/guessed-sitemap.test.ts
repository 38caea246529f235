import { expect, test } from 'vitest';
import { Page } from '#db/entities/page.ts';
import { retailerProgress } from '#db/queries/crawl/crawl-progress.ts';
import { openShopWorld } from '../support/crawl-world.ts';

test.each([
  ['is not there', {}],
  ['is a page', { '/sitemap.xml': { name: '', price: '', body: '<title>Start</title>' } }],
])('a sitemap that was only guessed and %s is no failure, and rests', async (_what, stock) => {
  const world = await openShopWorld(stock);
  world.shop.hasSitemap = false;
  const url = `${world.shop.origin}/sitemap.xml`;
  await world.crawl();
  expect(world.shop.requests).toContain('/sitemap.xml');
  const page = await world.em().findOneOrFail(Page, { url });
  expect(page).toMatchObject({ lastOutcome: 'unchanged', lastReason: null, failures: 0 });
  expect(page.nextCheckAt.getTime()).toBeGreaterThan(Date.now() + 29 * 24 * 3_600_000);
  expect(await retailerProgress(world.em(), world.retailer.id)).toMatchObject({
    refused: 0,
    refusals: [],
  });
  await world.close();
});
