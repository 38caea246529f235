/* Conditions on an offer o and its retailer r as SQL text, from #domain; no column that would need an index on prices. */
import { type Kysely, sql } from 'kysely';
import * as availability from '#domain/offers/availability.ts';
import { LISTED_DAYS, STOCK_KNOWN_DAYS } from '#domain/offers/offer-age.ts';
import { VERDICT_MIN_DAYS_OBSERVED, VERDICT_WEEKS } from '#domain/prices/price-verdict.ts';
import type { Tables } from './tables.ts';

const isIn = (words: readonly availability.Availability[]) =>
  `o.availability in (${words.map((word) => `'${word}'`).join(', ')})`;
const seenWithin = (days: number) => `o.last_seen_at > now() - interval '${days} days'`;

/** Seen lately enough to be listed at all. */
export const LISTED = seenWithin(LISTED_DAYS);

/** Seen lately enough for its stock to be known. */
export const STOCK_KNOWN = seenWithin(STOCK_KNOWN_DAYS);

/** The availability that still holds: unknown once the offer has not been seen for long. */
export const AVAILABILITY = `case when ${STOCK_KNOWN} then o.availability else 'unknown' end`;

/** Its shop states that it has it now. */
export const IN_STOCK = `(${isIn(availability.IN_STOCK)} and ${STOCK_KNOWN})`;

/** It can be bought now (`isBuyable`), and was seen lately enough to say so. */
export const BUYABLE = `(${isIn(availability.BUYABLE)} and ${STOCK_KNOWN})`;

/** Its shop says that it does not sell it now (`isGone`). */
export const GONE = isIn(availability.GONE);

/** For `order by`: the offer that stands for its product comes first: one to buy now, the cheapest, of equal prices one in stock. */
export const BEST_FIRST = `${BUYABLE} desc, ${GONE}, o.price_cents, ${IN_STOCK} desc, o.id`;

/** A shop's name beside what a person saved; a shop of the demonstration that has ended says so. */
export const SAVED_SHOP_NAME = `case when r.kind = 'demo' and r.status <> 'enabled' then r.name || ' (demonstration)'
  else r.name end`;

const slotBefore = (days: number) => `extract(epoch from now())::int / 60 - ${days * 24 * 60}`;
const SOUND_POINTS = `price_point h where h.offer_id = o.id
  and (h.run_id is null or h.run_id <> all (array(select id from run where status in ('quarantined', 'undone'))))`;

/** Nobody was charged the former price that its shop claims (`isRefused` of #domain/prices/price-verdict.ts), as far as we know. */
const CLAIM_REFUSED = `(
  exists (select from ${SOUND_POINTS} and h.slot <= ${slotBefore(VERDICT_MIN_DAYS_OBSERVED)})
  and o.original_price_cents > (select max(h.price_cents) from ${SOUND_POINTS} and h.slot >= coalesce(
    (select max(h.slot) from ${SOUND_POINTS} and h.slot <= ${slotBefore(VERDICT_WEEKS * 7)}), 0)))`;

/** Its shop claims a former price that is higher, but nobody was charged it. */
export const REFUSED_SPECIAL = `(o.original_price_cents > o.price_cents and ${CLAIM_REFUSED})`;

/** Its shop claims a former price that is higher, and the claim is not refused. */
export const ON_SALE = `(o.original_price_cents > o.price_cents and not ${CLAIM_REFUSED})`;

/** For `from`: listed offers with their enabled retailers r. */
export const LISTED_OFFERS = `offer o join retailer r on r.id = o.retailer_id and r.status = 'enabled' and ${LISTED}`;

/** Offers o of enabled retailers r, however old. */
export function enabledOffers(db: Kysely<Tables>) {
  return db
    .selectFrom('offer as o')
    .innerJoin('retailer as r', 'r.id', 'o.retailer')
    .where('r.status', '=', sql.lit('enabled' as const));
}

/** Listed offers o of enabled retailers r. */
export function listedOffers(db: Kysely<Tables>) {
  return enabledOffers(db).where(sql.raw<boolean>(LISTED));
}

/** Offers o of enabled retailers r that can be bought now. */
export function buyableOffers(db: Kysely<Tables>) {
  return enabledOffers(db).where(sql.raw<boolean>(BUYABLE));
}
