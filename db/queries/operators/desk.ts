/* The operators' dashboard, and one retailer in detail. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { DAY_MS } from '#domain/time.ts';
import { Host, Page } from '../../entities/page.ts';
import type { RetailerRow } from '../retailers/retailers.ts';
import { fromNow } from '../sql/moment.ts';
import { tables } from '../sql/tables.ts';

/** Sums of runs, mails and new accounts over the last 24 hours and the 24 hours before, newest first. */
export async function twoDays(em: EntityManager) {
  const db = tables(em);
  const day = (from: number, to: number) => {
    const within = (
      column: string,
    ) => sql<boolean>`(${sql.ref(column)} > now() - ${`${from} days`}::interval
      and ${sql.ref(column)} <= now() - ${`${to} days`}::interval)`;
    const sum = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)::int`;
    const mails = db
      .selectFrom('mail')
      .where(within('sentAt'))
      .select(({ fn }) => fn.countAll<number>().as('mails'));
    const accounts = db
      .selectFrom('user_account')
      .where(within('createdAt'))
      .select(({ fn }) => fn.countAll<number>().as('accounts'));
    return db
      .selectFrom('run')
      .where(within('startedAt'))
      .where('kind', '<>', 'replay')
      .select(({ fn }) => [
        fn.countAll<number>().as('runs'),
        sum('pagesDone').as('pages'),
        sum('offersSeen').as('offers'),
        sum('pricesChanged').as('changes'),
        mails.as('mails'),
        accounts.as('accounts'),
      ])
      .executeTakeFirstOrThrow();
  };
  return Promise.all([day(1, 0), day(2, 1)]);
}

/** Enabled retailers with pages overdue by more than `lateMinutes`, most pages first; at most ten. */
export async function lateRetailers(em: EntityManager, lateMinutes: number) {
  return tables(em)
    .selectFrom('page as p')
    .innerJoin('retailer as r', 'r.id', 'p.retailer')
    .where('r.status', '=', 'enabled')
    .where('p.nextCheckAt', '<', sql<Date>`now() - ${`${lateMinutes} minutes`}::interval`)
    .select(({ fn }) => ['r.slug', 'r.name', fn.countAll<number>().as('pages')])
    .select(sql<Date>`min(p.next_check_at)`.as('since'))
    .groupBy(['r.slug', 'r.name'])
    .orderBy('pages', 'desc')
    .limit(10)
    .execute();
}

/** Pacing, robots.txt and rest of a retailer's host; null before its first visit. */
export async function hostOf(em: EntityManager, { website }: Pick<RetailerRow, 'website'>) {
  return em.findOne(Host, { origin: new URL(website).origin });
}

/** A retailer's pages read in the last 30 days, those that fail most first. */
export async function samplePages(em: EntityManager, retailer: string, limit: number) {
  const fields = ['url', 'kind', 'lastOutcome', 'lastReason', 'lastCheckedAt', 'failures'] as const;
  const read = { retailer, lastCheckedAt: { $gt: fromNow(-30 * DAY_MS) } };
  return em.find(Page, read, {
    fields,
    orderBy: [{ failures: 'desc' }, { lastCheckedAt: 'desc' }],
    limit,
  });
}
