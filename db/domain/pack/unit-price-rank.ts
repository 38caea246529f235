import type { UnitPrice } from '../offers/page-reading.ts';
import { measureUnit } from './pack-size-units.ts';

/** Dollars per base unit (g, mL, m, each), for sorting offers of different packs; null for an unknown unit. */
function dollarsPerBaseUnit(unitPrice: UnitPrice): { base: string; dollars: number } | null {
  const unit = measureUnit(unitPrice.unit);
  if (!unit || !(unitPrice.quantity > 0)) return null;
  return { base: unit.base, dollars: Number(unitPrice.price) / (unitPrice.quantity * unit.factor) };
}

/** Ranks offers by unit price in the measure that most of `items` state; offers without one, or in another measure, come last. */
export function unitPriceRank<Item extends { unitPrice?: UnitPrice | null }>(
  items: readonly Item[],
): (item: Item) => number {
  const perBase = new Map(
    items.flatMap((item) => {
      const known = item.unitPrice && dollarsPerBaseUnit(item.unitPrice);
      return known ? [[item, known] as const] : [];
    }),
  );
  const groups = [...Map.groupBy(perBase.values(), ({ base }) => base).entries()];
  const [commonest] = groups.toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
  return (item) => {
    const known = perBase.get(item);
    return known && known.base === commonest ? known.dollars : Number.MAX_VALUE;
  };
}
