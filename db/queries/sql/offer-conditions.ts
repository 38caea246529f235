/*
 * What is said of an offer o in SQL, written once. None of it may name a column that an index would need to hold:
 * price updates stay heap-only.
 */
import { LISTED_DAYS, STOCK_KNOWN_DAYS } from '#domain/offers/offer-age.ts';

/** Seen lately enough to be listed at all. */
export const LISTED = `o.last_seen_at > now() - interval '${LISTED_DAYS} days'`;

/** Seen lately enough for its stock to be known. */
export const STOCK_KNOWN = `o.last_seen_at > now() - interval '${STOCK_KNOWN_DAYS} days'`;

/** The availability that still holds: unknown once the offer has not been seen for long. */
export const AVAILABILITY = `case when ${STOCK_KNOWN} then o.availability else 'unknown' end`;

/** It can be bought now: only such an offer may be "best" or fire an alert (domain/availability.ts, isBuyable). */
export const BUYABLE = `(o.availability in ('in_stock', 'limited', 'online_only') and ${STOCK_KNOWN})`;

/** Its shop says that it is not to be had (domain/availability.ts, isGone). */
const GONE = `o.availability in ('out_of_stock', 'sold_out', 'discontinued')`;

/** The offer that stands for its product comes first: to buy now, else of unknown stock, then cheapest. For `order by`. */
export const BEST_FIRST = `${BUYABLE} desc, ${GONE}, o.price_cents, o.id`;

/** A shop's name beside what a person saved; of the demonstration that has ended, it says so. */
export const SAVED_SHOP_NAME = `case when r.kind = 'demo' and r.status <> 'enabled' then r.name || ' (demonstration)'
  else r.name end`;

/** Offers with their enabled retailers r, those that are listed. */
export const LISTED_OFFERS = `offer o join retailer r on r.id = o.retailer_id and r.status = 'enabled' and ${LISTED}`;

/**
 * For the `set` of an update of o: what its shop said beside another price (per unit, for members, for several) is unknown, unless
 * `isSamePrice` holds.
 */
export function saidBeside(isSamePrice: string): string {
  return ['unit_price', 'member_price_cents', 'multi_buy']
    .map((column) => `${column} = case when ${isSamePrice} then o.${column} end`)
    .join(', ');
}
