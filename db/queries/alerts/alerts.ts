import type { EntityManager } from '@mikro-orm/postgresql';
import type { Cents } from '#domain/money.ts';
import type { AlertKind } from '../../entities/alert.ts';
import { withAdvisoryLock } from '../sql/advisory-lock.ts';
import { BEST_FIRST, BUYABLE, LISTED_OFFERS } from '../sql/offer-conditions.ts';

/** An alert with its product as it is now. */
export interface AlertRow {
  id: string;
  productId: string;
  productName: string;
  email: string;
  kind: AlertKind;
  targetCents: Cents | null;
  basePriceCents: Cents;
  bestPriceCents: Cents | null;
  state: 'unconfirmed' | 'watching' | 'fired' | 'paused' | 'ended';
  createdAt: Date;
  firedAt: Date | null;
}

/** The lowest price of an alert's product among the offers that can be bought now. */
const BEST_PRICE = `select min(o.price_cents) from ${LISTED_OFFERS} where o.product_id = a.product_id and ${BUYABLE}`;

const COLUMNS = `a.id, a.product_id as "productId", p.name as "productName", a.email, a.kind,
  a.target_cents as "targetCents", a.base_price_cents as "basePriceCents", a.state, a.created_at as "createdAt",
  a.fired_at as "firedAt", (${BEST_PRICE}) as "bestPriceCents"`;

/** A person's alerts, newest first; ended ones are left out. */
export async function listAlerts(em: EntityManager, userId: string): Promise<AlertRow[]> {
  return em.execute<AlertRow[]>(
    `select ${COLUMNS} from alert a join product p on p.id = a.product_id
     where a.user_id = ? and a.state <> 'ended' order by a.created_at desc`,
    [userId],
  );
}

/** The price an alert begins at: the lowest to buy, else the lowest of any offer; null when no shop has one. */
export async function basePrice(em: EntityManager, productId: string): Promise<Cents | null> {
  const [row] = await em.execute<{ price: Cents }[]>(
    `select o.price_cents as price from ${LISTED_OFFERS} where o.product_id = ? order by ${BEST_FIRST} limit 1`,
    [productId],
  );
  return row?.price ?? null;
}

/** Adds an alert, or changes the one this person has on the product and address. */
export async function saveAlert(
  em: EntityManager,
  alert: {
    userId: string;
    productId: string;
    email: string;
    kind: AlertKind;
    targetCents: Cents | null;
    basePriceCents: Cents;
    state: 'unconfirmed' | 'watching';
  },
): Promise<string> {
  const key = `alert:${alert.userId}:${alert.productId}:${alert.email}`;
  return withAdvisoryLock(em, key, async (tx) => {
    const changed = await tx.execute<{ id: string }[]>(
      `update alert set kind = ?, target_cents = ?, base_price_cents = ?, last_price_cents = null, state = ?
       where user_id = ? and product_id = ? and email = ? and state <> 'ended' returning id`,
      [
        alert.kind,
        alert.targetCents,
        alert.basePriceCents,
        alert.state,
        alert.userId,
        alert.productId,
        alert.email,
      ],
    );
    if (changed[0]) return changed[0].id;
    const added = await tx.execute<{ id: string }[]>(
      `insert into alert (user_id, product_id, email, kind, target_cents, base_price_cents, state)
       values (?, ?, ?, ?, ?, ?, ?) returning id`,
      [
        alert.userId,
        alert.productId,
        alert.email,
        alert.kind,
        alert.targetCents,
        alert.basePriceCents,
        alert.state,
      ],
    );
    if (!added[0]) throw new Error('an alert was not added');
    return added[0].id;
  });
}

/** Ends a person's alerts on a product. */
export async function endAlertsOn(
  em: EntityManager,
  userId: string,
  productId: string,
): Promise<void> {
  await em.execute(
    `update alert set state = 'ended' where user_id = ? and product_id = ? and state <> 'ended'`,
    [userId, productId],
  );
}

/** Ends one alert of this person. False when it is not theirs. */
export async function endAlert(em: EntityManager, userId: string, id: string): Promise<boolean> {
  const rows = await em.execute<{ id: string }[]>(
    `update alert set state = 'ended' where user_id = ? and id = ? and state <> 'ended' returning id`,
    [userId, id],
  );
  return rows.length > 0;
}

/** Ends an alert by a signed link, whoever follows it. True also where it has ended, or is gone: no mail will come. */
export async function endAlertByLink(em: EntityManager, id: string): Promise<boolean> {
  await em.execute(`update alert set state = 'ended' where id = ?`, [id]);
  return true;
}

/** True when this person's alerts may be sent to the address: it confirmed theirs, or is their own and verified. */
export async function isAddressConfirmed(
  em: EntityManager,
  userId: string,
  email: string,
): Promise<boolean> {
  const rows = await em.execute(
    `select 1 from confirmed_address where user_id = ? and email = ?
     union all select 1 from user_account where id = ? and email = ? and email_verified`,
    [userId, email, userId, email],
  );
  return rows.length > 0;
}

/** Records that an address confirmed a person's alerts; those that waited begin to watch. False: there is no such person. */
export async function confirmAddress(
  em: EntityManager,
  userId: string,
  email: string,
): Promise<boolean> {
  return em.transactional(async (tx) => {
    const people = await tx.execute<{ id: string }[]>(
      `with person as (select id from user_account where id = ?),
       confirmed as (
         insert into confirmed_address (user_id, email) select id, ? from person on conflict do nothing)
       select id from person`,
      [userId, email],
    );
    await tx.execute(
      `update alert set state = 'watching' where user_id = ? and email = ? and state = 'unconfirmed'`,
      [userId, email],
    );
    return people.length > 0;
  });
}
