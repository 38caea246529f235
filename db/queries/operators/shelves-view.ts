/* The shops' shelves as operators browse and map them, and the products with a doubtful category. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Shelf } from '../../entities/retailer.ts';
import { tables } from '../sql/tables.ts';

/** Shelves to show: unmapped ones, or all. */
export type ShelfFilter = 'unknown' | 'all';

/** A shelf with its retailer's name. */
export type ShelfRow = Awaited<ReturnType<typeof listShelves>>['rows'][number];

/** A page of shelves with their total, those with the most offers first. */
export async function listShelves(
  em: EntityManager,
  filter: ShelfFilter,
  { limit, offset }: { limit: number; offset: number },
) {
  const matching = tables(em)
    .selectFrom('shelf as s')
    .innerJoin('retailer as r', 'r.id', 's.retailer')
    .$if(filter === 'unknown', (query) => query.where('s.category', 'is', null));
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .select(['s.id', 'r.name as retailer', 's.trail', 's.category'])
    .select(['s.offers', 's.agreement', 's.decidedBy', 's.decidedAt'])
    .orderBy('s.offers', 'desc')
    .orderBy('r.name')
    .orderBy('s.trail')
    .limit(limit)
    .offset(offset)
    .execute();
  return { total, rows };
}

/** Maps a shelf to a category on behalf of an operator; null returns it to learning. False when there is no such shelf. */
export async function setShelf(
  em: EntityManager,
  id: string,
  category: string | null,
  operator: string,
): Promise<boolean> {
  const decision =
    category === null
      ? { decidedBy: null, decidedAt: null }
      : { category, decidedBy: operator, decidedAt: new Date() };
  return (await em.nativeUpdate(Shelf, { id, retailer: { $ne: null } }, decision)) > 0;
}

/** Products whose category the last check doubts, each with one offer's address. */
export function listDoubted(em: EntityManager, limit: number) {
  return tables(em)
    .selectFrom('product as p')
    .select(['p.id', 'p.name', 'p.category', 'p.doubt'])
    .select(sql<string>`(select min(url) from offer where product_id = p.id)`.as('url'))
    .where('p.doubt', 'is not', null)
    .orderBy('p.category')
    .orderBy('p.name')
    .orderBy('p.id')
    .limit(limit)
    .execute();
}
