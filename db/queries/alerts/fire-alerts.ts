import type { EntityManager } from '@mikro-orm/postgresql';
import type { Cents } from '#domain/money.ts';
import type { AlertKind } from '../../entities/alert.ts';
import { BUYABLE } from '../sql/offer-conditions.ts';
import { pgArray } from '../sql/pg-array.ts';

/** An alert that the prices of its product now fulfil, with the offer and price point that do. */
export interface FiredAlert {
  id: string;
  email: string;
  productId: string;
  productName: string;
  kind: AlertKind;
  targetCents: Cents | null;
  basePriceCents: Cents;
  offerId: string;
  /** Minute of the price point (whole minutes since 1970). */
  slot: number;
  priceCents: Cents;
  retailerName: string;
}

/**
 * The offer that an alert on a's product may rest on: the cheapest that can be bought, seen in the last day, whose
 * price is not in doubt and comes from a sound crawl. A past that was replayed, or a quarantined run, fires nothing.
 */
const BEST = `join lateral (
    select o.id as offer_id, o.price_cents, o.price_changed_at, r.name as retailer_name, pp.slot
    from offer o join retailer r on r.id = o.retailer_id and r.status = 'enabled'
    join lateral (select slot, run_id from price_point where offer_id = o.id order by slot desc limit 1) pp on true
    left join run on run.id = pp.run_id
    where o.product_id = a.product_id and ${BUYABLE}
      and o.suspect_price_cents is null and o.last_seen_at > now() - interval '1 day'
      and (run.id is null or run.kind <> 'replay' and run.status not in ('quarantined', 'undone'))
    order by o.price_cents, o.id limit 1) b on true`;

/** Its mail of the last day said so already: the price has not moved since, only out of stock and back. */
const IS_SAID = `coalesce(a.fired_at > now() - interval '1 day' and b.price_changed_at <= a.fired_at
  and b.price_cents >= coalesce(a.last_price_cents, 0), false)`;

/** The price is at or below the target; or below all prices since the alert began or last started over. */
const IS_DUE = `((a.kind = 'target' and b.price_cents <= a.target_cents
  or a.kind = 'any_drop' and b.price_cents < coalesce(a.last_price_cents, a.base_price_cents)) and not ${IS_SAID})`;

/** After it fired, an alert watches again: for a target once the price is above it, for any drop at once. */
const IS_REARMED = `(a.kind = 'any_drop' or b.price_cents > a.target_cents)`;

const AMONG = 'a.product_id = any(?::uuid[])';

/** Those of the products that somebody's alert may concern now. */
export async function productsWithAlerts(
  em: EntityManager,
  productIds: string[],
): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `select distinct a.product_id as id from alert a where a.state in ('watching', 'fired') and ${AMONG}`,
    [pgArray(productIds)],
  );
  return rows.map((row) => row.id);
}

/** Products with an alert to fire or to re-arm: what a worker that died after its crawl left undone. */
export async function productsWithDueAlerts(em: EntityManager, limit: number): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `select distinct a.product_id as id from alert a ${BEST}
     where a.state = 'watching' and ${IS_DUE} or a.state = 'fired' and ${IS_REARMED} limit ?`,
    [limit],
  );
  return rows.map((row) => row.id);
}

/**
 * Fires what is due on these products. Locks each alert, so that two workers cannot fire it twice; to be called in
 * the transaction that writes the mails. An any-drop alert starts over once the price is back where it began.
 */
export async function fireAlerts(em: EntityManager, productIds: string[]): Promise<FiredAlert[]> {
  const products = pgArray(productIds);
  await em.execute(
    `with due as (
       select a.id, b.price_cents from alert a ${BEST}
       where a.state = 'fired' and ${AMONG} and ${IS_REARMED} for update of a skip locked)
     update alert a set state = 'watching', last_price_cents =
       case when due.price_cents >= a.base_price_cents then null else a.last_price_cents end
     from due where a.id = due.id`,
    [products],
  );
  await em.execute(
    `with due as (
       select a.id from alert a ${BEST}
       where a.state = 'watching' and a.kind = 'any_drop' and a.last_price_cents is not null
         and b.price_cents >= a.base_price_cents and ${AMONG} for update of a skip locked)
     update alert a set last_price_cents = null from due where a.id = due.id`,
    [products],
  );
  return em.execute<FiredAlert[]>(
    `with due as (
       select a.id, b.* from alert a ${BEST}
       where a.state = 'watching' and ${AMONG} and ${IS_DUE} for update of a skip locked)
     update alert a set state = 'fired', fired_at = now(), last_price_cents = due.price_cents
     from due, product p where a.id = due.id and p.id = a.product_id
     returning a.id, a.email, a.product_id as "productId", p.name as "productName", a.kind,
       a.target_cents as "targetCents", a.base_price_cents as "basePriceCents", due.offer_id as "offerId",
       due.slot, due.price_cents as "priceCents", due.retailer_name as "retailerName"`,
    [products],
  );
}
