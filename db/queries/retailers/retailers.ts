import type { EntityManager } from '@mikro-orm/postgresql';
import { Retailer, type RetailerStatus } from '../../entities/retailer.ts';
import { type RowOf, tables } from '../sql/tables.ts';

export type RetailerRow = Omit<RowOf<'retailer'>, 'createdAt'>;

/** A retailer as the seed and the catalogue describe it. */
export type RetailerProfile = Omit<RetailerRow, 'id' | 'status'>;

/** Reads a row as it is now, whatever this unit of work read before. */
const ROW = { exclude: ['createdAt'], disableIdentityMap: true } as const;

/** Adds or refreshes profiles; the status that an operator chose stays. New retailers get `status`. */
export async function upsertRetailers(
  em: EntityManager,
  profiles: readonly RetailerProfile[],
  status: RetailerStatus,
): Promise<void> {
  const rows = profiles.map((profile) => ({ ...profile, status }));
  await em.upsertMany(Retailer, rows, {
    onConflictFields: ['slug'],
    onConflictExcludeFields: ['status'],
    disableIdentityMap: true,
  });
}

/** The retailers that are crawled now, by name. */
export async function enabledRetailers(em: EntityManager): Promise<RetailerRow[]> {
  return em.find(Retailer, { status: 'enabled' }, { ...ROW, orderBy: { name: 'asc' } });
}

export async function findRetailer(em: EntityManager, by: { id: string } | { slug: string }) {
  return em.findOne(Retailer, by, ROW);
}

/** Every retailer, enabled or not, by slug. */
export async function allRetailers(em: EntityManager): Promise<RetailerRow[]> {
  return em.find(Retailer, {}, { ...ROW, orderBy: { slug: 'asc' } });
}

/** Deletes a retailer that has no offers, with its pages and runs. False where it has some, or there is none. */
export async function deleteWithoutOffers(em: EntityManager, slug: string): Promise<boolean> {
  const deleted = await tables(em)
    .deleteFrom('retailer as r')
    .where('r.slug', '=', slug)
    .where(({ exists, not, selectFrom }) =>
      not(exists(selectFrom('offer as o').select('o.id').whereRef('o.retailer', '=', 'r.id'))),
    )
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}
