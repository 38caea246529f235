import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Cents } from '#domain/money.ts';
import { PricePass } from '../../entities/alert.ts';
import { IS_CONFIRMED } from '../alerts/fire-alerts.ts';
import { withAdvisoryLock } from '../sql/advisory-lock.ts';
import { tables } from '../sql/tables.ts';

/** A purchase: the price of one piece, and until when its offer is watched. */
export interface Bought {
  offerId: string;
  paidCents: Cents;
  boughtAt: Date;
  endsAt: Date;
}

export const MOST_PASSES = 200;

/** A person's passes, the newest purchase first. */
export function passesOf(em: EntityManager, userId: string) {
  return tables(em)
    .selectFrom('price_pass as a')
    .select(['a.id', 'a.offer as offerId', 'a.paidCents', 'a.boughtAt', 'a.endsAt'])
    .where('a.user', '=', userId)
    .orderBy('a.boughtAt', 'desc')
    .orderBy('a.id')
    .execute();
}

/** Adds a person's passes for existing offers. False when they would exceed MOST_PASSES. */
export async function addPasses(em: EntityManager, userId: string, bought: readonly Bought[]) {
  return withAdvisoryLock(em, `pass:${userId}`, async (tx) => {
    const kept = await tx.count(PricePass, { user: userId });
    if (kept + bought.length > MOST_PASSES) return false;
    for (const { offerId, ...pass } of bought) {
      tx.create(PricePass, { user: userId, offer: offerId, ...pass });
    }
    await tx.flush();
    return true;
  });
}

/** Deletes the pass, or all passes of the person, that a signed link names. */
export async function endPassesByLink(em: EntityManager, id: string): Promise<void> {
  await em.nativeDelete(PricePass, { $or: [{ id }, { user: id }] });
}

/** Offers by id with the data that a pass shows, listed or not. */
export function boughtOffers(em: EntityManager, offerIds: readonly string[]) {
  return tables(em)
    .selectFrom('offer as o')
    .innerJoin('product as p', 'p.id', 'o.product')
    .innerJoin('retailer as r', 'r.id', 'o.retailer')
    .select(['o.id as offerId', 'o.product as productId', 'p.name', 'o.url', 'o.priceCents'])
    .select(['r.name as shop', 'o.lastSeenAt as readAt'])
    .select(sql<boolean>`o.source = 'demo'`.as('isDemo'))
    .where('o.id', '=', sql<string>`any(${[...offerIds]}::uuid[])`)
    .execute();
}

/**
 * Claims the passes to notify: the shop's price is below the price paid and the one last notified, undoubted, read within a day, and
 * the person's address is verified. Records the notified price; run it in the transaction that writes the mails.
 */
export function tellPasses(em: EntityManager) {
  const cheaper = tables(em)
    .selectFrom('price_pass as a')
    .innerJoin('offer as o', 'o.id', 'a.offer')
    .innerJoin('product as p', 'p.id', 'o.product')
    .innerJoin('retailer as r', 'r.id', 'o.retailer')
    .innerJoin('user_account as u', 'u.id', 'a.user')
    .select(['a.id', 'a.user', 'o.priceCents as cents', 'u.email as recipient', 'r.name as shop'])
    .select(['p.id as productId', 'p.name'])
    .where(IS_CONFIRMED)
    .where('u.emailVerified', '=', true)
    .where(sql<boolean>`now() between a.bought_at and a.ends_at`)
    .where(sql<boolean>`o.price_cents < least(a.paid_cents, a.told_cents)`)
    .forUpdate('a')
    .skipLocked();
  return tables(em)
    .with('cheaper', () => cheaper)
    .updateTable('price_pass')
    .from('cheaper')
    .set({ toldCents: sql<Cents>`cheaper.cents` })
    .whereRef('price_pass.id', '=', 'cheaper.id')
    .returning(['price_pass.id', 'price_pass.paidCents', 'price_pass.endsAt'])
    .returning(['cheaper.name', 'cheaper.productId', 'cheaper.cents as priceCents'])
    .returning(['cheaper.user', 'cheaper.recipient', 'cheaper.shop'])
    .execute();
}
