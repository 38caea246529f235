import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';
import { openOrm } from '#db/orm.ts';
import { loadConfig } from '#db/runtime/config.ts';
import { logger } from '#db/runtime/log.ts';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import type { ProfileFile } from '#db/seed/real-retailers.ts';
import { openCrawl } from '#worker/crawl/services.ts';
import { createPictureRounds } from '#worker/pictures/picture-rounds.ts';
import { createMigratedDatabase } from '../support/database.ts';
import { run } from './programs.ts';

/** An offer as it is stored, with the address of its product's picture. */
export interface StoredOffer {
  url: string;
  name: string;
  price: number;
  was: number | null;
  availability: string;
  productId: string;
  /** Begins with '-' for one that is not ready. */
  picture: string;
}

const SLUG = 'street';
/** The least pace of a profile is a second; a shop on this machine needs none. */
const PACE_MS = 1;
/** The first pass fetches pictures, the second replaces refused ones, the third fetches the replacements. */
const PICTURE_PASSES = 3;

/** A database of Priceroo that knows one shop, by its home page alone. */
export async function openStreetCrawl(home: string, origin: string) {
  const database = await createMigratedDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    DATA_DIR: join(home, 'data'),
    LOCAL_SHOPS: origin,
    DEMO_RETAILERS: 'false',
    LOG_LEVEL: 'warn',
  };
  const cli = (...args: string[]) =>
    run(process.execPath, ['worker/cli.ts', ...args], {
      cwd: REPO_ROOT,
      env,
      timeoutMs: 1_800_000,
    });
  const profile: ProfileFile = {
    slug: SLUG,
    name: 'Street shop',
    category: 'Street',
    region: 'Local',
    website: `${origin}/`,
    description: 'Shop software on this machine',
    trustScore10: 5,
    trustBasis: 'Shop software under test, which sells nothing.',
    access: 'plain-http',
    accessNote: 'It runs on this machine.',
    evidence: 'tried',
    asOf: '2026-11-29',
  };
  const file = join(home, `${SLUG}.json`);
  await writeFile(file, JSON.stringify(profile));
  await cli('retailer', 'add', file);
  await cli('retailer', 'enable', SLUG);
  await client.query('update retailer set pace_ms = $1 where slug = $2', [PACE_MS, SLUG]);
  const isWaiting = async () => {
    const waiting = `select 1 from picture_source where state = 'waiting' and next_try_at <= now() + interval '5 seconds'`;
    return ((await client.query(waiting)).rowCount ?? 0) > 0;
  };
  return {
    /** Reads all pages that are due. Returns what the command prints. */
    scrape: () => cli('scrape', SLUG, '--resume'),
    /** Lets hours pass for the schedule: pages that were to be read within them become due. */
    pass: (hours: number) =>
      client.query(
        `update page set next_check_at = next_check_at - make_interval(hours => $1), last_checked_at = last_checked_at - make_interval(hours => $1)`,
        [hours],
      ),
    /** Fetches the pictures of all offers. */
    async fetchPictures() {
      const config = loadConfig(env);
      const orm = await openOrm(database.url);
      const services = openCrawl(config, orm, logger('street'));
      const em = orm.em.fork() as EntityManager;
      const { signal } = new AbortController();
      // New rounds search at once for new addresses, and for pictures in place of refused ones.
      for (let pass = 0; pass < PICTURE_PASSES; pass += 1) {
        const fetchSome = createPictureRounds(services);
        do await fetchSome(em, signal);
        while (await isWaiting());
      }
      await services.close();
      await orm.close();
    },
    async offers(): Promise<StoredOffer[]> {
      const { rows } = await client.query(
        `select o.url, o.name, o.price_cents / 100.0::float8 as price, o.original_price_cents / 100.0::float8 as was,
           o.availability, o.product_id as "productId", case s.state when 'ready' then s.url else concat_ws(' ', '-', s.state, s.reason, s.url, p.image_url) end as picture
         from offer o join product p on p.id = o.product_id
         left join picture_source s on s.url = p.image_url
         where o.availability <> 'discontinued' order by o.name, o.url`,
      );
      return rows;
    },
    async close() {
      await client.end();
      await database.drop();
    },
  };
}
