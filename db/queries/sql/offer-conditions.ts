/* Conditions on an offer o and its retailer r as SQL text, generated from the rules in #domain. */
import { type Kysely, sql } from 'kysely';
import * as availability from '#domain/offers/availability.ts';
import { LISTED_DAYS, STOCK_KNOWN_DAYS } from '#domain/offers/offer-age.ts';
import { VERDICT_MIN_DAYS_OBSERVED, VERDICT_WEEKS } from '#domain/prices/price-verdict.ts';
import type { Tables } from './tables.ts';

const isIn = (words: readonly availability.Availability[]) =>
  `o.availability in (${words.map((word) => `'${word}'`).join(', ')})`;
const seenWithin = (days: number, offer = 'o') =>
  `${offer}.last_seen_at > now() - interval '${days} days'`;

/** Seen recently enough to be listed; `offer` is its table alias. */
export const isListed = (offer: string) => seenWithin(LISTED_DAYS, offer);
export const LISTED = isListed('o');

/** The retailer's id if it sells the goods itself and listed them lately, else null. */
export const OWN_SHOP = `case when o.seller = '' and ${LISTED} then r.id end`;

/** Seen recently enough for its stock to be known. */
export const STOCK_KNOWN = seenWithin(STOCK_KNOWN_DAYS);

/** The present availability; unknown for an offer not seen recently. */
export const AVAILABILITY = `case when ${STOCK_KNOWN} then o.availability else 'unknown' end`;

/** In stock, as its shop states. */
export const IN_STOCK = `(${isIn(availability.IN_STOCK)} and ${STOCK_KNOWN})`;

/** Can be bought now (`isBuyable`), and was seen recently. */
export const BUYABLE = `(${isIn(availability.BUYABLE)} and ${STOCK_KNOWN})`;

/** Not sold now (`isGone`), as its shop states. */
export const GONE = isIn(availability.GONE);

/** For `order by`, the best offer of a product first: one that can be bought, then the cheapest, then that of the more trusted shop, then one in stock. */
export const BEST_FIRST = `${BUYABLE} desc, ${GONE}, o.price_cents, r.trust_score10 desc,
  ${IN_STOCK} desc, o.id`;

/** A shop's name on saved items; marks shops of an ended demonstration. */
export const SAVED_SHOP_NAME = `case when r.kind = 'demo' and r.status <> 'enabled' then r.name || ' (demonstration)'
  else r.name end`;

const slotBefore = (days: number) => `extract(epoch from now())::int / 60 - ${days * 24 * 60}`;
/** The price points of `offer o` that count. */
export const SOUND_POINTS = `price_point h where h.offer_id = o.id and ${isSound('h')}`;

/** A price point (by table alias) whose run is neither undone nor quarantined. */
export function isSound(point: string) {
  return `(${point}.run_id is null or ${point}.run_id <> all (array(select id from run where status in ('quarantined', 'undone'))))`;
}

/** No observed price supports the former price that its shop claims (`isRefused` of #domain/prices/refused-claim.ts). */
const CLAIM_REFUSED = `(
  exists (select from ${SOUND_POINTS} and h.slot <= ${slotBefore(VERDICT_MIN_DAYS_OBSERVED)})
  and o.original_price_cents > (select max(h.price_cents) from ${SOUND_POINTS} and h.slot >= coalesce(
    (select max(h.slot) from ${SOUND_POINTS} and h.slot <= ${slotBefore(VERDICT_WEEKS * 7)}), 0)))`;

/** Its shop claims a higher former price, and the claim is refused. */
export const REFUSED_SPECIAL = `(o.original_price_cents > o.price_cents and ${CLAIM_REFUSED})`;

/** Its shop claims a higher former price, and the claim is not refused. */
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
