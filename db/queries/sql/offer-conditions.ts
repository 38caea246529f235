/* Conditions on an offer o and its retailer r as SQL text, from #domain; no column that would need an index on prices. */
import { type Kysely, sql } from 'kysely';
import * as availability from '#domain/offers/availability.ts';
import { LISTED_DAYS, STOCK_KNOWN_DAYS } from '#domain/offers/offer-age.ts';
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

/** It can be bought now (`isBuyable`), as far as its stock is known. */
export const BUYABLE = `(${isIn(availability.BUYABLE)} and ${STOCK_KNOWN})`;

/** Its shop says that it does not sell it now (`isGone`). */
export const GONE = isIn(availability.GONE);

/** For `order by`: the offer that stands for its product comes first. That is one to buy now, else of unknown stock, then the cheapest. */
export const BEST_FIRST = `${BUYABLE} desc, ${GONE}, o.price_cents, o.id`;

/** A shop's name beside what a person saved; a shop of the demonstration that has ended says so. */
export const SAVED_SHOP_NAME = `case when r.kind = 'demo' and r.status <> 'enabled' then r.name || ' (demonstration)'
  else r.name end`;

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
