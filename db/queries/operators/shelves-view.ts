/* The shops' shelves as operators look at them, their own word on one, and the products whose category is doubted. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../sql/tables.ts';

/** Which shelves to show: those that are mapped to nothing, or all. */
export type ShelfFilter = 'unknown' | 'all';

/** A shelf with its retailer, and the retailer's id where it is a shop's. */
export type ShelfRow = Awaited<ReturnType<typeof listShelves>>['rows'][number];

/** Shelves of shops, those with most offers first: `limit` of them from the `offset`th, and how many there are. */
export async function listShelves(
  em: EntityManager,
  filter: ShelfFilter,
  { limit, offset }: { limit: number; offset: number },
) {
  const wanted = tables(em)
    .selectFrom('shelf as s')
    .innerJoin('retailer as r', 'r.id', 's.retailer')
    .$if(filter === 'unknown', (query) => query.where('s.category', 'is', null));
  const { total } = await wanted
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await wanted
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

/** Sets what a shelf is mapped to, in the name of an operator; null gives it back to learning. False where there is none. */
export async function setShelf(
  em: EntityManager,
  id: string,
  category: string | null,
  operator: string,
): Promise<boolean> {
  const now = new Date();
  const decision =
    category === null
      ? { decidedBy: null, decidedAt: null }
      : { category, decidedBy: operator, decidedAt: now };
  const done = await tables(em)
    .updateTable('shelf')
    .set(decision)
    .where('id', '=', id)
    .where('retailer', 'is not', null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Products whose category the last check doubts, with one offer each. */
export function listDoubted(em: EntityManager, limit: number) {
  return tables(em)
    .selectFrom('product as p')
    .select(['p.id', 'p.name', 'p.category', 'p.doubt'])
    .select(sql<string>`(select min(url) from offer where product_id = p.id)`.as('url'))
    .where('p.doubt', 'is not', null)
    .orderBy('p.category')
    .orderBy('p.name')
    .limit(limit)
    .execute();
}
