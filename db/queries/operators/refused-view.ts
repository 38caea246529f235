/* Refused offers as operators look at them: which shops, which reasons, one page of rows. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Cents } from '#domain/money.ts';
import type { Availability } from '#domain/offers/availability.ts';
import { ACCEPTED_SINCE } from '../offers/refused-offers.ts';

/** A refused offer, with where it was read. */
export interface RefusedRow {
  retailer: string;
  slug: string;
  name: string;
  url: string;
  variant: string;
  seller: string;
  /** An OfferRefusal; text, as a later version may know others. */
  reason: string;
  /** As it was read, not proven to be an amount. */
  price: string | null;
  currency: string | null;
  availability: Availability;
  lastPriceCents: Cents | null;
  ceilingCents: Cents | null;
  times: number;
  firstRefusedAt: Date;
  lastRefusedAt: Date;
  /** The page that stated it; null when a feed did. */
  pageUrl: string | null;
  feedRow: number | null;
}

/** What to show: of one retailer, of one reason, or all. */
export interface RefusedFilter {
  slug: string | null;
  reason: string | null;
}

const FROM = `from refused_offer join retailer r on r.id = refused_offer.retailer_id`;
const STANDS = `not ${ACCEPTED_SINCE}`;

/** Refused offers of the filter, the newest first, those of one feed in its order: `limit` of them from the `offset`th, and how many there are. */
export async function listRefused(
  em: EntityManager,
  { slug, reason }: RefusedFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; rows: RefusedRow[] }> {
  const where = `where (?::text is null or r.slug = ?) and (?::text is null or refused_offer.reason = ?) and ${STANDS}`;
  const values = [slug, slug, reason, reason];
  const [count] = await em.execute<{ total: number }[]>(
    `select count(*)::int as total ${FROM} ${where}`,
    values,
  );
  const rows = await em.execute<RefusedRow[]>(
    `select r.name as retailer, r.slug, refused_offer.name, refused_offer.url, refused_offer.variant,
       refused_offer.seller, refused_offer.reason, refused_offer.price, refused_offer.currency,
       refused_offer.availability, last_price_cents as "lastPriceCents", ceiling_cents as "ceilingCents", times,
       first_refused_at as "firstRefusedAt", last_refused_at as "lastRefusedAt", page.url as "pageUrl",
       feed_row as "feedRow"
     ${FROM} left join page on page.id = refused_offer.page_id ${where}
     order by last_refused_at desc, feed_row, refused_offer.name, refused_offer.id limit ? offset ?`,
    [...values, limit, offset],
  );
  return { total: count?.total ?? 0, rows };
}

/** Refused offers counted by retailer and reason, retailers by name, their most frequent reason first. */
export async function countRefused(
  em: EntityManager,
): Promise<{ retailer: string; slug: string; reason: string; offers: number }[]> {
  return em.execute(
    `select r.name as retailer, r.slug, refused_offer.reason, count(*)::int as offers ${FROM} where ${STANDS}
     group by r.id, refused_offer.reason order by r.name, r.slug, offers desc, refused_offer.reason`,
  );
}
