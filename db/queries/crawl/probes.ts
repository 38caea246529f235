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

/**
 * A shop's read sitemaps, lists and products, and its probes: those that gave nothing and have no pages below them, and all that gave nothing
 * or wait. Menus name folders before what they hold.
 */
export async function countProbes(em: EntityManager, retailerId: string) {
  const isRead = sql<boolean>`last_outcome in ('stored', 'unchanged')`;
  const isProbe = sql<boolean>`priority = ${PROBE_PRIORITY}`;
  const folders = tables(em)
    .selectFrom('page')
    .select(sql<string>`substring(url from '^(.*)/[^/]+/?$')`.as('folder'))
    .where('retailer', '=', retailerId)
    .where('kind', '=', 'list');
  const isFolder = sql<boolean>`rtrim(url, '/') in ${folders}`;
  const counted = (where: RawBuilder<boolean>) => sql<number>`count(*) filter (where ${where})`;
  return tables(em)
    .selectFrom('page')
    .select([
      counted(sql`kind = 'sitemap' and ${isRead} and interval_minutes < ${REST_MINUTES}`).as(
        'sitemaps',
      ),
      counted(sql`kind = 'list' and ${isRead} and not ${isProbe}`).as('lists'),
      counted(sql`kind = 'product' and ${isRead}`).as('products'),
      counted(sql`kind = 'product'`).as('knownProducts'),
      counted(sql`${isProbe} and ${isRead} and not ${isFolder}`).as('vain'),
      counted(isProbe).as('idle'),
    ])
    .where('retailer', '=', retailerId)
    .executeTakeFirstOrThrow();
}

export function dueProbes(retailer: string) {
  return { retailer, priority: PROBE_PRIORITY, nextCheckAt: { $lte: fromNow() } };
}

export function waitingSitemaps(retailer: string) {
  return { retailer, kind: 'sitemap', nextCheckAt: { $gt: fromNow() } } as const;
}

/** Sets when pages are due that were never read: a shop's probes or sitemaps, or another address of a page that was just read. */
export async function scheduleUnread(
  em: EntityManager,
  pages: ReturnType<typeof dueProbes> | ReturnType<typeof waitingSitemaps> | { url: string },
  minutes: number,
): Promise<void> {
  const nextCheckAt = fromNow(minutes * MINUTE_MS);
  await em.nativeUpdate(Page, { ...pages, lastOutcome: null }, { nextCheckAt });
}
