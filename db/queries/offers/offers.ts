import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { Offer } from '#db/entities/offer.ts';
import { forgetValidators } from '#db/queries/crawl/pages.ts';
import { addToRun, closeRuns, openRun } from '#db/queries/crawl/runs.ts';
import { SOUND_POINTS } from '#db/queries/sql/offer-conditions.ts';
import { tables } from '#db/queries/sql/tables.ts';
import type { Cents } from '#domain/money.ts';
import type { EarlierPack } from '#domain/pack/shrinkflation.ts';
import { inTransaction } from '../sql/in-transaction.ts';
import { invalidateScores } from './invalidate-scores.ts';
import { IDENTITY, identityText, type OfferIdentity } from './offer-columns.ts';
import { addPricePoints } from './price-points.ts';

/** An offer as stored before its next reading. */
export type KnownOffer = NonNullable<Awaited<ReturnType<typeof findKnownOffers>>[number]>;

/** The stored offer of each identity, undefined for a new one; unlocked: use lockKnownOffers before deciding on them. */
export async function findKnownOffers(
  em: EntityManager,
  retailerId: string,
  identities: readonly OfferIdentity[],
) {
  return inOrder(identities, await known(em, retailerId, identities).execute());
}

/** The same, locked against writers until the transaction ends; a shopper may still save one. */
export async function lockKnownOffers(
  em: EntityManager,
  retailerId: string,
  identities: readonly OfferIdentity[],
) {
  const locked = known(em, retailerId, identities).orderBy('o.id').forNoKeyUpdate('o');
  return inOrder(identities, await locked.execute());
}

function inOrder<Known extends OfferIdentity>(
  identities: readonly OfferIdentity[],
  found: readonly Known[],
) {
  const offers = new Map(found.map((offer) => [identityText(offer), offer]));
  return identities.map((identity) => offers.get(identityText(identity)));
}

function known(em: EntityManager, retailerId: string, identities: readonly OfferIdentity[]) {
  return tables(em)
    .selectFrom(IDENTITY.table(identities))
    .innerJoin('offer as o', (on) => on.on('o.retailer', '=', retailerId).on(IDENTITY.isSame))
    .innerJoin('product as p', 'p.id', 'o.product')
    .select(['o.id', 'o.url', 'o.variant', 'o.seller', 'o.zone', 'o.product as productId'])
    .select(['o.priceCents', 'o.suspectPriceCents', 'o.matchMethod', 'p.gtin as productGtin'])
    .select(({ eb }) => [
      eb('p.description', 'is', null).as('lacksDescription'),
      eb('p.brand', 'is', null).as('lacksBrand'),
    ])
    .select(
      // For the few offers with a doubted price only.
      sql<Cents | null>`case when o.suspect_price_cents is not null
        then (select h.price_cents from ${sql.raw(SOUND_POINTS)} order by h.slot limit 1) end`.as(
        'firstPriceCents',
      ),
    );
}

/** Stores a price that a second fetch must confirm; the offer keeps its current price. */
export async function suspectPrice(em: EntityManager, offerId: string, priceCents: Cents) {
  await em.nativeUpdate(Offer, { id: offerId }, { suspectPriceCents: priceCents });
}

/** The variant labels of the stored offers at these addresses; offers identified by address alone have none. */
export function knownVariantLabels(em: EntityManager, retailerId: string, urls: string[]) {
  return tables(em)
    .selectFrom('offer')
    .select(['url', 'variant'])
    .where('retailer', '=', retailerId)
    .where('variant', '<>', '')
    .where('url', '=', sql<string>`any(${urls}::text[])`)
    .execute();
}

export type OfferWithoutPast = Awaited<ReturnType<typeof offersWithoutPast>>[number];

export function offersWithoutPast(em: EntityManager, retailerId: string, limit: number) {
  return tables(em)
    .selectFrom('offer')
    .select(['id', 'url', 'seller', 'firstSeenAt'])
    .where('retailer', '=', retailerId)
    .where('replayedAt', 'is', null)
    .limit(limit)
    .execute();
}

/** Marks these offers as replayed and stores names from before a pack shrank; an observed earlier pack stays. */
export async function markReplayed(
  em: EntityManager,
  offers: readonly { id: string; earlierPack: EarlierPack | null }[],
): Promise<void> {
  for (const { id, earlierPack } of offers) {
    if (earlierPack) await em.nativeUpdate(Offer, { id, earlierPack: null }, { earlierPack });
  }
  const ids = offers.map(({ id }) => id);
  await em.nativeUpdate(Offer, { id: { $in: ids } }, { replayedAt: raw('now()') });
}

/** For the `set` of an update: clears unit, member and multi-buy prices unless `isSamePrice`. */
export function clearConditionalPrices(isSamePrice: RawBuilder<boolean>) {
  return {
    unitPrice: sql<null>`case when ${isSamePrice} then offer.unit_price end`,
    memberPriceCents: sql<null>`case when ${isSamePrice} then offer.member_price_cents end`,
    multiBuy: sql<null>`case when ${isSamePrice} then offer.multi_buy end`,
  };
}

/** Records a price that an operator saw, as a `manual` run, and clears conditional prices. False when the product has no such offer. */
export async function recordManualPrice(
  em: EntityManager,
  productId: string,
  offerId: string,
  priceCents: Cents,
  observedAt: Date,
): Promise<boolean> {
  return inTransaction(em, async (tx) => {
    const isSamePrice = sql<boolean>`offer.price_cents = ${priceCents}`;
    const seenAt = sql<Date>`${observedAt}::timestamptz`;
    const offer = await tables(tx)
      .updateTable('offer')
      .set({
        priceCents,
        suspectPriceCents: null,
        lastSeenAt: sql<Date>`greatest(last_seen_at, ${seenAt})`,
        priceChangedAt: sql<Date>`case when ${isSamePrice} then price_changed_at
          else greatest(price_changed_at, ${seenAt}) end`,
        ...clearConditionalPrices(isSamePrice),
      })
      .where('id', '=', offerId)
      .where('product', '=', productId)
      .returning(['retailer', 'page'])
      .returning(sql<boolean>`old.price_cents <> new.price_cents`.as('changed'))
      .executeTakeFirst();
    if (!offer) return false;
    const runId = await openRun(tx, offer.retailer, 'manual');
    if (offer.changed) await addPricePoints(tx, [offerId], observedAt, runId);
    await invalidateScores(tx, [offerId]);
    if (offer.page) await forgetValidators(tx, { id: offer.page });
    await addToRun(tx, runId, { offersSeen: 1, pricesChanged: offer.changed ? 1 : 0 });
    await closeRuns(tx, { id: runId });
    return true;
  });
}
