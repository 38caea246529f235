/* Offers that a guard refused, kept for operators (refused-view.ts) until accepted or expired (retention.ts). SQL text: a bulk upsert. */
import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { OfferRefusal } from '#domain/offers/offer-refusal.ts';
import { foldSpaces } from '#domain/text/fold-spaces.ts';
import { withoutUnseen } from '#domain/text/visible-text.ts';
import { RefusedOffer as RefusedOfferRow } from '../../entities/run.ts';
import { columnSet, first, replaced } from '../sql/column-set.ts';
import { type RowOf, tables } from '../sql/tables.ts';

const COLUMNS = {
  id: first('uuid'),
  reason: first('text'),
  url: first('text'),
  variant: first('text'),
  seller: first('text'),
  name: replaced('text'),
  price: replaced('text'),
  currency: replaced('text'),
  availability: replaced('text'),
  lastPriceCents: replaced('int'),
  ceilingCents: replaced('int'),
  feedRow: replaced('int'),
};
const ROWS = columnSet(COLUMNS);

type Stated = Pick<RowOf<'refused_offer'>, Exclude<keyof typeof COLUMNS, 'id'>>;

/** An offer as stated, with the guard's reason. `price` is the text as read; `feedRow` identifies rows without a `url`. */
export interface RefusedOffer extends Stated {
  reason: OfferRefusal;
}

interface RefusedAt {
  retailerId: string;
  /** Null for a feed. */
  pageId: string | null;
  runId: string;
  observedAt: Date;
}

/** Newest offers kept for each retailer and reason. */
export const MOST_REFUSED = 200;
/** First offers kept for each page: a list of a thousand foreign prices says no more than fifty. */
export const MOST_REFUSED_OF_PAGE = 50;

/** SQL over refused_offer: some page has since shown the offer with an accepted price. */
export const ACCEPTED_SINCE = `exists (
  select 1 from offer where offer.retailer_id = refused_offer.retailer_id and offer.url = refused_offer.url
    and offer.variant = refused_offer.variant and offer.seller = refused_offer.seller
    and offer.last_seen_at > refused_offer.last_refused_at)`;

/**
 * Keeps refused offers in one statement: known ones count up, the oldest of their reason make room. `forgetsOthers` deletes the page's
 * other refusals. Call it in the transaction that stores the page or feed.
 */
export async function keepRefused(
  tx: EntityManager,
  { retailerId, pageId, runId, observedAt }: RefusedAt,
  refused: readonly RefusedOffer[],
  forgetsOthers: boolean,
): Promise<void> {
  if (refused.length === 0) {
    // The usual case, and far cheaper to plan.
    if (forgetsOthers) await tx.nativeDelete(RefusedOfferRow, { page: pageId });
    return;
  }
  const byId = new Map(refused.map((offer) => [idOf(retailerId, offer), storable(offer)]));
  const rows = [...byId].map(([id, offer]) => ({ id, ...offer }));
  await sql`
    with read as (select * from ${ROWS.table(rows)}),
    gone as (
      delete from refused_offer where page_id = ${forgetsOthers ? pageId : null}::uuid and id not in (select id from read)),
    room as (
      delete from refused_offer where id in (
        select id from refused_offer where id in (
          select surplus.id from (select reason, count(*)::int as n from read group by reason) r
          cross join lateral (
            select id from refused_offer o
            where o.retailer_id = ${retailerId}::uuid and o.reason = r.reason and o.id not in (select id from read)
            order by last_refused_at desc offset greatest(0, ${MOST_REFUSED}::int - r.n)) surplus)
        -- Rows that another writer holds are left to it.
        for update skip locked))
    insert into refused_offer as o (retailer_id, page_id, run_id, first_refused_at, last_refused_at, ${ROWS.names})
    select ${retailerId}::uuid, ${pageId}::uuid, ${runId}::uuid, seen.at, seen.at, ${ROWS.names}
    from read, (select ${observedAt}::timestamptz as at) seen order by id
    on conflict (id) do update set ${ROWS.updates}, page_id = excluded.page_id, run_id = excluded.run_id, times = o.times + 1,
      last_refused_at = greatest(o.last_refused_at, excluded.last_refused_at)`.execute(tables(tx));
}

/** Addresses of offers whose price a feed of the retailer first doubted after this time. */
export async function doubtedByFeedSince(tx: EntityManager, retailerId: string, after: Date) {
  const rows = await tables(tx)
    .selectFrom('refused_offer')
    .select('url')
    .where('retailer', '=', retailerId)
    .where('reason', '=', 'price-doubted')
    .where('page', 'is', null)
    .where('firstRefusedAt', '>', after)
    .execute();
  return new Set(rows.map(({ url }) => url));
}

/** Deletes refusals of the retailer's earlier feeds that this run did not repeat; a doubted price stays until accepted. */
export async function forgetRefusedOfFeeds(tx: EntityManager, retailerId: string, runId: string) {
  await tables(tx)
    .deleteFrom('refused_offer')
    .where('retailer', '=', retailerId)
    .where('page', 'is', null)
    .where('run', '<>', runId)
    .where(sql<boolean>`(reason <> 'price-doubted' or ${sql.raw(ACCEPTED_SINCE)})`)
    .execute();
}

/** The id of an offer and reason. A feed row without an address is identified by its position and name. */
function idOf(retailerId: string, offer: RefusedOffer): string {
  const { reason, url, variant, seller, name, feedRow } = offer;
  const parts = [retailerId, reason, url, variant, seller, ...(url === '' ? [feedRow, name] : [])];
  return createHash('md5').update(JSON.stringify(parts)).digest('hex');
}

const LONGEST = { url: 2_000, name: 300, variant: 300, seller: 300, price: 100, currency: 20 };

/** The offer made storable: visible characters, cut to the length shown. */
function storable(offer: RefusedOffer): RefusedOffer {
  const cut = (field: keyof typeof LONGEST) => {
    const text = offer[field]?.slice(0, LONGEST[field]);
    return text === undefined ? null : foldSpaces(withoutUnseen(text));
  };
  const texts = { price: cut('price'), currency: cut('currency') };
  const words = { name: cut('name') ?? '', variant: cut('variant') ?? '' };
  return { ...offer, ...texts, ...words, url: cut('url') ?? '', seller: cut('seller') ?? '' };
}
