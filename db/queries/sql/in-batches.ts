import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { tables } from './tables.ts';

/**
 * The rows of a query through a cursor, `size` at a time: for results of any size that no index could page. The cursor has a transaction
 * and a connection of its own until the last batch, so work between batches neither sees nor delays it.
 */
export async function* inBatches<Row>(
  em: EntityManager,
  query: RawBuilder<Row>,
  size: number,
): AsyncGenerator<Row[]> {
  const tx = em.fork();
  await tx.begin();
  try {
    // All rows are wanted, not the first ones soon; the work between batches may take minutes.
    await tx.execute('set local cursor_tuple_fraction = 1');
    await tx.execute(`set local idle_in_transaction_session_timeout = '10min'`);
    await sql`declare batches no scroll cursor for ${query}`.execute(tables(tx));
    for (;;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(size)} from batches`.execute(tables(tx));
      if (rows.length > 0) yield rows;
      if (rows.length < size) return;
    }
  } finally {
    await tx.rollback();
  }
}
