import { Offer } from '#db/entities/offer.ts';
import { crawlRetailer } from '#worker/crawl/crawl-retailer.ts';
import { type CrawlWorld, openCrawlWorld } from './crawl-world.ts';
import { type ShopServer, startShopServer } from './shop-server.ts';
import { openTestApi, type TestApi } from './test-api.ts';

/** The API over what a real crawl of a few shops found. */
export interface ApiWorld extends Pick<CrawlWorld, 'databaseUrl' | 'em'> {
  api: TestApi;
  /** In the order of their stocks; the retailers are called shop-0, shop-1 … */
  shops: ShopServer[];
  world: CrawlWorld;
  /** All offers, the first shop's first. */
  offers(): Promise<{ id: string; url: string; productId: string; retailer: string }[]>;
  close(): Promise<void>;
}

/** Opens a shop for each stock, crawls them, and opens the API on what was found. */
export async function openApiWorld(
  ...stocks: Parameters<typeof startShopServer>[0][]
): Promise<ApiWorld> {
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
    shops,
    world,
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
