/* Products whose links are being decided by processes that are killed in the middle of a decision. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { vi } from 'vitest';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { forkWorker } from './crash-world.ts';
import { openCrawlWorld } from './crawl-world.ts';
import {
  createAlert,
  createOffer,
  createPricePoint,
  createProduct,
  createUser,
  historyChecksum,
  slotDaysAgo,
} from './factory.ts';
import { limitMs } from './limits.ts';
import { startShopServer } from './shop-server.ts';

export const DEADLINE_MS = limitMs(90_000);
export const PATIENCE = { timeout: DEADLINE_MS, interval: 50 };

/** Product a has the offers a1 and a2 and an alert, product b has b1; every offer has a history. */
export type Linked = Record<'a' | 'b' | 'a1' | 'a2' | 'b1', string> & { retailers: string[] };

export type MatchDeathWorld = Awaited<ReturnType<typeof openMatchDeathWorld>>;

export async function openMatchDeathWorld() {
  const shop = await startShopServer({});
  const world = await openCrawlWorld([shop.origin]);
  const locker = new pg.Client({ connectionString: world.databaseUrl });
  await locker.connect();
  const children: ChildProcess[] = [];
  const em = () => world.em();

  return {
    shop,
    world,
    reset,
    addOffer,
    everything,
    killAt,
    command,
    worker,
    async close() {
      for (const child of children) child.kill('SIGKILL');
      await locker.end();
      await world.close();
      await shop.close();
    },
  };

  /** Empties the tables and adds the linked products anew. */
  async function reset(): Promise<Linked> {
    await em().execute('truncate retailer, product, match_decision cascade');
    const addRetailer = (slug: string) => world.addRetailer(slug, `https://${slug}.example`);
    const one = (await addRetailer('one')).id;
    const two = (await addRetailer('two')).id;
    const a = (await createProduct(em(), { name: 'Acme Kettle' })).id;
    const b = (await createProduct(em(), { name: 'Acme Kettle 1 L' })).id;
    const a1 = await addOffer(a, one);
    const a2 = await addOffer(a, two);
    const b1 = await addOffer(b, two);
    await createAlert(em(), { user: (await createUser(em())).id, product: a });
    return { a, b, a1, a2, b1, retailers: [one, two] };
  }

  /** Adds an offer with a history; returns its id. */
  async function addOffer(product: string, retailer: string, gtin?: string): Promise<string> {
    const { id } = await createOffer(em(), { retailer, product, name: 'Acme Kettle', gtin });
    for (const days of [30, 20, 10])
      await createPricePoint(em(), { offer: id, slot: slotDaysAgo(days), priceCents: 900 + days });
    return id;
  }

  /** All that a decision changes, as rows. */
  async function everything() {
    const rows = (table: string, columns: string) =>
      em().execute(`select ${columns} from ${table} order by id`);
    return {
      offers: await rows('offer', 'id, product_id, match_method, match_because'),
      products: await rows('product', 'id, merged_into, gtin, image_url, match_keys'),
      alerts: await rows('alert', 'id, product_id'),
      decisions: await rows('match_decision', 'id, undone_at'),
      found: await em().execute('select product_id from search_product order by product_id'),
      history: await historyChecksum(em()),
    };
  }

  /**
   * Starts what `start` starts while nobody can write the table, kills it in the middle of its decision, and lets the table go.
   * Returns when Postgres has noticed.
   */
  async function killAt(table: string, start: () => Promise<ChildProcess> | ChildProcess) {
    await locker.query(`begin; lock table ${table} in share mode`);
    const child = await start();
    await vi.waitUntil(async () => (await decisions('and not granted')) > 0, PATIENCE);
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    await locker.query('commit');
    await vi.waitUntil(async () => (await decisions('')) === 0, PATIENCE);
  }

  /** The number of decisions being made that have a lock like this. */
  async function decisions(which: string): Promise<number> {
    const holder = `select pid from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32 | objid::bigint) = hashtextextended('match-decisions', 0)`;
    const { rows } = await locker.query(
      `select count(distinct pid)::int as count from pg_locks where pid in (${holder}) ${which}`,
    );
    return rows[0].count;
  }

  /** The command line in a process of its own, as an operator runs it. */
  function command(...args: string[]): ChildProcess {
    const child = fork(join(REPO_ROOT, 'worker/cli.ts'), args, {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, LOG_LEVEL: 'fatal', DATABASE_URL: world.databaseUrl },
    });
    children.push(child);
    return child;
  }

  /** A worker in a process of its own, ready to work. */
  async function worker(): Promise<ChildProcess> {
    const child = await forkWorker(world.databaseUrl, [shop.origin]);
    children.push(child);
    return child;
  }
}
