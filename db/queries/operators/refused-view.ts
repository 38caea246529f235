/* Refused offers as operators browse them: counts by shop and reason, and a page of rows. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { ACCEPTED_SINCE } from '../offers/refused-offers.ts';
import { tables } from '../sql/tables.ts';

/** Filters of the list; null shows all. */
export interface RefusedFilter {
  slug: string | null;
  reason: string | null;
}

/** A refused offer with its source; price and currency are unverified text. */
export type RefusedRow = Awaited<ReturnType<typeof listRefused>>['rows'][number];

/** A page of refused offers with their total, newest first, those of a feed in its order. `pageUrl` is null for a feed. */
export async function listRefused(
  em: EntityManager,
  { slug, reason }: RefusedFilter,
  { limit, offset }: { limit: number; offset: number },
) {
  const matching = refused(em)
    .$if(slug !== null, (query) => query.where('r.slug', '=', slug))
    .$if(reason !== null, (query) => query.where('refused_offer.reason', '=', reason ?? ''));
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .leftJoin('page', 'page.id', 'refused_offer.page')
    .select(['r.name as retailer', 'r.slug', 'refused_offer.name', 'refused_offer.url'])
    .select(['variant', 'seller', 'reason', 'price', 'refused_offer.currency', 'availability'])
    .select(['lastPriceCents', 'ceilingCents', 'times', 'firstRefusedAt', 'lastRefusedAt'])
    .select(['page.url as pageUrl', 'feedRow'])
    .orderBy('lastRefusedAt', 'desc')
    .orderBy('feedRow')
    .orderBy('refused_offer.name')
    .orderBy('refused_offer.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { total, rows };
}

/** Counts of refused offers by retailer (by name) and reason (most frequent first). */
export async function countRefused(em: EntityManager) {
  return refused(em)
    .select(['r.name as retailer', 'r.slug', 'refused_offer.reason'])
    .select((eb) => eb.fn.countAll<number>().as('offers'))
    .groupBy(['r.id', 'refused_offer.reason'])
    .orderBy('r.name')
    .orderBy('r.slug')
    .orderBy('offers', 'desc')
    .orderBy('refused_offer.reason')
    .execute();
}

/** Refused offers that have not been accepted since, with their retailers r. */
function refused(em: EntityManager) {
  return tables(em)
    .selectFrom('refused_offer')
    .innerJoin('retailer as r', 'r.id', 'refused_offer.retailer')
    .where(sql<boolean>`not ${sql.raw(ACCEPTED_SINCE)}`);
}
