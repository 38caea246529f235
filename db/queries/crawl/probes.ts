import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { MINUTE_MS } from '#domain/time.ts';
import { Page } from '../../entities/page.ts';
import { fromNow } from '../sql/moment.ts';
import { tables } from '../sql/tables.ts';
import { type NewPage, REST_MINUTES } from './pages.ts';

/** Priority of probes, between lists and products: links that may lead to many products, or to none. A page that shows products loses it. */
export const PROBE_PRIORITY = 15;

export async function areAnyUnknown(em: EntityManager, pages: readonly NewPage[]) {
  const urls = [...new Set(pages.map(({ url }) => url))];
  if (urls.length === 0) return false;
  const { known } = await tables(em)
    .selectFrom('page')
    .select(({ fn }) => fn.countAll<number>().as('known'))
    .where('url', '=', sql<string>`any(${urls}::text[])`)
    .executeTakeFirstOrThrow();
  return known < urls.length;
}

/** A shop's read sitemaps, its read and known products, and its probes that gave nothing or wait. */
export async function countProbes(em: EntityManager, retailerId: string) {
  const isRead = sql<boolean>`last_outcome in ('stored', 'unchanged')`;
  const isProbe = sql<boolean>`priority = ${PROBE_PRIORITY}`;
  const counted = (where: RawBuilder<boolean>) => sql<number>`count(*) filter (where ${where})`;
  return tables(em)
    .selectFrom('page')
    .select([
      counted(sql`kind = 'sitemap' and ${isRead} and interval_minutes < ${REST_MINUTES}`).as(
        'sitemaps',
      ),
      counted(sql`kind = 'product' and ${isRead}`).as('products'),
      counted(sql`kind = 'product'`).as('knownProducts'),
      counted(isProbe).as('idle'),
    ])
    .where('retailer', '=', retailerId)
    .executeTakeFirstOrThrow();
}

/** So many lists show what a shop's addresses of lists have in common. */
const LISTS_TO_JUDGE_BY = 1_000;

export type KnownList = Awaited<ReturnType<typeof firstLists>>[number];

/** A shop's first lists and probes: whether they showed products, or nothing within the last day; null for all others. */
export function firstLists(em: EntityManager, retailer: string) {
  const hasProducts = sql<boolean | null>`case when last_outcome in ('stored', 'unchanged') and
    (priority <> ${PROBE_PRIORITY} or last_checked_at > now() - interval '1 day') then priority <> ${PROBE_PRIORITY} end`;
  const isDueProbe = sql<boolean>`(last_outcome is null and priority = ${PROBE_PRIORITY} and next_check_at <= now() + interval '1 minute')`;
  return tables(em)
    .selectFrom('page')
    .select(['url', hasProducts.as('hasProducts'), isDueProbe.as('isDueProbe')])
    .where('retailer', '=', retailer)
    .where('kind', '=', 'list')
    .orderBy('id')
    .limit(LISTS_TO_JUDGE_BY)
    .execute();
}

/** A shop's probes that are due or will be within a minute: those of one page become due one after the other. */
export function dueProbes(retailer: string) {
  return { retailer, priority: PROBE_PRIORITY, nextCheckAt: { $lte: fromNow(MINUTE_MS) } };
}

/** Makes a shop's unread probes at these addresses due as what they are known to be. Returns their number. */
export async function settleProbes(
  em: EntityManager,
  retailer: string,
  urls: readonly string[],
  is: Pick<NewPage, 'kind' | 'priority'>,
): Promise<number> {
  const unread = { retailer, url: { $in: [...urls] }, priority: PROBE_PRIORITY, lastOutcome: null };
  return em.nativeUpdate(Page, unread, { ...is, nextCheckAt: fromNow() });
}

export function waitingSitemaps(retailer: string) {
  return { retailer, kind: 'sitemap', nextCheckAt: { $gt: fromNow() } } as const;
}

/** Sets when pages are due that were never read: a shop's probes or sitemaps, or another address of a page that was just read. */
export async function scheduleUnread(
  em: EntityManager,
  pages:
    | ReturnType<typeof dueProbes>
    | ReturnType<typeof waitingSitemaps>
    | { url: string | { $in: string[] } },
  minutes: number,
): Promise<void> {
  const nextCheckAt = fromNow(minutes * MINUTE_MS);
  await em.nativeUpdate(Page, { ...pages, lastOutcome: null }, { nextCheckAt });
}
