import type { EntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';
import { refreshSearchWords } from '#db/queries/search/catalogue-words.ts';
import { refreshSearchProducts } from '#db/queries/search/search-products.ts';
import { timed } from '../measure.ts';
import { fillWithOffers } from './fill.ts';
import { openNamedDatabase } from './named-database.ts';
import { type BenchQuery, queriesFrom } from './queries.ts';
import { createVocabulary } from './vocabulary.ts';

/** A database with `size` offers, and its queries. */
export interface SearchWorld {
  size: number;
  url: string;
  /** One connection. */
  pool: pg.Pool;
  em: EntityManager;
  queries: BenchQuery[];
  close(): Promise<void>;
}

/** Products of a statement: no limit of time ends it, on a slow machine either. */
const BATCH = 5_000;

/** Opens the database with `size` offers. Creates it if needed, and prints how long search rows, ranks and vocabulary took. */
export async function openSearchWorld(
  adminUrl: string,
  size: number,
  queries: number,
): Promise<SearchWorld> {
  const { url, isNew, em, close } = await openNamedDatabase(adminUrl, `bench_search_${size}`);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  if (isNew) {
    await fillWithOffers(pool, createVocabulary(), size);
    await pool.query('vacuum analyze');
    const products = await pool.query<{ id: string }>('select id from product');
    const ids = products.rows.map(({ id }) => id);
    const madeMs = await timed(async () => {
      for (let from = 0; from < ids.length; from += BATCH)
        await refreshSearchProducts(em, ids.slice(from, from + BATCH));
    });
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
    url,
    pool,
    em,
    queries: await queriesFrom(pool, queries),
    async close() {
      await close();
      await pool.end();
    },
  };
}
