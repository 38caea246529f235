/* Targets of alerts on the lowest price of the past year, as the year moves on. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type Cents, cents } from '#domain/money.ts';
import { lastingBestPrices } from '#domain/prices/best-price-series.ts';
import { DAY_MS } from '#domain/time.ts';
import { productYears } from '../products/product-history.ts';
import { LOWEST_ID, tables } from '../sql/tables.ts';

/**
 * Reads the targets of these products, each at one shop by its name or (null) at any: its lowest price of the year up to yesterday, so that
 * a fall of today still meets it; one cent less while yesterday's price was that low, so that the year's end alone sends no mail. Null
 * without history.
 */
export async function yearLowTargets(
  em: EntityManager,
  productIds: readonly string[],
  nowMs: number,
): Promise<(product: string, shop: string | null) => Cents | null> {
  const years = await productYears(em, productIds, nowMs);
  return (product, shop) => {
    const { best = [], lines = [] } = years.get(product) ?? {};
    const own = lines.filter(({ retailerName }) => retailerName === shop);
    const series = shop === null ? best : lastingBestPrices(own.map(({ points }) => points));
    const settled = series.filter(({ atMs }) => atMs <= nowMs - DAY_MS);
    const prices = settled.flatMap(({ priceCents }) => priceCents ?? []);
    if (prices[0] === undefined) return null;
    const low = Math.min(...prices);
    const isAtLow = settled.at(-1)?.priceCents === low;
    return cents(isAtLow ? low - 1 : low);
  };
}

/** Products in one query: each brings its year's prices. */
const BATCH = 200;

/** Moves the targets of all alerts on the year's lowest price. */
export async function renewYearLows(em: EntityManager, nowMs: number): Promise<void> {
  const db = tables(em);
  const products = db
    .selectFrom('alert as a')
    .leftJoin('retailer as r', 'r.id', 'a.retailer')
    .select(['a.product', sql<(string | null)[]>`to_json(array_agg(distinct r.name))`.as('shops')])
    .where('a.yearLow', '=', true)
    .where('a.state', '<>', 'ended')
    .groupBy('a.product')
    .orderBy('a.product')
    .limit(BATCH);
  for (let after = LOWEST_ID; ; ) {
    const rows = await products.where('a.product', '>', after).execute();
    const ids = rows.map(({ product }) => product);
    const targetOf = await yearLowTargets(em, ids, nowMs);
    for (const { product, shop } of rows.flatMap(({ product, shops }) =>
      shops.map((shop) => ({ product, shop })),
    )) {
      const targetCents = targetOf(product, shop);
      if (targetCents === null) continue;
      await db
        .updateTable('alert')
        .set({ targetCents })
        .where('product', '=', product)
        .where('yearLow', '=', true)
        .where(
          sql<boolean>`(select name from retailer where id = retailer_id) is not distinct from ${shop}`,
        )
        .where(sql<boolean>`target_cents is distinct from ${targetCents}`)
        .execute();
    }
    after = ids.at(-1) ?? after;
    if (rows.length < BATCH) return;
  }
}
