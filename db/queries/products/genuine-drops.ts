import type { EntityManager } from '@mikro-orm/postgresql';
import { lastLow } from '#domain/prices/last-low.ts';
import { percentAbove } from '#domain/prices/price-change.ts';
import { type DropFilter, priceDrops } from './price-drops.ts';
import { productYears } from './product-history.ts';

export type GenuineDrop = Awaited<ReturnType<typeof genuineDrops>>[number];

/** Rows read per drop returned, because some are left out. */
const SPARE = 3;
/** The most drops of one shop, or of one category, in the list without a filter. */
const MAX_PER_KIND = 6;

/**
 * The largest price drops, of one category or retailer if the filter names it. Only products with the verdict Buy; the figures are the
 * verdict's.
 */
export async function genuineDrops(
  em: EntityManager,
  filter: DropFilter,
  limit: number,
  nowMs: number,
) {
  const rows = await priceDrops(em, filter, limit * SPARE);
  const ids = rows.map(({ productId }) => productId);
  const years = await productYears(em, ids, nowMs);
  const drops = rows.flatMap((offer) => {
    const year = years.get(offer.productId);
    if (!year?.figures || year.verdict?.word !== 'buy') return [];
    const { best, figures } = year;
    const low = lastLow(best, figures, nowMs);
    if (!low || best.at(-1)?.priceCents !== offer.priceCents) return [];
    return {
      offer,
      /** When the price was last as low, and whether it was lower just before. */
      low,
      /** The average of the product's best price over its year. */
      usualCents: figures.averageCents,
      /** Whole percent below the usual price. */
      fallPercent: -percentAbove(offer.priceCents, figures.averageCents),
    };
  });
  const isMixed = filter.category === undefined && filter.retailerId === undefined;
  return (isMixed ? mixOf(drops) : drops).slice(0, limit);
}

/** At most MAX_PER_KIND rows per shop and category, in order. */
function mixOf<Row extends { offer: { retailerName: string; category: string | null } }>(
  rows: Row[],
): Row[] {
  const taken = new Map<string, number>();
  return rows.filter(({ offer }) => {
    const kinds = [`shop ${offer.retailerName}`, `category ${offer.category}`];
    if (kinds.some((kind) => (taken.get(kind) ?? 0) >= MAX_PER_KIND)) return false;
    for (const kind of kinds) taken.set(kind, (taken.get(kind) ?? 0) + 1);
    return true;
  });
}
