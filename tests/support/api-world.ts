import { Offer } from '#db/entities/offer.ts';
import { openShops } from './crawl-world.ts';
import { createOffer, createPricePoint, createProduct, createRetailer } from './factory.ts';
import type { ShopProduct } from './shop-server.ts';
import { openEmptyApi, openTestApi } from './test-api.ts';

/** The API over what a real crawl of a few shops found. */
export type ApiWorld = Awaited<ReturnType<typeof openApiWorld>>;

/** Opens a shop for each stock, called shop-0, shop-1 …, crawls them, and opens the API on what was found. */
export async function openApiWorld(...stocks: Record<string, ShopProduct>[]) {
  const world = await openShops(
    Object.fromEntries(stocks.map((stock, index) => [`shop-${index}`, stock])),
  );
  for (const { id } of Object.values(await world.addRetailers())) await world.crawl(id);
  const { databaseUrl, em } = world;
  const api = await openTestApi(databaseUrl);
  return {
    databaseUrl,
    em,
    api,
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
    },
  };
}

/** The API over one shop, `shop-0`, that sells a kettle for $149. */
export type KettleApi = Awaited<ReturnType<typeof openKettleApi>>;

/** Opens the API on rows alone, for tests that need something to watch, save or rate. */
export async function openKettleApi() {
  const api = await openEmptyApi();
  const em = () => api.services.em();
  const { id: retailer } = await createRetailer(em(), { slug: 'shop-0', trustScore10: 8 });
  const named = { name: 'Breville Smart Kettle', brand: 'Breville' };
  const { id: productId } = await createProduct(em(), named);
  const { id, url } = await createOffer(em(), {
    ...named,
    retailer,
    product: productId,
    searchText: 'breville smart kettle',
    priceCents: 14_900,
  });
  await createPricePoint(em(), { offer: id, priceCents: 14_900 });
  return { em, api, offer: { id, url, productId }, close: () => api.close() };
}
