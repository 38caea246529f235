import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../sql/tables.ts';

export const DIFFERENCES = ['new', 'gone', 'dearer', 'cheaper'] as const;
export type Difference = (typeof DIFFERENCES)[number];

/** An offer that differs, with its price after each run (null: none) and the number of offers with the same difference. */
export type DifferentOffer = Awaited<ReturnType<typeof runDifference>>[number];

/**
 * Compares a retailer's offers at the end of two runs, largest price change first, at most `samples` per difference. An offer is gone
 * when its page was removed and it was not seen after the later run began. Prices older than 100 days are not compared.
 */
export async function runDifference(
  em: EntityManager,
  retailerId: string,
  [earlierId, laterId]: readonly [earlierId: string, laterId: string],
  samples: number,
) {
  const slotOf = (table: string) => sql<number>`floor(extract(epoch from ${sql.ref(table)}) / 60)`;
  const priceBy = (table: string) =>
    sql<number | null>`(select h.price_cents from price_point h
      where h.offer_id = o.id and h.slot <= ${slotOf(table)} order by h.slot desc limit 1)`;
  const rows = await tables(em)
    .with('times', (db) =>
      db
        .selectFrom('run as a')
        .innerJoin('run as b', 'b.retailer', 'a.retailer')
        .where('a.id', '=', earlierId)
        .where('b.id', '=', laterId)
        .where('a.retailer', '=', retailerId)
        .select([
          sql<Date>`coalesce(a.finished_at, now())`.as('earlier_end'),
          sql<Date>`coalesce(b.finished_at, now())`.as('later_end'),
          sql<Date>`a.started_at`.as('earlier_start'),
          sql<Date>`b.started_at`.as('later_start'),
        ]),
    )
    .with('prices', (db) =>
      db
        .selectFrom('offer as o')
        .crossJoin('times as t')
        .where('o.retailer', '=', retailerId)
        .where(sql<boolean>`o.first_seen_at <= t.later_end`)
        .select(['o.name', 'o.url'])
        .select(sql<boolean>`o.first_seen_at > t.earlier_end`.as('is_new'))
        .select(
          sql<boolean>`o.availability = 'discontinued' and o.last_seen_at >= t.earlier_start
            and o.last_seen_at < t.later_start`.as('is_gone'),
        )
        .select([priceBy('t.earlier_end').as('before'), priceBy('t.later_end').as('after')]),
    )
    .with('judged', (db) =>
      db
        .selectFrom('prices as p')
        .select(['p.name', 'p.url', 'p.before', 'p.after'])
        .select(
          sql<Difference | null>`case when is_gone then 'gone' when is_new then 'new'
            when after > before then 'dearer' when after < before then 'cheaper' end`.as(
            'difference',
          ),
        ),
    )
    .with('ranked', (db) =>
      db
        .selectFrom('judged as j')
        .where('j.difference', 'is not', null)
        .selectAll('j')
        .select(sql<number>`count(*) over (partition by j.difference)`.as('offers'))
        .select(
          sql<number>`row_number() over (partition by j.difference
            order by abs(ln(j.after::float8 / nullif(j.before, 0))) desc nulls last, j.name)`.as(
            'place',
          ),
        ),
    )
    .selectFrom('ranked as r')
    .where('r.place', '<=', samples)
    .select(['r.difference', 'r.name', 'r.url', 'r.offers'])
    .select(['r.before as beforeCents', 'r.after as afterCents'])
    .orderBy('r.place')
    .execute();
  return rows.flatMap(({ difference, ...row }) => (difference ? [{ ...row, difference }] : []));
}
