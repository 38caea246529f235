import { expect, test } from 'vitest';
import { Page } from '#db/entities/page.ts';
import { retailerProgress } from '#db/queries/crawl/crawl-progress.ts';
import { addSitemapPages } from '#worker/crawl/discover.ts';
import { pagesOfSitemap } from '#worker/crawl/sitemap.ts';
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

test.each([
  ['few products wait', 5, false],
  ['many products are due', 150, true],
])('sitemaps of lists beside %s', async (_what, products, areDue) => {
  const { em: emOf, retailer, close } = await openShopWorld({});
  const em = emOf();
  const at = (path: string) => new URL(path, retailer.website).href;
  const add = async (path: string, entry: string, paths: string[]) => {
    const xml = paths.map((to) => `<${entry}><loc>${at(to)}</loc></${entry}>`).join('');
    const { website } = retailer;
    const body = { website, sitemapUrl: at(path), xml: `<list>${xml}</list>` };
    await addSitemapPages(em, retailer, pagesOfSitemap(body), 60);
  };
  await add('sitemap.xml', 'sitemap', ['products.xml', 'categories.xml']);
  const names = Array.from({ length: products }, (_, nth) => `kettle-${nth}`);
  await add('products.xml', 'url', names);
  const lists = await em.findOneOrFail(Page, { url: at('categories.xml') });
  expect(lists.nextCheckAt.getTime() <= Date.now()).toBe(areDue);
  await close();
});
