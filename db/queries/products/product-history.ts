import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Cents } from '#domain/money.ts';
import { type Availability, isBuyable } from '#domain/offers/availability.ts';
import { STOCK_KNOWN_DAYS } from '#domain/offers/offer-age.ts';
import { lastingBestPrices, type OfferPoint } from '#domain/prices/best-price-series.ts';
import {
  buyVerdict,
  usualPrice,
  type YearFigures,
  yearFigures,
} from '#domain/prices/buy-verdict.ts';
import type { PricePoint } from '#domain/prices/price-history.ts';
import { isDeeper, isDueSoon, priceRhythm } from '#domain/prices/rhythm.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { wordOf } from '../offers/price-points.ts';
import { isSound } from '../sql/offer-conditions.ts';
import { type Named, preparedQuery } from '../sql/prepared.ts';
import { LOWEST_ID, tables } from '../sql/tables.ts';

/** An offer with its changes. `slot` is in whole minutes since 1970. */
type OfferHistory = Awaited<ReturnType<typeof productHistory>>[number];

/** Availability is a word in a row and an index in a pack. */
type Kept = Availability | number;

/**
 * SQL: each offer's price-point rows and packs, with their columns as parallel arrays, because one row per point would dominate the cost.
 * Both begin with the point in effect at :sinceSlot.
 */
const changesOfProduct = preparedQuery(
  'product-history',
  (db, value: Named<{ productIds: string[]; sinceSlot: number }>) => {
    const heldSince = db
      .selectFrom('price_point as held')
      .select(({ fn }) => fn.max('held.slot').as('slot'))
      .where('held.offer', '=', sql.ref<string>('o.id'))
      .where('held.slot', '<=', value('sinceSlot'))
      .where(sql.raw<boolean>(isSound('held')));
    const points = db
      .selectFrom('price_point as h')
      .select([
        sql<number[]>`to_json(array_agg(slot))`.as('slots'),
        sql<Cents[]>`to_json(array_agg(price_cents))`.as('prices'),
        sql<Kept[]>`to_json(array_agg(availability))`.as('availabilities'),
      ])
      .where('h.offer', '=', sql.ref<string>('o.id'))
      .where('h.slot', '>=', sql<number>`coalesce(${heldSince}, 0)`)
      .where(sql.raw<boolean>(isSound('h')))
      .having(({ fn }) => fn.countAll(), '>', 0);
    const held = sql`greatest(width_bucket(${value('sinceSlot')}, slots), 1)`;
    const packs = db
      .selectFrom('price_pack as h')
      .select([
        sql<number[]>`to_json(slots[${held}:])`.as('slots'),
        sql<Cents[]>`to_json(prices_cents[${held}:])`.as('prices'),
        sql<Kept[]>`to_json(availabilities[${held}:])`.as('availabilities'),
      ])
      .where('h.offer', '=', sql.ref<string>('o.id'));
    return db
      .selectFrom('offer as o')
      .innerJoin('retailer as r', 'r.id', 'o.retailer')
      .crossJoinLateral(points.unionAll(packs).as('changes'))
      .select(['o.product as productId', 'o.id as offerId', 'r.name as retailerName'])
      .select('o.lastSeenAt as lastSeenAt')
      .select(['changes.slots', 'changes.prices', 'changes.availabilities'])
      .where('o.product', '=', sql<string>`any(${value('productIds')}::uuid[])`)
      .where('r.status', '=', sql.lit('enabled'));
  },
);

/**
 * The products' offers at enabled retailers by id, each with its changes since a slot, oldest first, from the price in effect at that slot
 * on. Points of quarantined and undone runs are left out.
 */
export async function productHistory(
  em: EntityManager,
  productIds: readonly string[],
  sinceSlot: number,
) {
  const parts = await changesOfProduct(em, { productIds: [...productIds], sinceSlot });
  const offers = [...Map.groupBy(parts, ({ offerId }) => offerId).values()].map((own) => {
    const changes = own.flatMap(({ slots, prices, availabilities }) =>
      slots.flatMap((slot, nth) => {
        const priceCents = prices[nth];
        const availability = wordOf(availabilities[nth]);
        return priceCents === undefined ? [] : { slot, priceCents, availability };
      }),
    );
    changes.sort((a, b) => a.slot - b.slot);
    const held = changes.findLastIndex(({ slot }) => slot <= sinceSlot);
    const [{ productId = '', offerId = '', retailerName = '', lastSeenAt = new Date() } = {}] = own;
    return {
      productId,
      offerId,
      retailerName,
      lastSeenAt,
      changes: changes.slice(Math.max(0, held)),
    };
  });
  return offers.toSorted((a, b) => (a.offerId < b.offerId ? -1 : 1));
}

const YEAR_DAYS = 365;

/** The last millisecond of the hour of `nowMs`. A year that ended at `nowMs` would move its average by cents from one page to the next. */
const endOfHour = (nowMs: number): number => nowMs - (nowMs % HOUR_MS) + HOUR_MS - 1;

/** One offer's price changes over a year; the price is null while the offer is unavailable. */
export type OfferLine = ReturnType<typeof lineOf>;

/**
 * A product's last year up to `untilMs`, the end of the hour of `nowMs`. The verdict is on the current best price, null while no shop has
 * stock. Rhythms have the cheapest specials first.
 */
