/*
 * What grows with the catalogue: `npx node tests/bench/million.ts [sizes]`, '10000,100000' offers unless told ('10000,100000,1000000' takes
 * long), each with a page, two price points and a score, and 100,000 alerts in all. Starts a temporary Postgres.
 *
 * Prints p50 and p99 in ms for each size, and by what factor p50 grew from the smallest size to the largest. Answers that all callers share
 * are measured as a caller gets them, and as they are computed in the background. The p99 of a call with five rounds is its slowest one.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { markDueAlerts, productsWithDueAlerts } from '#db/queries/alerts/fire-alerts.ts';
import { crawlProgress, retailerFreshness } from '#db/queries/crawl/crawl-progress.ts';
import { claimPage } from '#db/queries/crawl/pages.ts';
import { openRun } from '#db/queries/crawl/runs.ts';
import { storeOffers } from '#db/queries/offers/store-offers.ts';
import { catalogueFigures, operatorFigures } from '#db/queries/operators/overview.ts';
import { priceDrops } from '#db/queries/products/price-drops.ts';
import {
  categoryBrands,
  categoryProducts,
  listedCategories,
  retailerProducts,
} from '#db/queries/public-pages/products.ts';
import {
  categoryFigures,
  categoryShops,
  retailerCategories,
  retailerStanding,
} from '#db/queries/public-pages/shops.ts';
import { searchOffers } from '#db/queries/search/search.ts';
import { tables } from '#db/queries/sql/tables.ts';
import { loadConfig } from '#db/runtime/config.ts';
import { cents } from '#domain/money.ts';
import { createServices } from '#site/api/core/services.ts';
import { publicProduct } from '#site/server/public-pages/product.ts';
import { createPublicPages } from '#site/server/public-pages/public-pages.ts';
import { createUser } from '../support/factory.ts';
import { insertSelect } from '../support/insert-select.ts';
import { startPostgres } from '../support/postgres-setup.ts';
import { quantile, timed } from './measure.ts';
import { openSearchWorld } from './search/world.ts';

const ROUNDS = { quick: 100, slow: 5 };
const ALERTS = 100_000;
/** Prices that changed before each sweep. */
const CHANGED = 20;
const SLOT_NOW = 'extract(epoch from now())::int / 60';
const MINUTES_A_DAY = 24 * 60;
/** Every tenth page is due; every second product costs a sixth less than usual; no alert is due. */
const FILL = [
  `insert into page (retailer_id, url, kind, interval_minutes, next_check_at, last_checked_at, last_outcome)
    select retailer_id, url, 'product', 60, now() + (row_number() over () % 10 - 1) * interval '1 hour' - interval '1 minute',
      last_seen_at, 'unchanged' from offer`,
  insertSelect(
    'price_point',
    {
      offer_id: 'o.id',
      slot: `${SLOT_NOW} - n * ${MINUTES_A_DAY}`,
      price_cents: '(o.price_cents * case when n > 30 then 1.2 else 1 end)::int',
    },
    'from offer o cross join unnest(array[3, 60]) n',
  ),
  insertSelect(
    'run',
    { retailer_id: 'r.id', started_at: `now() - n * interval '1 hour'`, finished_at: 'now()' },
    'from retailer r cross join generate_series(1, 500) n',
  ),
  `update search_product s set usual_cents = x.cents from (
      select product_id, (min(price_cents) * (1 + 0.2 * (hashtext(product_id::text) & 1)))::int as cents from offer group by 1) x
    where x.product_id = s.product_id`,
  `insert into alert (user_id, product_id, email, kind, base_price_cents, state)
    select u.id, p.id, u.email, 'any_drop', 1, 'watching' from user_account u
    cross join generate_series(0, ${ALERTS} - 1) n
    join (select id, row_number() over () - 1 as nth from product) p on p.nth = n % (select count(*) from product)`,
  'truncate alert_due',
  'vacuum analyze',
];

const [, , sizes = '10000,100000'] = process.argv;
const stop = await startPostgres();
const measured = new Map<string, string[]>();
const middles = new Map<string, number[]>();
for (const size of sizes.split(',').map(Number)) await measure(size);
console.log(`${'p50, p99 ms at offers'.padEnd(36)}${sizes.replaceAll(',', ' | ')} | growth of p50`);
for (const [name, columns] of measured) {
  const values = middles.get(name) ?? [];
  const growth = (values.at(-1) ?? 0) / (values[0] ?? 1);
  console.log(`${name.padEnd(36)}${columns.join(' | ')} | ${growth.toFixed(1)}`);
}
await stop();
process.exit(0);

