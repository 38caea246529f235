/*
 * Enabling and disabling retailers, the one place where real and invented prices are kept apart: a demo shop and a real one
 * are never enabled at the same time, whoever switches and however many at once; and what the demonstration left behind is
 * no product that a real offer could be given to.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { invalidateScoresBeside } from '../offers/invalidate-scores.ts';
import { pgArray } from '../sql/pg-array.ts';
import type { RetailerRow } from './retailers.ts';

/** Any fixed number: seeds and switches go one after the other. */
const SWITCH_LOCK = 4_321_002;

/** Until the transaction ends nobody else seeds or switches retailers. */
export async function lockSwitch(tx: EntityManager): Promise<void> {
  await tx.execute('select pg_advisory_xact_lock(?)', [SWITCH_LOCK]);
}

/** True while a retailer that is no demo shop is enabled. */
export async function isRealRetailerEnabled(em: EntityManager): Promise<boolean> {
  const [row] = await em.execute<{ found: boolean }[]>(
    `select exists (select 1 from retailer where kind <> 'demo' and status = 'enabled') as found`,
  );
  return row?.found ?? false;
}

/**
 * Sets the status of these retailers, which are all demo shops or all none. Enabling a real one ends the demonstration.
 * 'real-enabled', and nothing done, when demo shops may not be enabled for that reason.
 */
export async function switchRetailers(
  em: EntityManager,
  retailerIds: readonly string[],
  status: RetailerRow['status'],
): Promise<'done' | 'real-enabled'> {
  return em.transactional(async (tx) => {
    await lockSwitch(tx);
    if (status === 'enabled') {
      const isDemo = await areDemoShops(tx, retailerIds);
      if (isDemo && (await isRealRetailerEnabled(tx))) return 'real-enabled';
      if (!isDemo) await endDemonstration(tx);
    }
    await setStatus(tx, 'id = any(?::uuid[])', status, [pgArray(retailerIds)]);
    return 'done';
  });
}

/**
 * Disables every demo shop. The products that only they sell lose their keys, so that no real offer is matched to one, with
 * its invented GTIN and specifications; and the searches of the invented crowd are forgotten. To be called under lockSwitch.
 */
export async function endDemonstration(tx: EntityManager): Promise<void> {
  await setStatus(tx, `kind = 'demo'`, 'disabled', []);
  await tx.execute(
    `with demo as (select o.product_id as id from offer o join retailer r on r.id = o.retailer_id and r.kind = 'demo')
     update product p set gtin = null, model_key = null, title_key = null
     where id in (select id from demo) and (gtin is not null or model_key is not null or title_key is not null)
       and not exists (select 1 from offer o join retailer r on r.id = o.retailer_id
         where o.product_id = p.id and r.kind <> 'demo')`,
  );
  await tx.execute(`delete from search where source = 'demo'`);
}

async function areDemoShops(tx: EntityManager, retailerIds: readonly string[]): Promise<boolean> {
  const [row] = await tx.execute<{ isDemo: boolean }[]>(
    `select bool_and(kind = 'demo') as "isDemo" from retailer where id = any(?::uuid[])`,
    [pgArray(retailerIds)],
  );
  return row?.isDemo ?? false;
}

/** What stands beside their offers compares itself with them in its words. */
async function setStatus(
  tx: EntityManager,
  where: string,
  status: RetailerRow['status'],
  values: string[],
): Promise<void> {
  const switched = await tx.execute<{ id: string }[]>(
    `update retailer set status = ? where ${where} and status <> ? returning id`,
    [status, ...values, status],
  );
  if (switched.length === 0) return;
  await invalidateScoresBeside(
    tx,
    switched.map(({ id }) => id),
  );
}
