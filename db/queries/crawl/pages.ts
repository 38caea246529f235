/*
 * Pages to fetch: the crawl and shoppers' searches add them; workers claim due ones under a fence and finish them with an outcome that
 * sets the next check. SQL text: bulk upserts from a list and from a select.
 */
import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { StaleAttempt } from '#domain/errors.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { Page, type PageKind, type PageOutcome } from '../../entities/page.ts';
import { fromNow } from '../sql/moment.ts';
import { tables } from '../sql/tables.ts';

const NOW = sql<Date>`now()`;
/** Priority ahead of all other pages: a shopper is waiting. */
const ASKED_PRIORITY = 40;

/**
 * SQL of the order of claims. 12 minutes of waiting outweigh one point of priority: lists hold many prices and go first, but must not
 * starve products. In UTC without a zone, since an index takes only immutable expressions.
 */
const DUE_RANK = `((next_check_at at time zone 'UTC') - priority * interval '12 minutes')`;
/** A page is set aside after this many consecutive claims without an outcome: it kills its worker. */
export const MAX_DEATHS = 3;
/** True of a page that may be claimed. A page set aside gets one retry a day, in case the fault was elsewhere or is fixed. */
export const IS_DUE = sql<boolean>`(next_check_at <= now()
  and (deaths < ${MAX_DEATHS} or claimed_at < now() - interval '1 day'))`;

/** True of a page with offers that are still sold, so that a new reading can be compared with the stored one. */
export const IS_CONTROL = sql<boolean>`exists (
  select 1 from offer where offer.page_id = page.id and offer.availability <> 'discontinued')`;

/** True of a page that a shopper waits for; a literal, so that the planner takes the partial index. */
const IS_ASKED = sql<boolean>`priority >= ${sql.lit(ASKED_PRIORITY)}`;
/**
 * Due pages to look for, the first kind that has one wins: pages that a shopper waits for, then all others; when probing a quarantined
 * shop, pages that can show whether it is sane before both. Each search follows an index in the order of `DUE_RANK`.
 */
const NEXT = {
  urgent: [IS_ASKED, sql<boolean>`true`],
  control: [IS_CONTROL, IS_ASKED, sql<boolean>`true`],
} as const;

/** A page claimed for one attempt. Its result is written only while the row still has its `fence`. */
export type ClaimedPage = NonNullable<Awaited<ReturnType<typeof claimPage>>>;

/** Claims the next due page of an enabled retailer and raises its fence, which makes older attempts stale. */
export async function claimPage(em: EntityManager, retailerId: string, next?: keyof typeof NEXT) {
  return (await claiming(em, retailerId, next).executeTakeFirst()) ?? null;
}

/** The statement of `claimPage`. */
export function claiming(
  em: EntityManager,
  retailerId: string,
  next: keyof typeof NEXT = 'urgent',
) {
  const db = tables(em);
  const enabled = db
    .selectFrom('retailer')
    .select('id')
    .where('id', '=', retailerId)
    .where('status', '=', 'enabled');
  const due = NEXT[next].map(
    (isWanted) =>
      sql`(${db
        .selectFrom('page')
        .select('id')
        .where('retailer', '=', enabled)
        .where(IS_DUE)
        .where(isWanted)
        .orderBy(sql.raw(DUE_RANK))
        .limit(1)
        .forUpdate()
        .skipLocked()})`,
  );
  return db
    .updateTable('page')
    .set((eb) => ({ fence: eb('fence', '+', 1), deaths: eb('deaths', '+', 1), claimedAt: NOW }))
    .where('id', '=', sql<string>`(select coalesce(${sql.join(due)}))`)
    .returning(['id', 'retailer as retailerId', 'url', 'kind', 'fence', 'etag', 'lastModified'])
    .returning(['intervalMinutes', 'priority', 'lastOutcome', 'lastReason']);
}

/** Search pages, which shoppers' requests refresh, and other addresses of a product's page are read every 30 days only. */
export const REST_MINUTES = 30 * 24 * 60;

/** Retries of a failing page: after 5 minutes, doubling to a day (not found: a week); after a fault of our own, 1 minute. */
const FIRST_RETRY_MINUTES = 5;
const FIRST_RETRY_OF_OURS_MINUTES = 1;
const LONGEST_INTERVAL_MINUTES = 24 * 60;
const GONE_INTERVAL_MINUTES = 7 * 24 * 60;

