import type { EntityManager, FilterQuery, InferEntity } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { RetailerFacts } from '#domain/retailers/retailer-facts.ts';
import { Retailer, type RetailerStatus } from '../../entities/retailer.ts';
import { Search } from '../../entities/search.ts';
import { invalidateProducts } from '../offers/invalidate-scores.ts';
import { lockUntilCommit } from '../sql/advisory-lock.ts';
import { inTransaction } from '../sql/in-transaction.ts';
import { type RowOf, tables } from '../sql/tables.ts';

export type RetailerRow = Omit<RowOf<'retailer'>, 'createdAt' | keyof RetailerFacts>;

/** A retailer as seed and profile files describe it. */
export type RetailerProfile = Omit<RetailerRow, 'id' | 'status' | 'isOwn'> & RetailerFacts;

/** Reads the current row, ignoring what this unit of work read before. */
const ROW = { exclude: ['createdAt'], disableIdentityMap: true } as const;

/**
 * Adds or updates profiles; new retailers get `status`, existing ones keep theirs. Of a fact in the profile and a stored one, that of the
 * later day stays: an operator may have read it since.
 */
export async function upsertRetailers(
  em: EntityManager,
  profiles: readonly (RetailerProfile & { isOwn?: boolean })[],
  status: RetailerStatus,
): Promise<void> {
  const slugs = profiles.map(({ slug }) => slug);
  const known = await em.find(Retailer, { slug: { $in: slugs } }, ROW);
  const stored = new Map(known.map((row) => [row.slug, row]));
  const rows = profiles.map((profile) => {
    const row = stored.get(profile.slug);
    return {
      ...profile,
      status,
      delivery: laterFact(profile.delivery, row?.delivery ?? null),
      priceMatch: laterFact(profile.priceMatch, row?.priceMatch ?? null),
    };
  });
  await em.upsertMany(Retailer, rows, {
    onConflictFields: ['slug'],
    onConflictExcludeFields: ['status'],
    disableIdentityMap: true,
  });
}

function laterFact<Fact extends { checkedOn: string }>(stated: Fact | null, stored: Fact | null) {
  return stored && (!stated || stored.checkedOn >= stated.checkedOn) ? stored : stated;
}

/** Stores what an operator read of a retailer's delivery and price promise. False if it does not exist. */
export async function setRetailerFacts(em: EntityManager, slug: string, facts: RetailerFacts) {
  return (await em.nativeUpdate(Retailer, { slug }, facts)) > 0;
}

/** What the shops state of their delivery, by slug, where somebody has read it. */
export async function deliveryFacts(em: EntityManager) {
  const rows = await em.find(Retailer, { delivery: { $ne: null } }, ROW);
  return new Map(rows.map(({ slug, delivery }) => [slug, delivery ?? null]));
}

export async function enabledRetailers(em: EntityManager): Promise<RetailerRow[]> {
  return em.find(Retailer, { status: 'enabled' }, { ...ROW, orderBy: { name: 'asc' } });
}

export async function findRetailer(em: EntityManager, by: { id: string } | { slug: string }) {
  return em.findOne(Retailer, by, ROW);
}

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

/* Keeps real and invented prices apart: demo and real shops are never enabled together and share no products. */

/** Keeps others from seeding or switching retailers until the transaction ends. */
export async function lockSwitch(tx: EntityManager): Promise<void> {
  await lockUntilCommit(tx, 'switch retailers');
}

export async function isRealRetailerEnabled(em: EntityManager): Promise<boolean> {
  return (await em.count(Retailer, { kind: { $ne: 'demo' }, status: 'enabled' })) > 0;
}

/** Sets the status of retailers, all demo or all real. 'real-enabled': refused to enable demo shops while a real one is enabled. */
export async function switchRetailers(
  em: EntityManager,
  retailerIds: string[],
  status: RetailerStatus,
): Promise<'done' | 'real-enabled'> {
  return inTransaction(em, async (tx) => {
    await lockSwitch(tx);
    const among = { id: { $in: retailerIds } };
    if (status === 'enabled') {
      const isDemo = (await tx.count(Retailer, { ...among, kind: { $ne: 'demo' } })) === 0;
      if (isDemo && (await isRealRetailerEnabled(tx))) return 'real-enabled';
      if (!isDemo) await endDemonstration(tx);
    }
    await setStatus(tx, among, status);
    return 'done';
  });
}

/** Disables the demo shops, deletes their searches and clears the keys of products that only they sell. Call it under lockSwitch. */
export async function endDemonstration(tx: EntityManager): Promise<void> {
  await setStatus(tx, { kind: 'demo' }, 'disabled');
  const ofDemo = tables(tx)
    .selectFrom('offer as o')
    .innerJoin('retailer as r', 'r.id', 'o.retailer');
  await tables(tx)
    .updateTable('product')
    .set({ gtin: null, modelKey: null, matchKeys: [] })
    .where('id', 'in', ofDemo.where('r.kind', '=', 'demo').select('o.product'))
    .where(sql<boolean>`(coalesce(gtin, model_key) is not null or match_keys <> '{}')`)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('offer as o')
            .innerJoin('retailer as r', 'r.id', 'o.retailer')
            .select('o.id')
            .whereRef('o.product', '=', 'product.id')
            .where('r.kind', '<>', 'demo'),
        ),
      ),
    )
    .execute();
  await tx.nativeDelete(Search, { source: 'demo' });
}

/** Sets the status and marks affected products for rescoring, because scores compare shops. */
async function setStatus(
  tx: EntityManager,
  among: FilterQuery<InferEntity<typeof Retailer>>,
  status: RetailerStatus,
): Promise<void> {
  const switched = await tx.find(Retailer, { $and: [among, { status: { $ne: status } }] });
  if (switched.length === 0) return;
  for (const retailer of switched) retailer.status = status;
  await tx.flush();
  await invalidateProducts(
    tx,
    'retailer',
    switched.map(({ id }) => id),
  );
}
