import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { migrate } from '#db/migrate.ts';
import { openOrm } from '#db/orm.ts';
import { openRun } from '#db/queries/crawl/runs.ts';
import { storeOffers } from '#db/queries/offers/store-offers.ts';
import { findRetailer, type RetailerRow } from '#db/queries/retailers/retailers.ts';
import { createRetailer } from '../../support/factory.ts';
import { insertSelect } from '../../support/insert-select.ts';
import { type Catalogue, WEBSITE } from './catalogue.ts';

/** One subject's copy of a shop whose offers are all known. */
export interface ShopDatabase {
  name: string;
  pool: pg.Pool;
  orm: MikroORM;
  em(): EntityManager;
  retailer: RetailerRow;
  runId: string;
  close(): Promise<void>;
}

/** How the database is laid out: % of a page of offers that inserts may fill; null as the migration says. */
export interface Layout {
  fillPercent: number | null;
}

/** Creates the database `name` with the catalogue's first reading; returns the products' ids in its order. */
export async function createShop(
  adminUrl: string,
  name: string,
  catalogue: Catalogue,
  { fillPercent }: Layout,
): Promise<string[]> {
  await runOn(adminUrl, `drop database if exists ${name} with (force)`);
  await runOn(adminUrl, `create database ${name}`);
  const url = urlOf(adminUrl, name);
  await migrate(url);
  const orm = await openOrm(url);
  const em = orm.em.fork() as EntityManager;
  await em.execute('alter table offer set (autovacuum_enabled = off)');
  if (fillPercent !== null) await em.execute(`alter table offer set (fillfactor = ${fillPercent})`);
  await createRetailer(em, { slug: SLUG, website: WEBSITE, kind: 'feed', trustScore10: 8 });
  const products = await em.execute<{ id: string }[]>(
    insertSelect(
      'product',
      { name: `'Product ' || n` },
      'from generate_series(1, ?) n returning id',
    ),
    [catalogue.size],
  );
  const productIds = products.map(({ id }) => id);
  const retailer = await shopOf(em);
  const runId = await openRun(em, retailer.id, 'feed');
  const observedAt = new Date(Date.now() - 30 * 24 * 3_600_000);
  const offers = catalogue.offers(0, productIds);
  for (let from = 0; from < offers.length; from += 1_000) {
    const at = { retailerId: retailer.id, page: null, runId, observedAt };
    await storeOffers(em, at, offers.slice(from, from + 1_000));
  }
  await em.execute('vacuum analyze');
  await orm.close();
  return productIds;
}

/** A copy of that database, opened. */
export async function copyShop(
  adminUrl: string,
  from: string,
  name: string,
): Promise<ShopDatabase> {
  await runOn(adminUrl, `drop database if exists ${name} with (force)`);
  await runOn(adminUrl, `create database ${name} template ${from}`);
  const url = urlOf(adminUrl, name);
  const orm = await openOrm(url);
  const em = () => orm.em.fork() as EntityManager;
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const retailer = await shopOf(em());
  return {
    name,
    pool,
    orm,
    em,
    retailer,
    runId: await openRun(em(), retailer.id, 'feed'),
    async close() {
      await orm.close();
      await pool.end();
      await runOn(adminUrl, `drop database ${name} with (force)`);
    },
  };
}

/** Runs one statement on the database behind `url`. */
export async function runOn(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

const SLUG = 'bench-shop';

async function shopOf(em: EntityManager): Promise<RetailerRow> {
  const found = await findRetailer(em, { slug: SLUG });
  if (!found) throw new Error('the shop is not there');
  return found;
}

function urlOf(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}
