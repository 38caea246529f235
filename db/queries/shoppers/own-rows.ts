import type { EntityManager } from '@mikro-orm/postgresql';
import { tables } from '../sql/tables.ts';

/** Tables of which each row belongs to a person, who may delete it. */
export type OwnTable =
  | 'api_key'
  | 'favorite'
  | 'favorite_feed'
  | 'price_pass'
  | 'search_history'
  | 'view_history'
  | 'watched_search';

/** Deletes a person's row of a table, or all of theirs without `id`. False when they had no such row. */
export async function deleteOwn(em: EntityManager, table: OwnTable, userId: string, id?: string) {
  const { numDeletedRows } = await tables(em)
    .deleteFrom(table)
    .where('user', '=', userId)
    .$if(id !== undefined, (rows) => rows.where('id', '=', id ?? ''))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0;
}