async function measure(size: number): Promise<void> {
  const adminUrl = process.env['TEST_POSTGRES_URL'] ?? '';
  const world = await openSearchWorld(adminUrl, size, ROUNDS.quick);
  await createUser(world.em);
  for (const sql of FILL) await world.pool.query(sql);
  const services = await createServices(
    loadConfig({
      DATABASE_URL: world.url,
      NODE_ENV: 'test',
      LOG_LEVEL: 'fatal',
      BETTER_AUTH_SECRET: 'a-secret-for-the-benchmark-of-32-letters',
    }),
  );
  const { em } = services;
  const computed = { ...services, freshness: () => retailerFreshness(em()) };
  const fresh = () => createPublicPages(computed);
  const shared = createPublicPages(services);
  // As the site does before it is asked.
  await Promise.all([shared.drops(), shared.status(), shared.categories()]);
  const some = tables(em()).selectFrom('offer').selectAll().select('product as productId');
  const offers = await some.orderBy('id').limit(ROUNDS.quick).execute();
  const shops = [...new Set(offers.map(({ retailer }) => retailer))];
  const runs = new Map<string, string>();
  for (const shop of shops) runs.set(shop, await openRun(em(), shop, 'crawl'));
  /** Stores an offer's price one cent higher. */
  const store = (nth: number) =>
    em().transactional(async (tx) => {
      const offer = offers[nth % offers.length];
      if (!offer) throw new Error('no offers');
      offer.priceCents = cents(offer.priceCents + 1);
      const at = { retailerId: offer.retailer, runId: runs.get(offer.retailer) ?? '' };
      await storeOffers(tx, { ...at, page: null, observedAt: new Date() }, [offer]);
    });
  const calls: Record<string, [keyof typeof ROUNDS, (nth: number, on: EntityManager) => unknown]> =
    {
      'a claim': ['quick', (nth, on) => claimPage(on, shops[nth % shops.length] ?? '')],
      'a price stored': ['quick', (nth) => store(nth)],
      'the alert sweep': ['slow', (_nth, on) => productsWithDueAlerts(on, 1_000)],
      'all alerts': ['slow', (_nth, on) => markDueAlerts(on)],
      'a search': [
        'quick',
        (nth, on) =>
          searchOffers(on, world.queries[nth]?.asked ?? '', { products: 24, offers: 96 }),
      ],
      'a product page': ['quick', (nth) => publicProduct(services, offers[nth]?.productId ?? '')],
      home: ['quick', () => Promise.all([shared.drops(), shared.status()])],
      'home, computed': ['slow', () => Promise.all([fresh().drops(), fresh().status()])],
      '/deals': ['quick', () => Promise.all([shared.drops(), shared.categories()])],
      '/deals, computed': ['slow', () => Promise.all([fresh().drops(), fresh().categories()])],
      'a category page': ['quick', (_nth, on) => categoryPage(on)],
      'a shop page': ['quick', (nth, on) => shopPage(on, shops[nth % shops.length] ?? '')],
      '/status': ['quick', () => shared.status()],
      '/status, computed': ['slow', () => fresh().status()],
      '/metrics': ['slow', () => Promise.all([services.figures(), services.progress()])],
      '/metrics, computed': [
        'slow',
        (_nth, on) => Promise.all([operatorFigures(on), catalogueFigures(on), crawlProgress(on)]),
      ],
      'the sitemap': ['quick', () => shared.sitemap('products-1')],
      'the sitemap, computed': ['slow', () => fresh().sitemap('products-1')],
    };
  for (const [name, [pace, call]] of Object.entries(calls)) {
    const times: number[] = [];
    for (let nth = 0; nth < ROUNDS[pace]; nth += 1) {
      if (name.startsWith('the alert'))
        for (let offer = 0; offer < CHANGED; offer += 1) await store(offer);
      times.push(await timed(() => call(nth, em())));
    }
    const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
    measured.set(name, [...(measured.get(name) ?? []), `${p50.toFixed(1)}, ${p99.toFixed(1)}`]);
    middles.set(name, [...(middles.get(name) ?? []), p50]);
    console.log(`${size} ${name}: ${p50.toFixed(1)}, ${p99.toFixed(1)}`);
  }
  await services.close();
  await world.close();

  async function categoryPage(on: EntityManager): Promise<void> {
    const [first] = await listedCategories(on);
    const category = first?.category ?? '';
    await Promise.all([
      categoryFigures(on, category),
      categoryShops(on, category, 60),
      categoryBrands(on, category),
      categoryProducts(on, category, { limit: 60, offset: 0 }),
      priceDrops(on, { category }, 6),
    ]);
  }
}

async function shopPage(on: EntityManager, retailerId: string): Promise<void> {
  await Promise.all([
    retailerCategories(on, retailerId),
    retailerStanding(on, retailerId),
    retailerProducts(on, retailerId, 12),
    priceDrops(on, { retailerId }, 6),
  ]);
}
