/* What operators see: the state of each retailer, the newest runs, and figures of the whole installation. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { MAIL_STATES } from '#domain/text/mail-text.ts';
import { DAY_MS } from '#domain/time.ts';
import { Offer } from '../../entities/offer.ts';
import { Host, Page } from '../../entities/page.ts';
import { modelUse } from '../asks/asks.ts';
import { OFFERS_BY_RETAILER } from '../crawl/crawl-progress.ts';
import { IS_QUARANTINE_OF_R, MAX_DEATHS } from '../crawl/pages.ts';
import { CHANNEL } from '../mails/mails.ts';
import { waitingMatches } from '../matches/cases.ts';
import type { RetailerRow } from '../retailers/retailers.ts';
import { fromNow } from '../sql/moment.ts';
import { tables } from '../sql/tables.ts';
import { backupAgeS } from './backups.ts';
import { LIVE_WORKERS } from './workers.ts';

/** A retailer with the age of its prices, its refusals and its last run. */
export type RetailerOverview = Awaited<ReturnType<typeof retailerOverviews>>[number];

/** The status of a run; an open one waits while no worker lives. */
const RUN_STATE = sql<string>`case when run.status = 'running' and not exists ${LIVE_WORKERS}
  then 'waiting for a worker' else run.status end`.as('state');

