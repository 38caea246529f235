/*
 * Offers that a guard refused, kept for operators: written with the result of the page or feed that states them, gone once
 * they are accepted. What operators see of them: refused-view.ts; how long they stay: retention.ts.
 */
import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Cents } from '#domain/money.ts';
import type { Availability } from '#domain/offers/availability.ts';
import type { OfferRefusal } from '#domain/offers/offer-refusal.ts';

/** An offer as it was stated, with what the guard held against it. */
export interface RefusedOffer {
  reason: OfferRefusal;
  /** Empty where a feed's row states none; then `feedRow` tells it from others. */
  url: string;
  variant: string;
  seller: string;
  name: string;
  /** As it was read: '12.99', or what a feed writes in its place. */
  price: string | null;
  currency: string | null;
  availability: Availability;
  lastPriceCents: Cents | null;
  ceilingCents: Cents | null;
  /** Null on a page. */
  feedRow: number | null;
}

/** Where and when offers were refused. */
export interface RefusedAt {
  retailerId: string;
  /** Null for a feed. */
  pageId: string | null;
  runId: string;
  observedAt: Date;
}

/** Of one retailer and reason no more are kept, the newest. */
export const MOST_REFUSED = 200;
/** Of one page, the first: a list of a thousand foreign prices says the same as fifty. */
export const MOST_REFUSED_OF_PAGE = 50;

/** SQL over refused_offer: the offer was seen since with a price that is believed, be it on another page. */
export const ACCEPTED_SINCE = `exists (
  select 1 from offer where offer.retailer_id = refused_offer.retailer_id and offer.url = refused_offer.url
    and offer.variant = refused_offer.variant and offer.seller = refused_offer.seller
    and offer.last_seen_at > refused_offer.last_refused_at)`;

/** Older ones of the same reasons make room. Rows that another writer holds are left to it. */
const MAKE_ROOM = `delete from refused_offer where id in (
  select id from refused_offer where id in (
    select surplus.id from (select reason, count(*)::int as n from read group by reason) r
    cross join lateral (
      select id from refused_offer o where o.retailer_id = ? and o.reason = r.reason and o.id not in (select id from read)
      order by last_refused_at desc offset greatest(0, ? - r.n)) surplus)
  for update skip locked)`;

/**
 * Keeps these refused offers, in one statement; one refused before is counted on. `forgetsOthers` when they are all that the
 * page's newest reading refused: what earlier ones did was accepted, or is shown no more. To be called in the transaction
 * that writes what else the page or feed says, and only when there is something to keep or to forget.
 */
export async function keepRefused(
  tx: EntityManager,
  { retailerId, pageId, runId, observedAt }: RefusedAt,
  refused: readonly RefusedOffer[],
  forgetsOthers: boolean,
): Promise<void> {
  if (refused.length === 0) {
    // The rule once a page's faults are mended: far cheaper to plan.
    if (forgetsOthers) await tx.execute('delete from refused_offer where page_id = ?', [pageId]);
    return;
  }
  const byId = new Map(refused.map((offer) => [idOf(retailerId, offer), storable(offer)]));
  await tx.execute(
    `with read as (
       select * from jsonb_to_recordset(?::jsonb) as x(id uuid, reason text, url text, variant text, seller text, name text,
         price text, currency text, availability text, "lastPriceCents" int, "ceilingCents" int, "feedRow" int)),
     gone as (delete from refused_offer where page_id = ? and id not in (select id from read)),
     room as (${MAKE_ROOM})
     insert into refused_offer as o (id, retailer_id, page_id, run_id, feed_row, url, variant, seller, name, reason, price,
       currency, availability, last_price_cents, ceiling_cents, first_refused_at, last_refused_at)
     select id, ?, ?, ?, "feedRow", url, variant, seller, name, reason, price, currency, availability, "lastPriceCents",
       "ceilingCents", ?, ? from read order by id
     on conflict (id) do update set page_id = excluded.page_id, run_id = excluded.run_id, feed_row = excluded.feed_row,
       name = excluded.name, price = excluded.price, currency = excluded.currency, availability = excluded.availability,
       last_price_cents = excluded.last_price_cents, ceiling_cents = excluded.ceiling_cents, times = o.times + 1,
       last_refused_at = greatest(o.last_refused_at, excluded.last_refused_at)`,
    [
      JSON.stringify([...byId].map(([id, offer]) => ({ id, ...offer }))),
      forgetsOthers ? pageId : null,
      ...[retailerId, MOST_REFUSED],
      ...[retailerId, pageId, runId],
      ...[observedAt, observedAt],
    ],
  );
}

/** Forgets what earlier feeds of a retailer were refused for and this run's was not. A doubted price waits until it is accepted. */
export async function forgetRefusedOfFeeds(
  tx: EntityManager,
  retailerId: string,
  runId: string,
): Promise<void> {
  await tx.execute(
    `delete from refused_offer where retailer_id = ? and page_id is null and run_id <> ?
       and (reason <> 'price-doubted' or ${ACCEPTED_SINCE})`,
    [retailerId, runId],
  );
}

/** The same offer, refused for the same reason, has the same id. A feed's row without an address is told by its place and name. */
function idOf(retailerId: string, offer: RefusedOffer): string {
  const { reason, url, variant, seller, name, feedRow } = offer;
  const parts = [retailerId, reason, url, variant, seller, ...(url === '' ? [feedRow, name] : [])];
  return createHash('md5').update(JSON.stringify(parts)).digest('hex');
}

const LONGEST = { url: 2_000, name: 300, variant: 300, seller: 300, price: 100, currency: 20 };

/** What can be stored and printed of it: no control characters, no half of a surrogate pair, no more than is looked at. */
function storable(offer: RefusedOffer): RefusedOffer {
  const cut = (field: keyof typeof LONGEST) =>
    offer[field]
      ?.slice(0, LONGEST[field])
      .replace(/\p{Cc}+/gu, ' ')
      .toWellFormed() ?? null;
  const texts = { price: cut('price'), currency: cut('currency') };
  const words = { name: cut('name') ?? '', variant: cut('variant') ?? '' };
  return { ...offer, ...texts, ...words, url: cut('url') ?? '', seller: cut('seller') ?? '' };
}
