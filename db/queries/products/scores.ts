import type { EntityManager } from '@mikro-orm/postgresql';
import type { Cents } from '#domain/money.ts';
import type { Availability } from '#domain/offers/availability.ts';
import { STOCK_KNOWN_DAYS } from '#domain/offers/offer-age.ts';
import type { ScoredBy } from '../../entities/score.ts';
import { AVAILABILITY, LISTED_OFFERS, STOCK_KNOWN } from '../sql/offer-conditions.ts';
import { pgArray } from '../sql/pg-array.ts';

/** What the scores of one offer are computed from. */
export interface OfferToScore {
  offerId: string;
  productId: string;
  priceCents: Cents;
  originalPriceCents: Cents | null;
  availability: Availability;
  ratingAverage: number | null;
  ratingCount: number | null;
  retailerName: string;
  trustScore10: number;
  /** Lowest and highest price that this offer had in the last year, the one it began with included; today's where there is no other. */
  lowestCents: Cents;
  highestCents: Cents;
  /** Its availability as it is stored, however old. */
  storedAvailability: Availability;
  /** When this was so, exact to the microsecond. */
  readAt: string;
}

/** Scores 0–100 of one offer with the words that explain them. */
export interface ScoreToStore {
  offerId: string;
  overall: number;
  price: number;
  quality: number;
  value: number;
  popularity: number;
  reason: string;
  highlights: string[];
  by: ScoredBy;
  /** What it was computed from, and when that was so. */
  priceCents: Cents;
  storedAvailability: Availability;
  readAt: string;
}

const YEAR_IN_SLOTS = 365 * 24 * 60;
/** SQL over offer o: the year of the pack that holds what it cost when the last 365 days began. */
const FIRST_PACK = `(select coalesce(max(year), 0) from price_pack
  where offer_id = o.id and year < extract(year from (now() - interval '365 days') at time zone 'UTC'))`;

/** The offers of these products that are listed, each with the range of its last year. */
export async function offersToScore(
  em: EntityManager,
  productIds: string[],
): Promise<OfferToScore[]> {
  return em.execute<OfferToScore[]>(
    `select o.id as "offerId", o.product_id as "productId", o.price_cents as "priceCents",
       o.original_price_cents as "originalPriceCents", ${AVAILABILITY} as availability, o.rating_average as "ratingAverage",
       o.rating_count as "ratingCount", r.name as "retailerName", r.trust_score10 as "trustScore10",
       least(o.price_cents, h.lowest) as "lowestCents", greatest(o.price_cents, h.highest) as "highestCents",
       o.availability as "storedAvailability", now()::text as "readAt"
     from ${LISTED_OFFERS}
     left join lateral (
       select min(price_cents) as lowest, max(price_cents) as highest from (
         select price_cents, lead(slot) over (order by slot) as ended from (
           select slot, price_cents from price_point where offer_id = o.id
           union all
           select p.* from price_pack, unnest(slots, prices_cents) p where offer_id = o.id and year >= ${FIRST_PACK}) p) held
       where ended is null or ended > extract(epoch from now())::int / 60 - ${YEAR_IN_SLOTS}) h on true
     where o.product_id = any(?::uuid[])`,
    [pgArray(productIds)],
  );
}

/**
 * Writes the scores of many offers in one statement. Scores made from what was read later stay: prices have moved since.
 * So does a score that was invalidated when its offer changed after it was read (invalidate-scores.ts).
 */
export async function saveScores(em: EntityManager, scores: ScoreToStore[]): Promise<void> {
  if (scores.length === 0) return;
  await em.execute(
    `insert into score (offer_id, overall, price, quality, value, popularity, reason, highlights, by, scored_at)
     select x."offerId", overall, price, quality, value, popularity, reason, highlights, by, "readAt"
     from jsonb_to_recordset(?::jsonb) as x("offerId" uuid, overall smallint, price smallint, quality smallint,
       value smallint, popularity smallint, reason text, highlights jsonb, by text, "priceCents" int,
       "storedAvailability" text, "readAt" timestamptz)
     join offer o on o.id = x."offerId" and (o.price_cents, o.availability) = (x."priceCents", x."storedAvailability")
     order by x."offerId"
     on conflict (offer_id) do update set overall = excluded.overall, price = excluded.price,
       quality = excluded.quality, value = excluded.value, popularity = excluded.popularity,
       reason = excluded.reason, highlights = excluded.highlights, by = excluded.by, scored_at = excluded.scored_at
       where score.scored_at <= excluded.scored_at`,
    [JSON.stringify(scores)],
  );
}

/**
 * Products with a listed offer that was never scored, or whose score was invalidated (what a dead worker left undone), or whose
 * stock has become unknown since, as it was not seen for so long: it is no yardstick for the others any more.
 */
export async function productsToScore(em: EntityManager, limit: number): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    // Materialised: nearly always none is found, and a plan that hopes to stop early looks each score up by itself.
    `with stale as materialized (
       select o.product_id as id from ${LISTED_OFFERS} left join score s on s.offer_id = o.id
       where s.offer_id is null or s.scored_at < o.price_changed_at
         or s.scored_at < o.last_seen_at + interval '${STOCK_KNOWN_DAYS} days' and not ${STOCK_KNOWN})
     select distinct id from stale limit ?`,
    [limit],
  );
  return rows.map((row) => row.id);
}