/** All retailers, enabled ones first, then by name. */
export async function retailerOverviews(em: EntityManager) {
  return tables(em)
    .selectFrom('retailer as r')
    .leftJoin(OFFERS_BY_RETAILER.as('o'), 'o.retailer', 'r.id')
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('run')
          .select(['run.startedAt', 'run.pagesDone', 'run.pricesChanged', RUN_STATE])
          .whereRef('run.retailer', '=', 'r.id')
          .where('run.kind', '<>', 'replay')
          .orderBy('run.startedAt', 'desc')
          .orderBy('run.id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .crossJoinLateral(PAGES_BY_REASON.as<'p'>(sql`p`))
    .leftJoin('quarantine as q', (join) => join.on(IS_QUARANTINE_OF_R))
    .select(['r.id', 'r.slug', 'r.name', 'r.kind', 'r.status', 'o.medianAgeMinutes'])
    .select(['p.pages', 'p.due', 'p.setAside', 'p.readWell', 'p.refusals'])
    .select(['last.startedAt as ranAt', 'last.state as runState'])
    .select(['last.pagesDone', 'last.pricesChanged', 'q.run as quarantinedIn'])
    .select((eb) => [
      eb.fn.coalesce('o.offers', eb.lit(0)).as('offers'),
      eb
        .exists(eb.selectFrom('refused_offer').whereRef('refused_offer.retailer', '=', 'r.id'))
        .as('hasRefusedOffers'),
    ])
    .orderBy(sql`r.status = 'enabled'`, 'desc')
    .orderBy('r.name')
    .execute();
}

/** Counts of retailer r's pages by state; a page set aside killed its worker. */
const PAGES_BY_REASON = sql<{
  pages: number;
  due: number;
  setAside: number;
  readWell: number;
  refusals: { reason: string; pages: number }[];
}>`(
  select coalesce(sum(n), 0)::int as pages, coalesce(sum(due), 0)::int as due,
    coalesce(sum(set_aside), 0)::int as "setAside",
    coalesce(sum(n) filter (where last_outcome in ('stored', 'unchanged')), 0)::int as "readWell",
    coalesce(jsonb_agg(jsonb_build_object('reason', last_reason, 'pages', n) order by n desc)
      filter (where last_reason is not null), '[]') as refusals
  from (select last_outcome, last_reason, count(*) as n, count(*) filter (where next_check_at <= now()) as due,
      count(*) filter (where deaths >= ${sql.lit(MAX_DEATHS)}) as set_aside
    from page where retailer_id = r.id group by last_outcome, last_reason) by_reason)`;

/** The newest runs of one retailer or of all, with the retailer's name, without replayed histories; at most `limit`. */
export async function newestRuns(em: EntityManager, limit: number, retailer?: string) {
  return tables(em)
    .selectFrom('run')
    .innerJoin('retailer as r', 'r.id', 'run.retailer')
    .select(['run.id', 'run.kind', RUN_STATE, 'run.startedAt', 'run.finishedAt'])
    .select(['run.pagesDone', 'run.pagesUnchanged', 'run.offersSeen', 'run.pricesChanged'])
    .select(['run.refusals', 'r.name as retailer'])
    .where('run.kind', '<>', 'replay')
    .$if(retailer !== undefined, (query) => query.where('r.slug', '=', retailer ?? ''))
    .orderBy('run.startedAt', 'desc')
    .orderBy('run.id', 'desc')
    .limit(limit)
    .execute();
}

/** Offers for each of a shop's own codes: above 1 where one product is stored several times, or variants share a code. */
const PER_CODE = sql<number | null>`count(o.sku)::float8 / nullif(count(distinct o.sku), 0)`;

/** A retailer's offers for each of its own codes; null without codes. */
export async function offersPerCode(em: EntityManager, retailerId: string): Promise<number | null> {
  const offers = tables(em).selectFrom('offer as o').where('o.retailer', '=', retailerId);
  return (await offers.select(PER_CODE.as('perCode')).executeTakeFirstOrThrow()).perCode;
}

const NO_MAILS = Object.fromEntries(MAIL_STATES.map((state) => [state, 0]));

async function mailsByState(em: EntityManager): Promise<Record<string, number>> {
  const rows = await tables(em)
    .selectFrom('mail')
    .select(({ fn }) => ['state', fn.countAll<number>().as('n')])
    .where(sql<boolean>`not starts_with(recipient, ${CHANNEL})`)
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

export type OperatorFigures = Awaited<ReturnType<typeof catalogueFigures>> &
  Awaited<ReturnType<typeof operatorFigures>>;

/** Counts and ages over all pages and offers. Reads them all, so callers cache the result. */
export async function catalogueFigures(em: EntityManager) {
  const db = tables(em);
  return {
    offers: await em.count(Offer),
    /** Seconds since a page of each enabled retailer was last read successfully; retailers never read are absent. */
    retailers: await db
      .selectFrom('page as p')
      .innerJoin('retailer as r', 'r.id', 'p.retailer')
      .where('r.status', '=', 'enabled')
      .where('p.lastOutcome', 'in', ['stored', 'unchanged'])
      .select('r.slug')
      .select(sql<number>`extract(epoch from now() - max(p.last_checked_at))::int`.as('ageS'))
      .groupBy('r.slug')
      .execute(),
    /** Offers of each enabled retailer that were seen within a day. */
    offersSeen: await db
      .selectFrom('retailer as r')
      .leftJoin('offer as o', (join) =>
        join
          .onRef('o.retailer', '=', 'r.id')
          .on('o.lastSeenAt', '>', sql<Date>`now() - interval '1 day'`),
      )
      .where('r.status', '=', 'enabled')
      .select('r.slug')
      .select(({ fn }) => [fn.count<number>('o.id').as('n'), PER_CODE.as('perCode')])
      .groupBy('r.slug')
      .execute(),
  };
}

/** Figures over the whole installation, besides those of the catalogue. */
export async function operatorFigures(em: EntityManager) {
  const db = tables(em);
  const total = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)`;
  const crawled = await db
    .selectFrom('run')
    .select([
      total('run.pagesDone').as('pagesDone'),
      total('run.pagesUnchanged').as('pagesUnchanged'),
      total('run.pricesChanged').as('pricesChanged'),
    ])
    .where('run.kind', '=', 'crawl')
    .executeTakeFirstOrThrow();
  return {
    ...crawled,
    /** Summed over all runs. */
    refusals: await db
      .selectFrom([
        'run',
        sql<Record<'key' | 'value', string>>`jsonb_each_text(run.refusals)`.as<'each'>(sql`each`),
      ])
      .select(['each.key as reason', sql<number>`sum(each.value::int)`.as('n')])
      .groupBy('each.key')
      .execute(),
    /** Quarantined retailers and for how many seconds. */
    quarantined: await db
      .selectFrom('quarantine as q')
      .innerJoin('retailer as r', 'r.id', 'q.retailer')
      .where('q.endedAt', 'is', null)
      .select(['r.slug', 'q.kind'])
      .select(sql<number>`extract(epoch from now() - q.began_at)::int`.as('ageS'))
      .execute(),
    backupAgeS: await backupAgeS(em),
    /** Bytes of each table on disk, with its indexes. */
    tables: await db
      .selectFrom(sql<{ table: string; bytes: number }>`pg_stat_user_tables`.as('t'))
      .select(sql<string>`t.relname`.as('table'))
      .select(sql<number>`pg_total_relation_size(t.relid)::float8`.as('bytes'))
      .where(sql<boolean>`t.schemaname = 'public'`)
      .execute(),
    /** Matches waiting for an operator: reported offers and proposals. */
    matches: await waitingMatches(em),
    /**
     * Mails by state, with 0 for absent states so that a first one shows as a rise. Notes to channels are left out: operators cannot mend
     * a member's address.
     */
    mails: { ...NO_MAILS, ...(await mailsByState(em)) },
    /** Model requests of the last 24 hours by kind and state. */
    asks: await db
      .selectFrom('ask')
      .where('createdAt', '>', sql<Date>`now() - interval '24 hours'`)
      .select(['kind', 'state'])
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .groupBy(['kind', 'state'])
      .execute(),
    /** Tokens of the last 24 hours by model. */
    modelUse: await modelUse(em),
  };
}

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
    .orderBy('r.slug')
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
    orderBy: { failures: 'desc', lastCheckedAt: 'desc', id: 'asc' },
    limit,
  });
}
