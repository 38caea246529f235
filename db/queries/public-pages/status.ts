import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type Named, preparedQuery } from '../sql/prepared.ts';
import { tables } from '../sql/tables.ts';

/**
 * The last 24 hours of every enabled retailer, from its runs; replays of the past are left out. `refusals` counts refused pages
 * and offers, the most frequent reason first. `held` counts what waits for a check: pages of a run in quarantine, and single
 * prices that moved too far.
 */
export function retailerDays(em: EntityManager) {
  const db = tables(em);
  const runs = db
    .selectFrom('run')
    .where('run.retailer', '=', sql.ref<string>('r.id'))
    .where('run.kind', '<>', 'replay');
  const ofDay = runs.where('run.startedAt', '>', sql<Date>`now() - interval '1 day'`);
  const day = ofDay.select(({ fn }) => [
    fn.countAll<number>().as('runs'),
    sql<number>`coalesce(sum(run.pages_done), 0)`.as('pages'),
    sql<number>`coalesce(sum(run.prices_changed), 0)`.as('changed'),
  ]);
  const refusals = ofDay
    .innerJoin(sql<{ key: string; value: string }>`jsonb_each_text(run.refusals)`.as('f'), (join) =>
      join.onTrue(),
    )
    .select(['f.key as reason', sql<number>`sum(f.value::int)::int`.as('n')])
    .groupBy('f.key');
  const last = runs
    .select(['run.startedAt', 'run.status'])
    .orderBy('run.startedAt', 'desc')
    .limit(1);
  const pagesHeld = db
    .selectFrom('held_page as h')
    .innerJoin('run', 'run.id', 'h.run')
    .select(({ fn }) => ['run.retailer as shop', fn.countAll<number>().as('held')])
    .groupBy('run.retailer');
  const pricesHeld = db
    .selectFrom('offer as o')
    .select(({ fn }) => ['o.retailer as shop', fn.countAll<number>().as('held')])
    .where('o.suspectPriceCents', 'is not', null)
    .groupBy('o.retailer');
  return db
    .selectFrom('retailer as r')
    .innerJoinLateral(day.as('d'), (join) => join.onTrue())
    .leftJoinLateral(last.as('last'), (join) => join.onTrue())
    .leftJoin(pagesHeld.as('q'), 'q.shop', 'r.id')
    .leftJoin(pricesHeld.as('s'), 's.shop', 'r.id')
    .select([
      'r.slug',
      'd.runs',
      'd.pages as pagesDone',
      'd.changed as pricesChanged',
      sql<{ reason: string; n: number }[]>`(
        select coalesce(jsonb_agg(f order by f.n desc, f.reason), '[]') from ${refusals} f)`.as(
        'refusals',
      ),
      'last.startedAt as lastRunAt',
      'last.status as lastRunStatus',
      sql<number>`coalesce(q.held, 0) + coalesce(s.held, 0)`.as('held'),
    ])
    .where('r.status', '=', 'enabled')
    .orderBy('r.slug')
    .execute();
}

const versionOfCatalogue = preparedQuery('catalogue-version', (db) =>
  db
    .selectFrom('retailer as r')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('run')
          .select(
            sql<string>`string_agg(run.id || run.status || run.prices_changed, ',' order by run.id)`.as(
              'state',
            ),
          )
          .whereRef('run.retailer', '=', 'r.id')
          .where(
            sql<boolean>`run.started_at > now() - interval '2 days' and (run.prices_changed > 0 or run.status <> 'done')`,
          )
          .as('d'),
      (join) => join.onTrue(),
    )
    .select(
      sql<
        string | null
      >`md5(string_agg(r.slug || r.status || coalesce(d.state, ''), ',' order by r.slug))`.as(
        'version',
      ),
    )
    .where('r.status', '=', sql.lit('enabled' as const)),
);

/**
 * A word that changes whenever a price of any retailer has changed, a run was held back or undone, or a retailer was
 * enabled or paused: from the runs of the last two days, an index lookup a retailer.
 */
export async function catalogueVersion(em: EntityManager): Promise<string> {
  const [row] = await versionOfCatalogue(em, {});
  return row?.version ?? 'empty';
}

const versionOfProduct = preparedQuery('product-version', (db, value: Named<{ id: string }>) =>
  db
    .selectFrom('offer as o')
    .innerJoin('retailer as r', 'r.id', 'o.retailer')
    .select(
      sql<string | null>`md5(string_agg(
        concat(o.id, o.price_cents, o.availability, o.last_seen_at, r.status), ',' order by o.id))`.as(
        'version',
      ),
    )
    .where('o.product', '=', value('id')),
);

/** A word that changes whenever an offer of the product was seen, changed, joined or left; null when it has none. */
export async function productVersion(em: EntityManager, id: string): Promise<string | null> {
  const [row] = await versionOfProduct(em, { id });
  return row?.version ?? null;
}
