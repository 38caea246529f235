import type { EntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';
import { migrate } from '#db/migrate.ts';
import { openOrm } from '#db/orm.ts';
import { refreshSearchWords } from '#db/queries/search/catalogue-words.ts';
import { refreshSearchProducts } from '#db/queries/search/search-products.ts';
import { timed } from '../measure.ts';
import { fillWithOffers } from './fill.ts';
import { type BenchQuery, queriesFrom } from './queries.ts';
import { createVocabulary } from './vocabulary.ts';

/** A database with `size` offers, and its queries. */
export interface SearchWorld {
  size: number;
  /** One connection. */
  pool: pg.Pool;
  em: EntityManager;
  queries: BenchQuery[];
  close(): Promise<void>;
}

/** Opens the database with `size` offers. Creates it if needed, and prints how long search rows, ranks and vocabulary took. */
export async function openSearchWorld(
  adminUrl: string,
  size: number,
  queries: number,
): Promise<SearchWorld> {
  const name = `bench_search_${size}`;
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await admin.query(`create database ${name}`);
  await admin.end();
  const pool = new pg.Pool({ connectionString: url.href, max: 1 });
  const orm = await openOrm(url.href);
  const em = orm.em.fork() as EntityManager;
  if (rowCount === 0) {
    await migrate(url.href);
    await fillWithOffers(pool, createVocabulary(), size);
    await pool.query('vacuum analyze');
    const products = await pool.query<{ id: string }>('select id from product');
    const madeMs = await timed(() =>
      refreshSearchProducts(
        em,
        products.rows.map(({ id }) => id),
      ),
    );
    await pool.query('vacuum analyze');
    const refreshMs = await timed(() => refreshSearchWords(em));
    await pool.query('vacuum analyze');
    const againMs = await timed(() => refreshSearchWords(em));
    console.log(
      `${size} offers made; their search rows took ${(madeMs / 1_000).toFixed(1)} s, rank and vocabulary ${(refreshMs / 1_000).toFixed(1)} s from nothing, ${(againMs / 1_000).toFixed(1)} s when nothing had changed`,
    );
  }
  return {
    size,
    pool,
    em,
    queries: await queriesFrom(pool, queries),
    async close() {
      await orm.close();
      await pool.end();
    },
  };
}
