import type { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql } from 'kysely';
import type { Cents } from '#domain/money.ts';
import { WATCHED } from '../offers/invalidate-scores.ts';
import { BUYABLE, GONE, IN_STOCK, LISTED_OFFERS } from '../sql/offer-conditions.ts';
import { LOWEST_ID, type Tables, tables } from '../sql/tables.ts';

/** An alert whose condition the price meets, with the offer. */
export type FiredAlert = Awaited<ReturnType<typeof fireAlerts>>[number];

/** Prices from a replayed past or a quarantined run fire no alerts. */
const IS_SOUND = sql<boolean>`(run.id is null or run.kind <> 'replay' and run.status not in ('quarantined', 'undone'))`;

/** Condition for notifying of the price of offer o of retailer r: enabled, buyable, undoubted and seen in the last day. */
export const IS_CONFIRMED = sql<boolean>`(r.status = 'enabled' and ${sql.raw(BUYABLE)}
  and o.suspect_price_cents is null and o.last_seen_at > now() - interval '1 day')`;

const { selectFrom } = expressionBuilder<Tables>();

/** Offers o of retailers r that are buyable, undoubted, seen in the last day and from a sound run. */
export const confirmedOffers = selectFrom('offer as o')
  .innerJoin('retailer as r', 'r.id', 'o.retailer')
  .crossJoinLateral(
    selectFrom('price_point')
      .select('price_point.run')
      .where('price_point.offer', '=', sql.ref<string>('o.id'))
      .orderBy('price_point.slot', 'desc')
      .limit(1)
      .as('pp'),
  )
  .leftJoin('run', 'run.id', 'pp.run')
  .where(IS_CONFIRMED)
  .where(IS_SOUND);

/** Condition: mails of alerts may go to the account address of person u. */
export const IS_CONFIRMED_ADDRESS = sql<boolean>`(u.email_verified
  or exists (select from confirmed_address c where c.user_id = u.id and c.email = u.email))`;

export const IS_WATCHED_SHOP = sql<boolean>`coalesce(a.retailer_id = o.retailer_id, true)`;

/** Alerts a, each with b: the cheapest confirmed offer of the shops that it watches. */
const alertsWithOffer = selectFrom('alert as a').crossJoinLateral(() =>
  confirmedOffers
    .select(['o.priceCents', 'o.priceChangedAt', 'o.availability', 'r.name as shop'])
    .where('o.product', '=', sql.ref<string>('a.product'))
    .where(IS_WATCHED_SHOP)
    .where(sql<boolean>`(not a.back_in_stock or ${sql.raw(IN_STOCK)})`)
    .orderBy('o.priceCents')
    .orderBy(sql.raw(IN_STOCK), 'desc')
    .orderBy('o.id')
    .limit(1)
    .as('b'),
);

/** The smallest fall that counts. */
const STEP = sql<Cents>`coalesce(a.min_drop_cents, 1)`;

/**
 * A mail of the last day already announced this price; since then the offer only went out of stock and back. Or the alert rests after a
 * mail, and the price has not fallen further.
 */
const IS_SAID = sql<boolean>`(coalesce(a.fired_at > now() - interval '1 day' and b.price_changed_at <= a.fired_at
  and b.price_cents >= coalesce(a.last_price_cents, 0), false)
  or coalesce(a.fired_at > now() - a.rest_days * interval '1 day' and b.price_cents > a.mailed_cents - ${STEP}, false))`;

/**
 * The price is at or below the target, or below every price since the alert began or last started over; or any price of a product that is
 * back in stock.
 */
const IS_DUE = sql<boolean>`((a.kind = 'target' and b.price_cents <= a.target_cents
  or a.kind = 'any_drop' and (b.price_cents <= coalesce(a.last_price_cents, a.base_price_cents) - ${STEP}
    or a.back_in_stock and a.was_gone)) and not ${IS_SAID})`;

/**
 * A fired alert rearms: an any-drop alert at once, a target alert once the price is above the target, the product is back in stock or, where
 * the alert rests, the price has fallen further.
 */
const IS_REARMED = sql<boolean>`(a.kind = 'any_drop' or b.price_cents > a.target_cents or a.back_in_stock and a.was_gone
  or a.rest_days > 0 and b.price_cents <= a.mailed_cents - ${STEP})`;

/** An alert on the return of a product which every watched shop that lists it has just run out of. */
const HAS_GONE = sql<boolean>`(a.back_in_stock and not a.was_gone and a.state in ('watching', 'fired')
  and coalesce((select bool_and(${sql.raw(GONE)}) from ${sql.raw(LISTED_OFFERS)} where o.product_id = a.product_id and ${IS_WATCHED_SHOP}), false))`;

/** An any-drop alert starts over: its price had fallen and is back at or above the base price. */
const STARTS_OVER = sql<boolean>`(a.kind = 'any_drop' and a.last_price_cents is not null
  and b.price_cents >= a.base_price_cents)`;

