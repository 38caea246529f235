/* Targets of alerts on the lowest price of the past year, as the year moves on. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type Cents, cents } from '#domain/money.ts';
import { DAY_MS } from '#domain/time.ts';
import { productYears } from '../products/product-history.ts';
import { LOWEST_ID, tables } from '../sql/tables.ts';

/**
 * The target of each product with history: its lowest price of the year up to yesterday, so that a fall of today still meets it; one cent
 * less while yesterday's price was that low, so that the year's end alone sends no mail.
 */
export async function yearLowTargets(
  em: EntityManager,
  productIds: readonly string[],
  nowMs: number,
): Promise<Map<string, Cents>> {
  const years = await productYears(em, productIds, nowMs);
  return new Map(
    [...years].flatMap(([id, { best }]) => {
      const settled = best.filter(({ atMs }) => atMs <= nowMs - DAY_MS);
      const prices = settled.flatMap(({ priceCents }) => priceCents ?? []);
      if (prices[0] === undefined) return [];
      const low = Math.min(...prices);
      const isAtLow = settled.at(-1)?.priceCents === low;
      return [[id, cents(isAtLow ? low - 1 : low)] as const];
    }),
  );
}

/** Products in one query: each brings its year's prices. */
const BATCH = 200;

/** Moves the targets of all alerts on the year's lowest price. */
export async function renewYearLows(em: EntityManager, nowMs: number): Promise<void> {
  const db = tables(em);
  const products = db
    .selectFrom('alert')
    .select('product')
    .distinct()
    .where('yearLow', '=', true)
    .where('state', '<>', 'ended')
    .orderBy('product')
    .limit(BATCH);
  for (let after = LOWEST_ID; ; ) {
    const rows = await products.where('product', '>', after).execute();
    const ids = rows.map(({ product }) => product);
    for (const [product, targetCents] of await yearLowTargets(em, ids, nowMs))
      await db
        .updateTable('alert')
        .set({ targetCents })
        .where('product', '=', product)
        .where('yearLow', '=', true)
        .where(sql<boolean>`target_cents is distinct from ${targetCents}`)
        .execute();
    after = ids.at(-1) ?? after;
    if (rows.length < BATCH) return;
  }
}
