/* Pages kept for a replay (KEEP_PAGES_DAYS): retention.ts deletes them. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { KeptPage } from '../../entities/page.ts';
import { type RowOf, tables } from '../sql/tables.ts';

/** Keeps a copy of a page in place of the last one. */
export async function storeKeptPage(em: EntityManager, page: RowOf<'kept_page'>): Promise<void> {
  // In a unit of work of its own, which forgets the body.
  await em.fork().upsert(KeptPage, page);
}

export function findKeptPage(em: EntityManager, page: string) {
  const all = tables(em).selectFrom('kept_page').selectAll().where('page', '=', page);
  return all.executeTakeFirst();
}

/** The ids and addresses of a retailer's kept pages, oldest first. */
export function listKeptPages(em: EntityManager, retailer: string) {
  return tables(em)
    .selectFrom('kept_page as k')
    .innerJoin('page as p', 'p.id', 'k.page')
    .select(['k.page', 'k.url'])
    .where('p.retailer', '=', retailer)
    .orderBy('k.fetchedAt')
    .execute();
}
