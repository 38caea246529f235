/*
 * A whole site with something in it: the built pages, the real server and API, a database filled by a real crawl
 * of the shops of shop-set.ts. One for a run of browser tests.
 */
import { join } from 'node:path';
import { promoteToOperator } from '#db/queries/accounts/users.ts';
import { findPicture } from '#db/queries/offers/pictures.ts';
import { refreshUsualPrices } from '#db/queries/products/product-history.ts';
import { freePort } from '#db/runtime/free-port.ts';
import { logger } from '#db/runtime/log.ts';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { DAY_MS } from '#domain/time.ts';
import { createAdmin } from '#site/admin/admin-app.ts';
import { createPublicPages } from '#site/server/public-pages/public-pages.ts';
import { startSite } from '#site/server/start-site.ts';
import { buildPages } from '#worker/cli/start/site-build.ts';
import { createPictureRounds } from '#worker/pictures/picture-rounds.ts';
import { type CrawlWorld, openCrawlWorld } from './crawl-world.ts';
import { createRetailer } from './factory.ts';
import { OPERATOR } from './screens/admin.ts';
import { type ShopServer, startShopServer } from './shop-server.ts';
import { PAST_READINGS, SHOP_FACTS, SHOPS, stockOf } from './shop-set.ts';
import { openTestApi } from './test-api.ts';

/** A running site. */
export type SiteWorld = Awaited<ReturnType<typeof openSiteWorld>>;

/** Builds the pages where they are stale, crawls the shops, serves. Addresses are read from X-Forwarded-For. */
export async function openSiteWorld() {
  await buildPages();
  // Canonical links need the port before the server has it.
  const port = await freePort(0);
  const origin = `http://localhost:${port}`;
  const shops = await Promise.all(SHOPS.map((shop) => startShopServer(stockOf(shop.slug))));
  let now = new Date();
  const world = await openCrawlWorld(
    shops.map((shop) => shop.origin),
    () => now,
  );
  const retailerIds = new Map<string, string>();
  for (const [index, { slug, name, trustScore10 }] of SHOPS.entries()) {
    const retailer = await createRetailer(world.em(), {
      slug,
      name,
      trustScore10,
      trustBasis: 'Invented for tests.',
      website: shops[index]?.origin ?? '',
      description: `${name} delivers all over Australia.`,
      ...SHOP_FACTS[slug],
    });
    retailerIds.set(slug, retailer.id);
  }
  for (const { daysAgo, factor } of [...PAST_READINGS, { daysAgo: 0, factor: 1 }]) {
    now = new Date(Date.now() - daysAgo * DAY_MS);
    for (const [index, shop] of SHOPS.entries()) {
      const stock = stockOf(shop.slug, factor);
      await readShop(world, retailerIds.get(shop.slug) ?? '', shops[index], stock);
    }
  }
  await refreshUsualPrices(world.em());
  const fetchPictures = createPictureRounds(world.services);
  while ((await fetchPictures(world.em(), new AbortController().signal)) > 0);
  const { api, services, close } = await openTestApi(world.databaseUrl, { SITE_URL: origin });
  const operator = { ...OPERATOR, name: 'Olive Operator' };
  const headers = { 'content-type': 'application/json' };
  const registers = new Request(`${origin}/api/auth/register`, {
    method: 'POST',
    headers,
    body: JSON.stringify(operator),
  });
  await api(registers, { remoteAddress: '10.254.0.1' });
  await promoteToOperator(services.em(), OPERATOR.email);
  const site = await startSite({
    host: '127.0.0.1',
    port,
    siteUrl: origin,
    trustedHops: 1,
    demoPort: 0,
    nodeEnv: 'test',
    builtFolder: join(REPO_ROOT, 'dist'),
    handleApi: api,
    handleAdmin: createAdmin(services),
    publicPages: createPublicPages(services),
    findPicture: (hash, width) => findPicture(services.em(), hash, width, null),
    log: logger('site'),
  });
  return {
    origin,
    databaseUrl: services.config.databaseUrl ?? '',
    stop: async () => {
      await site.stop();
      await close();
      await world.close();
      await Promise.all(shops.map((shop) => shop.close()));
    },
  };
}

/** One visit of the crawler to a shop that now sells `stock`. */
async function readShop(
  world: CrawlWorld,
  retailerId: string,
  server: ShopServer | undefined,
  stock: ReturnType<typeof stockOf>,
): Promise<void> {
  if (!server) throw new Error('the shop does not run');
  for (const [path, product] of Object.entries(stock)) server.products.set(path, product);
  await world.crawl(retailerId);
}
