import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { OfferToStore } from '#db/queries/offers/offer-columns.ts';
import { slotOf } from '#db/queries/offers/price-points.ts';
import type { ShopDatabase } from './shop-database.ts';

/** Columns of the copied rows: name in the table, type, and value of an offer. */
const COLUMNS: readonly [string, string, (offer: OfferToStore) => unknown][] = [
  ['url', 'text', (offer) => offer.url],
  ['variant', 'text', (offer) => offer.variant],
  ['seller', 'text', (offer) => offer.seller],
  ['zone', 'text', (offer) => offer.zone],
  ['name', 'text', (offer) => offer.name],
  ['image_url', 'text', (offer) => offer.imageUrl],
  ['price_cents', 'int', (offer) => offer.priceCents],
  ['original_price_cents', 'int', (offer) => offer.originalPriceCents],
  ['member_price_cents', 'int', (offer) => offer.memberPriceCents],
  ['delivery_cents', 'int', (offer) => offer.deliveryCents],
  ['availability', 'text', (offer) => offer.availability],
];

const CHANGED = `(o.name, o.price_cents, o.original_price_cents, o.member_price_cents, o.delivery_cents, o.availability,
  o.image_url) is distinct from (x.name, x.price_cents, x.original_price_cents, x.member_price_cents, x.delivery_cents,
  x.availability, x.image_url)`;

/**
 * The least work that could do the job: all rows copied into a temporary table and one merge, in one transaction,
 * without locks, guards or doubts. It also notes when each unchanged row was seen, as ours does.
 */
export async function copyAndMerge(
  { pool, retailer, runId }: ShopDatabase,
  offers: readonly OfferToStore[],
  observedAt: Date,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const columns = COLUMNS.map(([name, type]) => `${name} ${type}`).join(', ');
    await client.query(`create temporary table incoming (${columns}) on commit drop`);
    const incoming = client.query(copyFrom('copy incoming from stdin'));
    await pipeline(Readable.from(offers.map(lineOf)), incoming);
    await client.query(
      `with merged as (
         merge into offer o using incoming x
           on o.retailer_id = $1 and (o.url, o.variant, o.seller, o.zone) = (x.url, x.variant, x.seller, x.zone)
         when matched and ${CHANGED} then update set name = x.name, image_url = x.image_url,
           price_cents = x.price_cents, original_price_cents = x.original_price_cents,
           member_price_cents = x.member_price_cents, delivery_cents = x.delivery_cents,
           availability = x.availability, price_changed_at = $2, last_seen_at = $2
         when matched then update set last_seen_at = $2
         returning new.id, new.price_cents, new.original_price_cents, new.availability,
           old.price_cents <> new.price_cents as moved)
       insert into price_point (offer_id, slot, price_cents, original_price_cents, availability, run_id)
       select id, $3, price_cents, original_price_cents, availability, $4 from merged where moved`,
      [retailer.id, observedAt, slotOf(observedAt), runId],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** A row in COPY's text format. */
function lineOf(offer: OfferToStore): string {
  const cells = COLUMNS.map(([, , ofOffer]) => {
    const value = ofOffer(offer);
    return value === null ? '\\N' : String(value).replace(/[\\\t\n\r]/g, ' ');
  });
  return `${cells.join('\t')}\n`;
}
