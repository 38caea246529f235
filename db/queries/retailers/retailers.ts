import type { EntityManager } from '@mikro-orm/postgresql';
import { Retailer, type RetailerStatus } from '../../entities/retailer.ts';
import { type RowOf, tables } from '../sql/tables.ts';

export type RetailerRow = Omit<RowOf<'retailer'>, 'createdAt'>;

/** A retailer as seed and profile files describe it. */
export type RetailerProfile = Omit<RetailerRow, 'id' | 'status'>;

/** Reads the current row, ignoring what this unit of work read before. */
const ROW = { exclude: ['createdAt'], disableIdentityMap: true } as const;

/** Adds or updates profiles; new retailers get `status`, existing ones keep theirs. */
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

/** The enabled retailers, by name. */
export async function enabledRetailers(em: EntityManager): Promise<RetailerRow[]> {
  return em.find(Retailer, { status: 'enabled' }, { ...ROW, orderBy: { name: 'asc' } });
}

export async function findRetailer(em: EntityManager, by: { id: string } | { slug: string }) {
  return em.findOne(Retailer, by, ROW);
}

/** All retailers, by slug. */
export async function allRetailers(em: EntityManager): Promise<RetailerRow[]> {
  return em.find(Retailer, {}, { ...ROW, orderBy: { slug: 'asc' } });
}

/** Deletes a retailer without offers, with its pages and runs. False when it has offers or does not exist. */
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