/** The outcome of a claim. */
export interface PageEnd {
  outcome: PageOutcome;
  /** Why the page, or an offer on it, gave no price; null without a fault. */
  reason: string | null;
  /** Null when a later 304 must not confirm the stored offers. */
  validators: { etag: string | null; lastModified: string | null } | null;
  nextIntervalMinutes: number;
  retryAfterMs: number | null;
  /** The address that a product's page names as its own; default: as known. */
  canonicalUrl?: string | null;
  /** What the page proved to be; default: as known. */
  is?: Pick<NewPage, 'kind' | 'priority'> | undefined;
}

/** Ends a claim with its outcome and sets the next check. Throws StaleAttempt and changes nothing when a later attempt owns the page. */
export async function finishPage(em: EntityManager, { id, fence, url }: ClaimedPage, end: PageEnd) {
  const { outcome, reason, validators, nextIntervalMinutes, retryAfterMs, canonicalUrl, is } = end;
  const { etag = null, lastModified = null } = validators ?? {};
  const failed = outcome === 'failed';
  const longest = reason === 'not-found' ? GONE_INTERVAL_MINUTES : LONGEST_INTERVAL_MINUTES;
  const first = reason === 'our-fault' ? FIRST_RETRY_OF_OURS_MINUTES : FIRST_RETRY_MINUTES;
  const backOff = raw(`now() + least(?, ? * power(2, least(failures, 11))) * interval '1 minute'`, [
    longest,
    first,
  ]);
  const nextCheckAt =
    retryAfterMs === null && failed
      ? backOff
      : fromNow(retryAfterMs ?? nextIntervalMinutes * MINUTE_MS);
  const failures = raw(failed ? 'least(failures + 1, 100)' : '0');
  const finished = await em.nativeUpdate(
    Page,
    { id, fence },
    {
      deaths: 0,
      claimedAt: null,
      lastCheckedAt: fromNow(),
      nextCheckAt,
      lastOutcome: outcome,
      lastReason: reason,
      etag,
      lastModified,
      intervalMinutes: nextIntervalMinutes,
      failures,
      ...(canonicalUrl !== undefined && { canonicalUrl }),
      ...is,
    },
  );
  if (finished === 0) throw new StaleAttempt(`page ${url} was taken over by a later attempt`);
}

/** Returns a claim without an outcome, due again after `retryAfterMs`: the worker is stopping or the host rests. */
export async function releasePage(
  em: EntityManager,
  { id, fence }: ClaimedPage,
  retryAfterMs: number,
): Promise<void> {
  const released = { deaths: 0, claimedAt: null, nextCheckAt: fromNow(retryAfterMs) };
  await em.nativeUpdate(Page, { id, fence }, released);
}

/** Clears the validators of these pages: a 304 would confirm a stored price that the page does not show. */
export async function forgetValidators(
  tx: EntityManager,
  pages: { retailer: string } | { id: string },
): Promise<void> {
  const stated = { $or: [{ etag: { $ne: null } }, { lastModified: { $ne: null } }] };
  await tx.nativeUpdate(Page, { ...pages, ...stated }, { etag: null, lastModified: null });
}

/** After a reading: lets the other addresses of a page rest once it is read for the first time, or frees them if it is no product. */
export async function settleOtherAddresses(
  em: EntityManager,
  { url, lastOutcome }: ClaimedPage,
  reason: string | null,
): Promise<void> {
  if (reason === 'not-a-product') return freeOtherAddresses(em, url);
  if (lastOutcome !== null) return;
  const rests = { nextCheckAt: fromNow(REST_MINUTES * MINUTE_MS), intervalMinutes: REST_MINUTES };
  await em.nativeUpdate(Page, { canonicalUrl: url, url: { $ne: url } }, rests);
}

/** Makes the other addresses of a page that gives no product their own again, due, and read in any case. */
export async function freeOtherAddresses(em: EntityManager, url: string): Promise<void> {
  const own = { canonicalUrl: null, nextCheckAt: fromNow(), etag: null, lastModified: null };
  await em.nativeUpdate(Page, { canonicalUrl: url, url: { $ne: url } }, own);
}

/** Join condition: q is the open quarantine of retailer r. */
export const IS_QUARANTINE_OF_R = sql<boolean>`(q.retailer_id = r.id and q.ended_at is null)`;

/** True of a retailer r whose pages are fetched. */
const IS_CRAWLED = sql<boolean>`(r.status = 'enabled' and r.kind <> 'feed')`;

