import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { openOrm } from '#db/orm.ts';
import { openRun } from '#db/queries/crawl/runs.ts';
import { storeOffers } from '#db/queries/offers/store-offers.ts';
import { findRetailer, type RetailerRow } from '#db/queries/retailers/retailers.ts';
import { copyDatabase, createMigratedDatabase, type TestDatabase } from '../../support/database.ts';
import { createRetailer } from '../../support/factory.ts';
import { insertSelect } from '../../support/insert-select.ts';
import { type Catalogue, WEBSITE } from './catalogue.ts';

/** One subject's copy of a shop whose offers are all known. */
export interface ShopDatabase {
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

/** Creates a database with the catalogue's first reading; returns the products' ids in its order. */
export async function createShop(catalogue: Catalogue, { fillPercent }: Layout) {
  const database = await createMigratedDatabase();
  const orm = await openOrm(database.url);
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
  return { database, productIds };
}

/** A copy of that database, opened. */
export async function copyShop(source: TestDatabase): Promise<ShopDatabase> {
  const database = await copyDatabase(source);
  const { url } = database;
  const orm = await openOrm(url);
  const em = () => orm.em.fork() as EntityManager;
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const retailer = await shopOf(em());
  return {
    pool,
    orm,
    em,
    retailer,
    runId: await openRun(em(), retailer.id, 'feed'),
    async close() {
      await orm.close();
      await pool.end();
      await database.drop();
    },
  };
}

const SLUG = 'bench-shop';

async function shopOf(em: EntityManager): Promise<RetailerRow> {
  const found = await findRetailer(em, { slug: SLUG });
  if (!found) throw new Error('the shop is not there');
  return found;
}