const among = (productIds: string[]) => sql<boolean>`a.product_id = any(${productIds}::uuid[])`;

/** Those of these products with an alert to fire, rearm or start over, or to note that they have gone. */
async function dueAmong(em: EntityManager, productIds: string[]): Promise<Set<string>> {
  const isDue = sql<boolean>`(a.state = 'watching' and (${IS_DUE} or ${STARTS_OVER}) or a.state = 'fired' and ${IS_REARMED})`;
  const due = alertsWithOffer.select('a.product as id').distinct();
  const gone = tables(em).selectFrom('alert as a').select('a.product as id').where(HAS_GONE);
  const rows = await tables(em)
    .with('due', () =>
      due
        .where(among(productIds))
        .where(isDue)
        .union(gone.where(among(productIds))),
    )
    .selectFrom('due')
    .select('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Products in one query. */
const BATCH = 1_000;

/**
 * At least `limit` marked products with an alert to fire, rearm or start over, if there are as many. Deletes the marks of other products;
 * those of due ones stay until their alerts have fired, so a lost job is added again.
 */
export async function productsWithDueAlerts(em: EntityManager, limit: number): Promise<string[]> {
  const found = new Set<string>();
  const marks = tables(em).selectFrom('alert_due').select(['id', 'product']).orderBy('id');
  let after = LOWEST_ID;
  while (found.size < limit) {
    const rows = await marks.where('id', '>', after).limit(BATCH).execute();
    const due = await dueAmong(em, [...new Set(rows.map(({ product }) => product))]);
    for (const product of due) found.add(product);
    const settled = rows.filter(({ product }) => !due.has(product)).map(({ id }) => id);
    const isSettled = sql<boolean>`id = any(${settled}::uuid[])`;
    if (settled.length > 0) await tables(em).deleteFrom('alert_due').where(isSettled).execute();
    after = rows.at(-1)?.id ?? after;
    if (rows.length < BATCH) break;
  }
  return [...found];
}

/** Marks all products with due alerts: time alone made them due, or a change that was not yet committed when the sweep looked. */
export async function markDueAlerts(em: EntityManager): Promise<void> {
  const products = tables(em)
    .selectFrom('alert')
    .select('product')
    .distinct()
    .where('state', 'in', WATCHED)
    .orderBy('product')
    .limit(BATCH);
  for (let after = LOWEST_ID; ; ) {
    const rows = await products.where('product', '>', after).execute();
    const due = await dueAmong(
      em,
      rows.map(({ product }) => product),
    );
    const marks = [...due].map((product) => ({ product }));
    if (marks.length > 0) await tables(em).insertInto('alert_due').values(marks).execute();
    after = rows.at(-1)?.product ?? after;
    if (rows.length < BATCH) return;
  }
}

/** Fires the due alerts of these products once, under row locks, in the transaction that writes the mails. */
export async function fireAlerts(em: EntityManager, productIds: string[]) {
  const updateAlerts = (state: 'watching' | 'fired', isDue: typeof IS_DUE) =>
    tables(em)
      .with('due', () =>
        alertsWithOffer
          .select(['a.id', 'b.priceCents as cents', 'b.shop', 'b.availability', 'a.wasGone'])
          .where('a.state', '=', state)
          .where(among(productIds))
          .where(isDue)
          .forUpdate('a')
          .skipLocked(),
      )
      .updateTable('alert')
      .from('due')
      .whereRef('alert.id', '=', 'due.id');
  const gone = tables(em).selectFrom('alert as a').select('a.id').where(HAS_GONE);
  await tables(em)
    .updateTable('alert')
    .set({ wasGone: true })
    .where('id', 'in', gone.where(among(productIds)))
    .execute();
  const lastPriceCents = sql<Cents | null>`case when due.cents >= base_price_cents then null else last_price_cents end`;
  await updateAlerts('fired', IS_REARMED).set({ state: 'watching', lastPriceCents }).execute();
  await updateAlerts('watching', STARTS_OVER).set({ lastPriceCents: null }).execute();
  return updateAlerts('watching', IS_DUE)
    .from(['product as p', 'user_account as u'])
    .set({ state: 'fired', firedAt: sql<Date>`now()`, wasGone: false })
    .set({ lastPriceCents: sql<Cents>`due.cents`, mailedCents: sql<Cents>`due.cents` })
    .whereRef('p.id', '=', 'alert.product')
    .whereRef('u.id', '=', 'alert.user')
    .returning(['alert.id', 'alert.email', 'alert.kind', 'alert.product as productId'])
    .returning(['p.name as productName', 'alert.targetCents', 'alert.basePriceCents'])
    .returning(['alert.firedAt', 'due.cents as priceCents', 'due.shop as retailerName'])
    .returning(['due.availability', 'due.wasGone as isBack', 'alert.restDays', 'u.dailyAlerts'])
    .returning(['alert.yearLow', sql<boolean>`alert.retailer_id is not null`.as('isOneShop')])
    .execute();
}
