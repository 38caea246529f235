/* Refused offers as operators look at them: which shops, which reasons, one page of rows. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { ACCEPTED_SINCE } from '../offers/refused-offers.ts';
import { tables } from '../sql/tables.ts';

/** What to show: of one retailer, of one reason, or all. */
export interface RefusedFilter {
  slug: string | null;
  reason: string | null;
}

/** A refused offer as it was read, with where it was read: price and currency are not proven to be an amount. */
export type RefusedRow = Awaited<ReturnType<typeof listRefused>>['rows'][number];

/** A page of refused offers, newest first, those of a feed in its order, and their total. `pageUrl` is null for offers of a feed. */
export async function listRefused(
  em: EntityManager,
  { slug, reason }: RefusedFilter,
  { limit, offset }: { limit: number; offset: number },
) {
  const wanted = refused(em)
    .$if(slug !== null, (query) => query.where('r.slug', '=', slug))
    .$if(reason !== null, (query) => query.where('refused_offer.reason', '=', reason ?? ''));
  const { total } = await wanted
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await wanted
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

/** Refused offers counted by retailer and reason, retailers by name, their most frequent reason first. */
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

/** The refused offers that were not accepted since, with their retailers r. */
function refused(em: EntityManager) {
  return tables(em)
    .selectFrom('refused_offer')
    .innerJoin('retailer as r', 'r.id', 'refused_offer.retailer')
    .where(sql<boolean>`not ${sql.raw(ACCEPTED_SINCE)}`);
}
