import { Offer } from '#db/entities/offer.ts';
import { crawlRetailer } from '#worker/crawl/crawl-retailer.ts';
import { openCrawlWorld } from './crawl-world.ts';
import { startShopServer } from './shop-server.ts';
import { openTestApi } from './test-api.ts';

/** The API over what a real crawl of a few shops found. */
export type ApiWorld = Awaited<ReturnType<typeof openApiWorld>>;

/** Opens a shop for each stock, crawls them, and opens the API on what was found. */
export async function openApiWorld(...stocks: Parameters<typeof startShopServer>[0][]) {
  const shops = await Promise.all(stocks.map((stock) => startShopServer(stock)));
  const world = await openCrawlWorld(shops.map((shop) => shop.origin));
  for (const [index, shop] of shops.entries()) {
    const retailer = await world.addRetailer(`shop-${index}`, shop.origin);
    await crawlRetailer(world.services, retailer.id, new AbortController().signal);
  }
  const { databaseUrl, em } = world;
  const api = await openTestApi(databaseUrl);
  return {
    databaseUrl,
    em,
    api,
    /** In the order of their stocks; the retailers are called shop-0, shop-1 … */
    shops,
    world,
    /** All offers, the first shop's first. */
    async offers() {
      const orderBy = { retailer: { slug: 'asc' }, url: 'asc' } as const;
      const rows = await em().findAll(Offer, { populate: ['retailer'], orderBy });
      return rows.map(({ id, url, product, retailer }) => {
        return { id, url, productId: product.id, retailer: retailer.slug };
      });
    },
    async close() {
      await api.close();
      await world.close();
      await Promise.all(shops.map((shop) => shop.close()));
    },
  };
}
