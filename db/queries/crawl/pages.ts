import type { EntityManager } from '@mikro-orm/postgresql';
import { StaleAttempt } from '#domain/errors.ts';
import type { PageKind } from '../../entities/page.ts';

/** A page whose claims ended without an answer this often is set aside: it kills its worker. */
const MAX_DEATHS = 3;
/** A page set aside gets one more chance a day: it may have been innocent, or be mended. */
export const NOT_SET_ASIDE = `(deaths < ${MAX_DEATHS} or claimed_at < now() - interval '1 day')`;
/**
 * A failing page is tried again after 5 minutes, doubling to a day; one that is gone for good, to a week. Where the fault
 * is ours it may be a moment's (two writers in each other's way), so the first time comes after one minute.
 */
const FIRST_RETRY_MINUTES = 5;
const FIRST_RETRY_OF_OURS_MINUTES = 1;
const LONGEST_INTERVAL_MINUTES = 24 * 60;
const GONE_INTERVAL_MINUTES = 7 * 24 * 60;

export interface NewPage {
  url: string;
  kind: PageKind;
  /** Higher is fetched first among the pages that are due. */
  priority: number;
}

/** A page taken for one attempt; `fence` must still be the row's when its result is written. */
export interface ClaimedPage {
  id: string;
  retailerId: string;
  url: string;
  kind: PageKind;
  fence: number;
  etag: string | null;
  lastModified: string | null;
  intervalMinutes: number;
  /** How its last reading ended; null before the first. */
  lastOutcome: PageOutcome | null;
  /** Why the page, or an offer on it, gave no price then; null when all was well. */
  lastReason: string | null;
}

/** `held`: read while its retailer is quarantined. */
export type PageOutcome = 'stored' | 'unchanged' | 'refused' | 'failed' | 'held';

/** An index row holds 2,704 bytes. */
const LONGEST_URL = 2_000;
/**
 * Pages of one retailer: at a page a second more could not be read within three days, as long as offers stay fresh. Filters
 * and calendars of a shop link to ever further pages.
 */
const MOST_PAGES = 200_000;

/** Adds pages the crawl has found, as long as there is room; known ones stay as they are. Returns how many were new. */
export async function addPages(
  em: EntityManager,
  retailerId: string,
  pages: NewPage[],
  intervalMinutes: number,
  mostPages = MOST_PAGES,
): Promise<number> {
  const possible = pages.filter(({ url }) => url.length <= LONGEST_URL);
  if (possible.length === 0) return 0;
  const rows = await em.execute<{ id: string }[]>(
    `with unknown as materialized (
       select * from jsonb_to_recordset(?::jsonb) as x(url text, kind text, priority smallint)
       where not exists (select 1 from page where page.url = x.url))
     insert into page (retailer_id, url, kind, priority, interval_minutes)
     select ?, url, kind, priority, ? from unknown
     limit case when exists (select 1 from unknown)
       then greatest(0, ? - (select count(*) from page where retailer_id = ?)) else 0 end
     on conflict (url) do nothing returning id`,
    [JSON.stringify(possible), retailerId, intervalMinutes, mostPages, retailerId],
  );
  return rows.length;
}

/** Before all other pages: a shopper waits for its answer. */
const SEARCH_PRIORITY = 40;

/**
 * Has the shops' own searches asked for a query that few of our offers answer: one page a retailer that has such a
 * search, due at once, unless it was read within the last hour. Returns how many shops are asked.
 */
export async function askShops(
  em: EntityManager,
  query: string,
  intervalMinutes: number,
): Promise<number> {
  const rows = await em.execute<{ id: string }[]>(
    `insert into page as p (retailer_id, url, kind, priority, interval_minutes)
     select id, replace(discovery->>'searchUrlTemplate', '{query}', ?), 'search', ${SEARCH_PRIORITY}, ?
     from retailer r where status = 'enabled' and kind <> 'feed' and discovery->>'searchUrlTemplate' is not null
       and not exists (select 1 from quarantine where retailer_id = r.id and ended_at is null)
     on conflict (url) do update set next_check_at = now()
       where p.last_checked_at < now() - interval '1 hour' and p.next_check_at > now()
     returning id`,
    [encodeURIComponent(query), intervalMinutes],
  );
  return rows.length;
}

/** Offers that can still be bought rest on the page: what it says now can be held against what it said. SQL over page. */
export const IS_WITNESS = `exists (
  select 1 from offer where offer.page_id = page.id and offer.availability <> 'discontinued')`;

/**
 * A point of priority is worth this much waiting: lists, which hold many prices, go before products that wait up to four
 * hours longer. A shop with more lists than can be read in their interval would else never have its products read.
 */
const MINUTES_A_POINT = 12;
const BY_URGENCY = `priority >= ${SEARCH_PRIORITY} desc, next_check_at - priority * interval '${MINUTES_A_POINT} minutes'`;

