import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type Named, preparedQuery } from '../sql/prepared.ts';
import { tables } from '../sql/tables.ts';

/**
 * The last 24 hours of every enabled retailer from its runs, replays excluded. `refusals` are most frequent first; `held` counts pages
 * of a quarantined run and doubted prices.
 */
export function retailerDays(em: EntityManager) {
  const db = tables(em);
  const ofDay = db
    .selectFrom('run')
    .where(sql<boolean>`run.retailer_id = r.id and run.kind <> 'replay'`)
    .where('run.startedAt', '>', sql<Date>`now() - interval '1 day'`);
  const day = ofDay
    .select(({ fn }) => fn.countAll<number>().as('runs'))
    .select(sql<number>`coalesce(sum(run.pages_done), 0)`.as('pages'))
    .select(sql<number>`coalesce(sum(run.prices_changed), 0)`.as('changed'));
  const refused = ofDay
    .crossJoin(sql`jsonb_each_text(run.refusals)`.as('f'))
    .select(sql<string>`f.key`.as('reason'))
    .select(sql<number>`sum(f.value::int)::int`.as('n'))
    .groupBy('reason');
  const refusals = sql<{ reason: string; n: number }[]>`(
    select coalesce(jsonb_agg(f order by f.n desc, f.reason), '[]') from ${refused} f)`;
  const held = sql<number>`(select count(*) from held_page h join run on run.id = h.run_id where run.retailer_id = r.id)
    + coalesce(s.held, 0)`;
  const doubted = db
    .selectFrom('offer as o')
    .select(({ fn }) => ['o.retailer as shop', fn.countAll<number>().as('held')])
    .where('o.suspectPriceCents', 'is not', null)
    .groupBy('o.retailer');
  return db
    .selectFrom('retailer as r')
    .crossJoinLateral(day.as('d'))
    .leftJoin(doubted.as('s'), 's.shop', 'r.id')
    .select(['r.slug', 'd.runs', 'd.pages as pagesDone', 'd.changed as pricesChanged'])
    .select([refusals.as('refusals'), held.as('held')])
    .where('r.status', '=', 'enabled')
    .orderBy('r.slug')
    .execute();
}

const versionOfCatalogue = preparedQuery('catalogue-version', (db) => {
  const state = sql`string_agg(r.slug || r.status || coalesce((
    select string_agg(run.id || run.status || run.prices_changed, ',' order by run.id) from run
    where retailer_id = r.id and started_at > now() - interval '2 days' and (prices_changed > 0 or status <> 'done')), ''),
    ',' order by r.slug)`;
  return db
    .selectFrom('retailer as r')
    .select(sql<string | null>`md5(${state})`.as('version'))
    .where('r.status', '=', sql.lit('enabled' as const));
});

/** A version that changes with prices, held or undone runs and switched retailers, from the runs of the last two days. */
export async function catalogueVersion(em: EntityManager): Promise<string> {
  const [row] = await versionOfCatalogue(em, {});
  return row?.version ?? 'empty';
}

const versionOfProduct = preparedQuery('product-version', (db, value: Named<{ id: string }>) => {
  const state = sql`string_agg(
    concat(o.id, o.price_cents, o.availability, o.last_seen_at, r.status), ',' order by o.id)`;
  return db
    .selectFrom('offer as o')
    .innerJoin('retailer as r', 'r.id', 'o.retailer')
    .select(sql<string | null>`md5(${state})`.as('version'))
    .where('o.product', '=', value('id'));
});

/** A version that changes whenever an offer of the product is seen, changes, joins or leaves; null without offers. */
export async function productVersion(em: EntityManager, id: string): Promise<string | null> {
  const [row] = await versionOfProduct(em, { id });
  return row?.version ?? null;
}
