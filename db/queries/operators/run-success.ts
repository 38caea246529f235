import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { SHOPPERS_ZONE } from '#domain/calendar.ts';
import { tables } from '../sql/tables.ts';

/** Days of a line, with today. */
export const SUCCESS_DAYS = 30;

const REFUSED = sql`(select coalesce(sum(value::int), 0) from jsonb_each_text(run.refusals))`;
/** Not quarantined, not undone, and at most half of what it read was refused. */
const WELL = sql<boolean>`(run.status = 'done' and ${REFUSED} * 2 <= greatest(run.pages_done, run.offers_seen))`;
const DAYS_AGO = sql<number>`((now() at time zone ${SHOPPERS_ZONE})::date - (run.started_at at time zone ${SHOPPERS_ZONE})::date)`;

/** How many ended runs a retailer had on a day in Sydney, and how many of them went well. */
export interface SuccessDay {
  daysAgo: number;
  runs: number;
  well: number;
}

/** The days with runs of the last 30 by the retailer's id, oldest first; replays and runs that read nothing do not count. */
export async function runSuccess(em: EntityManager): Promise<Map<string, SuccessDay[]>> {
  const days = await tables(em)
    .selectFrom('run')
    .select(['run.retailer', DAYS_AGO.as('daysAgo')])
    .select((eb) => [
      eb.fn.countAll<number>().as('runs'),
      eb.fn.countAll<number>().filterWhere(WELL).as('well'),
    ])
    .where('run.kind', '<>', 'replay')
    .where('run.status', '<>', 'running')
    .where(sql<boolean>`(run.pages_done > 0 or run.offers_seen > 0)`)
    .where('run.startedAt', '>', sql<Date>`now() - ${`${SUCCESS_DAYS + 1} days`}::interval`)
    .groupBy(['run.retailer', 'daysAgo'])
    .orderBy('daysAgo', 'desc')
    .execute();
  return Map.groupBy(
    days.filter(({ daysAgo }) => daysAgo < SUCCESS_DAYS),
    ({ retailer }) => retailer,
  );
}
