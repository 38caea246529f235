import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Cents } from '#domain/money.ts';
import { Alert, type AlertKind } from '../../entities/alert.ts';
import { ConfirmedAddress, User } from '../../entities/user.ts';
import { withAdvisoryLock } from '../sql/advisory-lock.ts';
import { buyableOffers, listedOffers } from '../sql/offer-conditions.ts';
import { type RowOf, tables } from '../sql/tables.ts';
import { IS_WATCHED_SHOP } from './fire-alerts.ts';

/** An alert with its product's current data: the lowest price among buyable offers, and whether a shop lists it, both of the watched shops. */
export type AlertRow = Awaited<ReturnType<typeof listAlerts>>[number];

/** A person's alerts, newest first, without ended ones and those on products that a merge left behind. */
export async function listAlerts(em: EntityManager, userId: string) {
  const isWatched = sql<boolean>`o.product_id = a.product_id and ${IS_WATCHED_SHOP}`;
  const best = buyableOffers(tables(em)).select(({ fn }) => fn.min('o.priceCents').as('price'));
  const listed = listedOffers(tables(em)).select('o.id').where(isWatched);
  return tables(em)
    .selectFrom('alert as a')
    .innerJoin('product as p', 'p.id', 'a.product')
    .leftJoin('retailer as r', 'r.id', 'a.retailer')
    .select(['a.id', 'a.product as productId', 'p.name as productName', 'r.name as shop'])
    .select(['a.email', 'a.kind'])
    .select(['a.minDropCents', 'a.restDays', 'a.backInStock', 'a.yearLow'])
    .select(['a.targetCents', 'a.basePriceCents', 'a.state', 'a.createdAt', 'a.firedAt'])
    .select(best.where(isWatched).as('bestPriceCents'))
    .select(sql<boolean>`exists ${listed}`.as('isListed'))
    .where('a.user', '=', userId)
    .where('a.state', '<>', 'ended')
    .where('p.mergedInto', 'is', null)
    .orderBy('a.createdAt', 'desc')
    .execute();
}

/**
 * Adds an alert, or changes the person's existing one on this product and address; one on other shops forgets its mails. It waits unless
 * the address is confirmed; the lock keeps a confirmation at the same moment from missing it. Returns its id and state.
 */
export async function saveAlert(
  em: EntityManager,
  alert: {
    userId: string;
    productId: string;
    email: string;
    kind: AlertKind;
    targetCents: Cents | null;
    basePriceCents: Cents;
  } & Pick<RowOf<'alert'>, 'retailer' | 'minDropCents' | 'restDays' | 'backInStock' | 'yearLow'>,
): Promise<{ id: string; state: 'unconfirmed' | 'watching' }> {
  const { userId: user, productId: product, email, ...wish } = alert;
  return withAdvisoryLock(em, alertsOf(user, email), async (tx) => {
    const state = (await isAddressConfirmed(tx, user, email)) ? 'watching' : 'unconfirmed';
    const known = await tx.findOne(
      Alert,
      { user, product, email, state: { $ne: 'ended' } },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    const isOther = (known?.retailer?.id ?? null) !== wish.retailer;
    const unsaid = isOther ? { firedAt: null, mailedCents: null } : {};
    const saved = known
      ? tx.assign(known, { ...wish, state, lastPriceCents: null, wasGone: false, ...unsaid })
      : tx.create(Alert, { user, product, email, ...wish, state });
    await tx.flush();
    return { id: saved.id, state };
  });
}

/** The lock of a person's alerts to one address. */
const alertsOf = (userId: string, email: string) => `alerts:${userId}:${email}`;

/** Ends these alerts. Returns their number. */
export function endAlerts(
  em: EntityManager,
  which: { id?: string; user?: string; email?: string; product?: string },
): Promise<number> {
  return em.nativeUpdate(Alert, { ...which, state: { $ne: 'ended' } }, { state: 'ended' });
}

/**
 * Ends the alert that a signed link names, or all of a person to an address ('<id> <address>'), whoever follows the link. Also true when
 * it had ended or was deleted: no mail will come.
 */
export async function endAlertByLink(em: EntityManager, named: string): Promise<boolean> {
  const [id = '', email] = named.split(' ');
  await endAlerts(em, email ? { user: id, email } : { id });
  return true;
}

/** True when this person's alerts may go to the address: it confirmed them, or it is their own verified address. */
async function isAddressConfirmed(em: EntityManager, userId: string, email: string) {
  return (
    (await em.count(ConfirmedAddress, { user: userId, email })) > 0 ||
    (await em.count(User, { id: userId, email, emailVerified: true })) > 0
  );
}

/** Records that an address confirmed a person's alerts and starts those waiting for it. False when there is no such person. */
export async function confirmAddress(em: EntityManager, userId: string, email: string) {
  return withAdvisoryLock(em, alertsOf(userId, email), async (tx) => {
    // The row's lock keeps the account from being deleted until the address is stored.
    const person = await tx.findOne(User, userId, { lockMode: LockMode.PESSIMISTIC_READ });
    if (!person) return false;
    await tx.upsert(ConfirmedAddress, { user: userId, email }, { onConflictAction: 'ignore' });
    const waiting = { user: userId, email, state: 'unconfirmed' } as const;
    await tx.nativeUpdate(Alert, waiting, { state: 'watching' });
    return true;
  });
}