/** Crawled retailers with a due page, longest-waiting first. A quarantined one is due at its next probe. */
export async function retailersWithDuePages(em: EntityManager): Promise<string[]> {
  const db = tables(em);
  const firstDue = db
    .selectFrom('page')
    .select(({ fn }) => fn.min('nextCheckAt').as('due'))
    .where(sql<boolean>`retailer_id = r.id`)
    .where(IS_DUE);
  const rows = await db
    .selectFrom('retailer as r')
    .crossJoinLateral(firstDue.as('p'))
    .leftJoin('quarantine as q', (join) => join.on(IS_QUARANTINE_OF_R))
    .select('r.id')
    .where(IS_CRAWLED)
    .where(
      sql<boolean>`case when q.run_id is null then p.due is not null else q.next_probe_at <= now() end`,
    )
    .orderBy(({ fn }) => fn.coalesce('p.due', 'q.nextProbeAt'))
    .execute();
  return rows.map(({ id }) => id);
}

export async function retailersWithoutPages(em: EntityManager): Promise<string[]> {
  const hasNone = sql<boolean>`not exists (select 1 from page where retailer_id = r.id)`;
  const without = tables(em).selectFrom('retailer as r').select('r.id').where(IS_CRAWLED);
  return (await without.where(hasNone).execute()).map(({ id }) => id);
}

/** Makes every page of a retailer due now, including those set aside. */
export async function makePagesDue(em: EntityManager, retailer: string): Promise<void> {
  const waiting = { $or: [{ nextCheckAt: { $gt: fromNow() } }, { deaths: { $gt: 0 } }] };
  await em.nativeUpdate(Page, { retailer, ...waiting }, { nextCheckAt: fromNow(), deaths: 0 });
}

export interface NewPage {
  url: string;
  kind: PageKind;
  /** Among due pages the higher priority is fetched first. */
  priority: number;
  /** Default: due now. */
  dueInMinutes?: number;
}

/** An index row holds 2,704 bytes. */
const LONGEST_URL = 2_000;
/** Most pages of one retailer, since filter links can go on forever; at a page a second, three days would not read more. */
const MOST_PAGES = 200_000;
/** Most sitemaps of one retailer: each names up to 50,000 pages, and an index may list itself with ever new queries. */
const MOST_SITEMAPS = 1_000;

/** Adds the first `most` unknown pages, up to `mostPages` in all; known pages stay unchanged. Returns the number added. */
export async function addPages(
  em: EntityManager,
  retailerId: string,
  pages: NewPage[],
  intervalMinutes: number,
  { most = MOST_PAGES, mostPages = MOST_PAGES } = {},
): Promise<number> {
  const possible = pages.filter(({ url }) => url.length <= LONGEST_URL);
  if (possible.length === 0) return 0;
  // Read in this order.
  const ranked = possible.map((page, place) => ({ ...page, place }));
  const { numAffectedRows } = await sql`
    with unknown as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(ranked)}::jsonb)
        as x(url text, kind text, priority smallint, "dueInMinutes" int, place int)
      where not exists (select 1 from page where page.url = x.url)
      order by place limit greatest(0, ${most}::int))
    insert into page (retailer_id, url, kind, priority, interval_minutes, next_check_at)
    select ${retailerId}::uuid, url, kind, priority, ${intervalMinutes}::int,
      now() + coalesce("dueInMinutes", 0) * interval '1 minute' + place * interval '1 millisecond'
    from (select *, row_number() over (partition by kind) as nth from unknown) as u
    where kind <> 'sitemap' or nth <= ${MOST_SITEMAPS}::int -
      (select count(*) from page where retailer_id = ${retailerId}::uuid and kind = 'sitemap')
    limit case when exists (select 1 from unknown)
      then greatest(0, ${mostPages}::int - (select count(*) from page where retailer_id = ${retailerId}::uuid)) else 0 end
    on conflict (url) do nothing`.execute(tables(em));
  return Number(numAffectedRows);
}

/** Makes the shops' search pages for a query due unless they were read within the hour. Returns the number of shops to ask. */
export async function askShops(em: EntityManager, query: string, intervalMinutes: number) {
  const { numAffectedRows } = await sql`
    insert into page as p (retailer_id, url, kind, priority, interval_minutes)
    select id, replace(discovery->>'searchUrlTemplate', '{query}', ${encodeURIComponent(query)}::text), 'search',
      ${ASKED_PRIORITY}::smallint, ${intervalMinutes}::int
    from retailer r where status = 'enabled' and kind <> 'feed' and discovery->>'searchUrlTemplate' is not null
      and not exists (select 1 from quarantine where retailer_id = r.id and ended_at is null)
    on conflict (url) do update set next_check_at = now()
      where p.last_checked_at < now() - interval '1 hour' and p.next_check_at > now()`.execute(
    tables(em),
  );
  return Number(numAffectedRows);
}
