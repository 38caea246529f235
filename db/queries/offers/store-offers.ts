/* Writes readings of offers. SQL text: a bulk upsert that returns old and new values, and a bulk update that compares rows. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Cents } from '#domain/money.ts';
import { refreshSearchProducts } from '../search/search-products.ts';
import { preparedQuery } from '../sql/prepared.ts';
import { tables } from '../sql/tables.ts';
import { INVALIDATE_BACK, IS_BACK, invalidateScores } from './invalidate-scores.ts';
import {
  CONTENT,
  OFFER,
  type OfferContent,
  type OfferToStore,
  SAME_FIGURES,
} from './offer-columns.ts';
import { showPagePictures } from './pictures.ts';
import { addPricePoints } from './price-points.ts';

/** A stored offer with its previous price (null when it is new). */
export interface StoredOffer {
  id: string;
  productId: string;
  oldPriceCents: Cents | null;
  priceCents: Cents;
  changed: boolean;
  /** It had been unseen for so long that its stock counted as unknown. */
  isBack: boolean;
  /** It is new, or its search text changed. */
  isRenamed: boolean;
}

/** Where and when offers were read; `page` is null for a feed. */
export interface ReadAt {
  retailerId: string;
  page: { id: string; url: string; fence: number; isProductPage: boolean } | null;
  runId: string;
  observedAt: Date;
}

/** Writes offers and the price points of those that changed, and invalidates scores; in the transaction of the page, feed or approval. */
export async function storeOffers(tx: EntityManager, at: ReadAt, offers: OfferToStore[]) {
  const stored = await upsertOffers(tx, at, offers);
  const renamed = stored.filter(({ isRenamed }) => isRenamed);
  await refreshSearchProducts(tx, [...new Set(renamed.map(({ productId }) => productId))]);
  const idsOf = (some: StoredOffer[]) => some.map(({ id }) => id);
  const stale = stored.filter((offer) => offer.oldPriceCents !== null && needsScore(offer));
  await invalidateScores(tx, idsOf(stale));
  if (at.page?.isProductPage) await showPagePictures(tx, idsOf(stored));
  const changed = stored.filter((offer) => offer.changed);
  await addPricePoints(tx, idsOf(changed), at.observedAt, at.runId);
  return stored;
}

/** True when the product's scores are stale. */
export function needsScore({ changed, isBack }: StoredOffer): boolean {
  return changed || isBack;
}

/**
 * Writes offers in one statement with heap-only updates. When the digits of a name change, the earlier name is kept, because the pack
 * may have shrunk. An offer is attached to the product page at its address, else to the page that showed it first. Times never move
 * back.
 */
export async function upsertOffers(
  em: EntityManager,
  { retailerId, page, observedAt }: Omit<ReadAt, 'runId'>,
  offers: readonly OfferToStore[],
): Promise<StoredOffer[]> {
  if (offers.length === 0) return [];
  const isOwnPage = sql`${page?.isProductPage ?? false}::boolean and excluded.url = ${page?.url ?? ''}`;
  const { rows } = await sql<StoredOffer>`
    insert into offer as o (retailer_id, page_id, fence, price_changed_at, last_seen_at, first_seen_at, ${OFFER.names})
    select ${retailerId}::uuid, ${page?.id ?? null}::uuid, ${page?.fence ?? 0}::int, seen.at, seen.at, seen.at, ${OFFER.names}
    from ${OFFER.table(offers)}, (select ${observedAt}::timestamptz as at) seen
    order by url, variant, seller, zone
    on conflict (retailer_id, url, variant, seller, zone) do update set ${OFFER.updates},
      page_id = case when ${isOwnPage} then excluded.page_id else coalesce(o.page_id, excluded.page_id) end,
      earlier_pack = case when ${sql.raw(SAME_FIGURES)} then o.earlier_pack
        else jsonb_build_object('name', o.name, 'seenAt', o.last_seen_at) end,
      fence = excluded.fence, suspect_price_cents = null,
      price_changed_at = case when o.price_cents = excluded.price_cents then o.price_changed_at
        else greatest(o.price_changed_at, excluded.price_changed_at) end,
      last_seen_at = greatest(o.last_seen_at, excluded.last_seen_at)
    returning new.id, new.product_id as "productId", old.price_cents as "oldPriceCents", new.price_cents as "priceCents",
      (old.id is null or old.price_cents <> new.price_cents
        or old.original_price_cents is distinct from new.original_price_cents
        or old.availability <> new.availability) as changed, coalesce(${IS_BACK}, false) as "isBack",
      (old.id is null or old.search_text <> new.search_text) as "isRenamed"`.execute(tables(em));
  return rows;
}

const touch = preparedQuery<Record<string, unknown>, { nth: number; id: string }, []>(
  'touch same offers',
  (_db, value) => sql`
    with same as (
      select o.id, x.nth from offer o join ${CONTENT.unnested(value)} with ordinality as x(${CONTENT.names}, nth)
        on o.retailer_id = ${value('retailerId')}::uuid and o.suspect_price_cents is null and o.fence = 0 and ${CONTENT.isSame}
      order by o.id for no key update of o),
    touched as (
      update offer o set last_seen_at = greatest(o.last_seen_at, ${value('observedAt')}::timestamptz)
      from same where o.id = same.id
      returning same.nth::int - 1 as nth, o.id, ${IS_BACK} as is_back),
    ${INVALIDATE_BACK}
    select nth, id from touched`,
);

/**
 * Marks offers as seen whose reading would change nothing else, the usual case, and invalidates the scores of those that are back.
 * Returns list position → offer id. Call it outside a transaction, whose locks others would wait for.
 */
export async function touchSameOffers(
  em: EntityManager,
  retailerId: string,
  offers: readonly OfferContent[],
  observedAt: Date,
): Promise<Map<number, string>> {
  const rows = await touch(em, { retailerId, observedAt, ...CONTENT.arraysOf(offers) });
  return new Map(rows.map(({ nth, id }) => [nth, id]));
}