/** Which due page is next. A quarantined retailer's witnesses say whether it is sane; a page never read says nothing of it. */
const NEXT = {
  urgent: BY_URGENCY,
  witness: `${IS_WITNESS} desc, ${BY_URGENCY}`,
} as const;

/**
 * Takes the next due page of a retailer, or null; also null once it is no longer enabled. Raises the fence: any older attempt
 * is stale from now on.
 * One crawl job a retailer runs at a time, so a page claimed before and still due belongs to a dead worker.
 */
export async function claimPage(
  em: EntityManager,
  retailerId: string,
  next: keyof typeof NEXT = 'urgent',
): Promise<ClaimedPage | null> {
  const rows = await em.execute<ClaimedPage[]>(
    `update page set fence = fence + 1, deaths = deaths + 1, claimed_at = now()
     where id = (
       select id from page
       where retailer_id = (select id from retailer where id = ? and status = 'enabled')
         and next_check_at <= now() and ${NOT_SET_ASIDE}
       order by ${NEXT[next]} limit 1 for update skip locked)
     returning id, retailer_id as "retailerId", url, kind, fence, etag, last_modified as "lastModified",
       interval_minutes as "intervalMinutes", last_outcome as "lastOutcome", last_reason as "lastReason"`,
    [retailerId],
  );
  return rows[0] ?? null;
}

/**
 * Ends a claim with its outcome and sets the next check. Throws StaleAttempt, and changes nothing, when a later
 * attempt holds the page. Runs inside the caller's transaction where there is one.
 */
export async function finishPage(
  em: EntityManager,
  claim: ClaimedPage,
  outcome: {
    outcome: PageOutcome;
    reason: string | null;
    etag: string | null;
    lastModified: string | null;
    nextIntervalMinutes: number;
    retryAfterMs: number | null;
  },
): Promise<void> {
  const failed = outcome.outcome === 'failed';
  const rows = await em.execute<{ id: string }[]>(
    `update page set deaths = 0, claimed_at = null, last_checked_at = now(), last_outcome = ?, last_reason = ?,
       etag = ?, last_modified = ?, interval_minutes = ?,
       failures = case when ? then least(failures + 1, 100) else 0 end,
       next_check_at = case
         when ?::bigint is not null then now() + ?::bigint * interval '1 millisecond'
         when ? then now() + least(?::int, ?::int * power(2, least(failures, 11))) * interval '1 minute'
         else now() + ?::int * interval '1 minute' end
     where id = ? and fence = ? returning id`,
    [
      outcome.outcome,
      outcome.reason,
      outcome.etag,
      outcome.lastModified,
      outcome.nextIntervalMinutes,
      failed,
      outcome.retryAfterMs,
      outcome.retryAfterMs,
      failed,
      outcome.reason === 'not-found' ? GONE_INTERVAL_MINUTES : LONGEST_INTERVAL_MINUTES,
      outcome.reason === 'our-fault' ? FIRST_RETRY_OF_OURS_MINUTES : FIRST_RETRY_MINUTES,
      outcome.nextIntervalMinutes,
      claim.id,
      claim.fence,
    ],
  );
  if (rows.length === 0)
    throw new StaleAttempt(`page ${claim.url} was taken over by a later attempt`);
}

/** Gives a claim back untouched (a worker that stops, a host that rests); `retryAfterMs` puts it off. */
export async function releasePage(
  em: EntityManager,
  claim: ClaimedPage,
  retryAfterMs: number,
): Promise<void> {
  await em.execute(
    `update page set deaths = 0, claimed_at = null, next_check_at = now() + ?::bigint * interval '1 millisecond'
     where id = ? and fence = ?`,
    [retryAfterMs, claim.id, claim.fence],
  );
}

/**
 * Enabled retailers that are crawled and have at least one page due, the longest waiting first. A quarantined one is
 * only probed: when its probe is due.
 */
export async function retailersWithDuePages(em: EntityManager): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `select r.id from retailer r cross join lateral (
       select min(next_check_at) as due from page where retailer_id = r.id and next_check_at <= now()
         and ${NOT_SET_ASIDE}) p
     left join quarantine q on q.retailer_id = r.id and q.ended_at is null
     where r.status = 'enabled' and r.kind <> 'feed'
       and case when q.run_id is null then p.due is not null else q.next_probe_at <= now() end
     order by coalesce(p.due, q.next_probe_at)`,
  );
  return rows.map((row) => row.id);
}

/** Enabled retailers that are crawled and whose first pages are not known yet. */
export async function retailersWithoutPages(em: EntityManager): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `select id from retailer r where status = 'enabled' and kind <> 'feed'
       and not exists (select 1 from page where retailer_id = r.id)`,
  );
  return rows.map((row) => row.id);
}

/** Makes every page of a retailer due now, also those set aside. */
export async function makePagesDue(em: EntityManager, retailerId: string): Promise<void> {
  await em.execute(
    'update page set next_check_at = now(), deaths = 0 where retailer_id = ? and (next_check_at > now() or deaths > 0)',
    [retailerId],
  );
}
