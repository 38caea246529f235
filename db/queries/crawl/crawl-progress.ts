/* Progress of the crawl and freshness of its prices. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql } from 'kysely';
import { type Tables, tables } from '../sql/tables.ts';
import { IS_DUE, IS_QUARANTINE_OF_R } from './pages.ts';
import { PROBE_PRIORITY } from './probes.ts';

/** Counts of pages p: those read at least once, and those whose last reading gave no price. */
const CHECKED = sql<number>`count(p.last_checked_at)`;
const REFUSED = sql<number>`count(*) filter (where p.last_outcome in ('refused', 'failed'))`;

/** One retailer's counts of pages and offers, with the reasons for pages without a price, most frequent first. */
export async function retailerProgress(em: EntityManager, retailerId: string) {
  const db = tables(em);
  const pages = db.selectFrom('page as p').where('p.retailer', '=', retailerId);
  const offers = db
    .selectFrom('offer')
    .where('retailer', '=', retailerId)
    .select(sql<number>`count(*)`.as('count'));
  const progress = await pages
    .select([sql<number>`count(*)`.as('pages'), CHECKED.as('checked'), REFUSED.as('refused')])
    .select(offers.as('offers'))
    .executeTakeFirstOrThrow();
  const refusals = await pages
    .where('p.lastReason', 'is not', null)
    .select(['p.lastReason as reason', sql<number>`count(*)`.as('pages')])
    .groupBy('p.lastReason')
    .orderBy('pages', 'desc')
    .execute();
  return { ...progress, refusals };
}

const MEDIAN_AGE = sql<number>`(percentile_cont(0.5) within group (
  order by extract(epoch from now() - last_seen_at) / 60))::int`.as('medianAgeMinutes');

/** Each retailer's number of offers and the median minutes since they were last seen. */
export const OFFERS_BY_RETAILER = expressionBuilder<Tables>()
  .selectFrom('offer')
  .select(({ fn }) => ['offer.retailer', fn.countAll<number>().as('offers'), MEDIAN_AGE])
  .groupBy('offer.retailer');

/** The crawl counts as stalled when some page has been due this long and no page anywhere was read. */
const STALLED_AFTER_S = 300;

/** A page p of a crawled retailer r that may be fetched now: a quarantined retailer q is only probed. */
const MAY_BE_READ = sql`${IS_DUE} and r.kind <> 'feed' and q.run_id is null`;
const DUE_SINCE = sql`min(p.next_check_at) filter (where ${MAY_BE_READ})`;
const STALLED_FOR = sql`now() - greatest(max(p.last_checked_at), ${DUE_SINCE})`;

/** Seconds since the crawl stalled, by the database's clock; 0 up to STALLED_AFTER_S. */
const STALLED_S = sql<number>`case when ${DUE_SINCE} is not null and ${STALLED_FOR} > make_interval(secs => ${STALLED_AFTER_S})
  then extract(epoch from ${STALLED_FOR})::int else 0 end`;

/** Totals over all enabled retailers: pages known, read at least once and due now, and how long the crawl has been stalled. */
export function crawlProgress(em: EntityManager) {
  return tables(em)
    .selectFrom('retailer as r')
    .leftJoin('page as p', 'p.retailer', 'r.id')
    .leftJoin('quarantine as q', (join) => join.on(IS_QUARANTINE_OF_R))
    .where('r.status', '=', 'enabled')
    .select([
      sql<number>`count(distinct r.id)`.as('retailers'),
      sql<number>`count(p.id)`.as('pages'),
      CHECKED.as('checked'),
      sql<number>`count(*) filter (where ${MAY_BE_READ})`.as('due'),
      sql<number>`(select count(*) from offer)`.as('offers'),
      STALLED_S.as('stalledS'),
    ])
    .executeTakeFirstOrThrow();
}

/** Not a probe that waits, as that page is only guessed to be a list. */
const IS_TO_BE_READ = sql`(p.priority <> ${sql.lit(PROBE_PRIORITY)} or p.last_checked_at is not null or p.next_check_at <= now())`;

/** Freshness of each enabled retailer, by name: last success, median age of its offers (null without offers), start of its quarantine. */
export function retailerFreshness(em: EntityManager) {
  const db = tables(em);
  const pages = db
    .selectFrom('page as p')
    .groupBy('p.retailer')
    .select([
      'p.retailer as of',
      sql<Date | null>`max(last_checked_at) filter (where last_outcome in ('stored', 'unchanged'))`.as(
        'lastSuccessAt',
      ),
      sql<number>`count(*) filter (where ${IS_TO_BE_READ})`.as('pages'),
      CHECKED.as('read'),
      REFUSED.as('refused'),
    ]);
  return db
    .selectFrom('retailer as r')
    .leftJoin(OFFERS_BY_RETAILER.as('o'), 'o.retailer', 'r.id')
    .leftJoin(pages.as('p'), 'p.of', 'r.id')
    .leftJoin('quarantine as q', (join) => join.on(IS_QUARANTINE_OF_R))
    .where('r.status', '=', 'enabled')
    .select(['r.slug', 'r.name', 'r.category', 'r.region', 'r.website', 'r.trustScore10', 'r.kind'])
    .select(['r.description', 'r.delivery', 'r.priceMatch as priceMatch'])
    .select(['r.status', 'p.lastSuccessAt', 'o.medianAgeMinutes', 'q.beganAt as heldSince'])
    .select(({ fn, lit }) => [
      fn.coalesce('o.offers', lit(0)).as('offers'),
      fn.coalesce('p.pages', lit(0)).as('pages'),
      fn.coalesce('p.read', lit(0)).as('pagesRead'),
      fn.coalesce('p.refused', lit(0)).as('pagesRefused'),
    ])
    .orderBy('r.name')
    .execute();
}
