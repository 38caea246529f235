/* Errors of all processes, one row a kind, so that a flood costs one row. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { returnNotes, takeNotes } from '../../runtime/error-notes.ts';
import { tables } from '../sql/tables.ts';

const STORE_EVERY_MS = 5_000;
/** Kinds kept, so that a flood of ever new messages stays small. */
const MOST_KEPT = 500;

/** Stores the errors that this process logs every 5 s while the database answers, until `close`, which stores the last ones. */
export function keepErrors(em: () => EntityManager) {
  const store = async () => {
    const notes = takeNotes();
    try {
      await storeErrors(em(), notes);
    } catch {
      // The log has them; a line about this would be one more error to store.
      returnNotes(notes);
    }
  };
  const timer = setInterval(store, STORE_EVERY_MS);
  timer.unref();
  return {
    store,
    async close(): Promise<void> {
      clearInterval(timer);
      await store();
    },
  };
}

async function storeErrors(em: EntityManager, notes: ReturnType<typeof takeNotes>): Promise<void> {
  if (notes.length === 0) return;
  const rows = notes
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ details, ...note }) => ({
      ...note,
      details: sql<Record<string, unknown>>`${JSON.stringify(details)}::jsonb`,
    }));
  await tables(em)
    .insertInto('error_group')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ ref }) => ({
        message: ref('excluded.message'),
        process: ref('excluded.process'),
        stack: ref('excluded.stack'),
        details: ref('excluded.details'),
        count: sql<number>`least(error_group.count::bigint + excluded.count, 2147483647)::int`,
        lastAt: sql<Date>`now()`,
      })),
    )
    .execute();
  await tables(em)
    .deleteFrom('error_group')
    .where('lastAt', '<', (eb) =>
      eb
        .selectFrom('error_group as kept')
        .select('kept.lastAt')
        .orderBy('kept.lastAt', 'desc')
        .offset(MOST_KEPT - 1)
        .limit(1),
    )
    .execute();
}

/** The kinds of errors of the last 30 days, the newest first. */
export async function newestErrors(em: EntityManager, limit: number) {
  return tables(em)
    .selectFrom('error_group')
    .selectAll()
    .orderBy('lastAt', 'desc')
    .orderBy('key')
    .limit(limit)
    .execute();
}

/** The number of kinds that occurred within a day. */
export async function errorKindsToday(em: EntityManager): Promise<number> {
  const { n } = await tables(em)
    .selectFrom('error_group')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('lastAt', '>', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirstOrThrow();
  return n;
}
