import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { tables } from '../sql/tables.ts';
import { type NewPage, REST_MINUTES } from './pages.ts';

/** Priority of probes, between lists and products: links that may lead to many products, or to none. A page that shows products loses it. */
export const PROBE_PRIORITY = 15;

/** True if one of these pages is new. */
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

/** A shop's read sitemaps, read products, and probes that gave nothing or wait. */
export async function countProbes(em: EntityManager, retailerId: string) {
  const isRead = sql<boolean>`last_outcome in ('stored', 'unchanged')`;
  const counted = (where: RawBuilder<boolean>) => sql<number>`count(*) filter (where ${where})`;
  return tables(em)
    .selectFrom('page')
    .select([
      counted(sql`kind = 'sitemap' and ${isRead} and interval_minutes < ${REST_MINUTES}`).as(
        'sitemaps',
      ),
      counted(sql`kind = 'product' and ${isRead}`).as('products'),
      counted(sql`priority = ${PROBE_PRIORITY}`).as('idle'),
    ])
    .where('retailer', '=', retailerId)
    .executeTakeFirstOrThrow();
}