export type ProductYear = ReturnType<typeof yearOf>;

/** The last year of each product with history, starting with the price in effect when the year began. */
export async function productYears(
  em: EntityManager,
  productIds: readonly string[],
  nowMs: number,
): Promise<Map<string, ProductYear>> {
  const since = Math.floor((endOfHour(nowMs) - YEAR_DAYS * DAY_MS) / MINUTE_MS);
  const ids = [...new Set(productIds)];
  const histories = ids[0] ? await productHistory(em, ids, since) : [];
  const products = Map.groupBy(histories, (offer) => offer.productId);
  return new Map([...products].map(([id, offers]) => [id, yearOf(offers, nowMs)]));
}

/** The last year of one product; empty when it has no history. */
export async function productYear(em: EntityManager, productId: string, nowMs: number) {
  const years = await productYears(em, [productId], nowMs);
  return years.get(productId) ?? yearOf([], nowMs);
}

/** The asking prices of an offer's shop during the year, oldest first; empty when unknown. */
export function askingPrices(year: ProductYear | undefined, offerId: string): PricePoint[] {
  return year?.lines.find((line) => line.offerId === offerId)?.askingPrices ?? [];
}

export type OfferRhythm = ProductYear['rhythms'][number];

/** The rhythm with the cheapest specials that a shopper can use: one that is on now, or a deeper one to come. Null for none. */
export function rhythmOfYear({ best, rhythms }: ProductYear): OfferRhythm | null {
  const bestCents = best.at(-1)?.priceCents ?? null;
  if (bestCents === null) return null;
  return rhythms.find((one) => one.isOnSpecial || isDeeper(one, bestCents)) ?? null;
}

function yearOf(offers: readonly OfferHistory[], nowMs: number) {
  const untilMs = endOfHour(nowMs);
  const lines = offers.map((offer) => lineOf(offer, nowMs, untilMs));
  const best = lastingBestPrices(lines.map((line) => line.points));
  const rhythms = lines
    .flatMap(({ offerId, retailerName, points }) => {
      const rhythm = priceRhythm(points, nowMs, lines.length);
      return rhythm ? { ...rhythm, offerId, retailerName } : [];
    })
    .sort((a, b) => a.specialCents - b.specialCents);
  const due = rhythms.find((rhythm) => isDueSoon(rhythm, untilMs)) ?? null;
  const figures = yearFigures(best, untilMs, due);
  const verdict = verdictOn(best, lines, figures);
  return { nowMs, untilMs, lines, best, rhythms, figures, verdict };
}

function verdictOn(best: readonly OfferPoint[], lines: OfferLine[], figures: YearFigures | null) {
  const priceCents = best.at(-1)?.priceCents ?? null;
  if (priceCents === null) return null;
  const selling = lines.filter((line) => (line.points.at(-1)?.priceCents ?? null) !== null);
  const shops = new Set(selling.map((line) => line.retailerName)).size;
  return buyVerdict(priceCents, figures, shops);
}

function lineOf(
  { offerId, retailerName, lastSeenAt, changes }: OfferHistory,
  nowMs: number,
  untilMs: number,
) {
  // A price in effect when the year began is dated to the start of the year.
  const sinceMs = untilMs - YEAR_DAYS * DAY_MS;
  const atMs = (slot: number) => Math.max(sinceMs, slot * MINUTE_MS);
  const points: OfferPoint[] = changes.map(({ slot, priceCents, availability }) => ({
    atMs: atMs(slot),
    priceCents: isBuyable(availability) ? priceCents : null,
  }));
  const seenMs = lastSeenAt.getTime();
  if (nowMs - seenMs > STOCK_KNOWN_DAYS * DAY_MS) points.push({ atMs: seenMs, priceCents: null });
  return {
    offerId,
    retailerName,
    points,
    /** The same changes with asking prices, regardless of availability. Few readers need them. */
    get askingPrices(): PricePoint[] {
      return changes.map(({ slot, priceCents }) => ({ atMs: atMs(slot), priceCents }));
    },
  };
}

const BATCH = 500;

/** Updates the usual price of every product. Reads their whole history. */
export async function refreshUsualPrices(em: EntityManager): Promise<void> {
  const known = tables(em).selectFrom('search_product').select('product as id').orderBy('product');
  for (let after = LOWEST_ID; ; ) {
    const rows = await known.where('product', '>', after).limit(BATCH).execute();
    const ids = rows.map(({ id }) => id);
    await refreshUsualPricesOf(em, ids);
    after = ids.at(-1) ?? after;
    if (ids.length < BATCH) return;
  }
}

/** Updates these products' usual prices: the average of the best price over the year. */
export async function refreshUsualPricesOf(em: EntityManager, productIds: readonly string[]) {
  const years = await productYears(em, productIds, Date.now());
  const usual = productIds.map((id) => ({ id, cents: usualPrice(years.get(id)?.figures ?? null) }));
  // Locks by id, as refreshSearchProducts does: writers that lock in different orders deadlock.
  await sql`update search_product s set usual_cents = x.cents from (
      select x.* from jsonb_to_recordset(${JSON.stringify(usual)}::jsonb) as x(id uuid, cents int)
      join search_product l on l.product_id = x.id and l.usual_cents is distinct from x.cents
      order by id for update of l) x
    where s.product_id = x.id`.execute(tables(em));
}
