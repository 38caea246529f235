import { DEPARTMENTS } from '#domain/categories/category.ts';
import { slugOf } from '#domain/public-path.ts';
import type { Drop } from '#site/server/public-pages/drops.ts';

/** Sort orders of the drops by URL value; the first is the default. */
export const DROP_ORDERS = {
  percent: 'Biggest % drop',
  dollars: 'Biggest $ drop',
  newest: 'Newest first',
} as const;
type DropOrder = keyof typeof DROP_ORDERS;

/** Filters in the URL of /deals. `minDollars` 0 and `department` '' mean no filter. */
type DropChoice = ReturnType<typeof readDropChoice>;

const BY: Record<DropOrder, (a: Drop, b: Drop) => number> = {
  percent: (a, b) => b.fallPercent - a.fallPercent,
  dollars: (a, b) => b.usual - b.price - (a.usual - a.price),
  newest: (a, b) => b.since.localeCompare(a.since),
};

/** Parses the URL query; ignores unknown values. */
export function readDropChoice(params: URLSearchParams) {
  const order = params.get('sort') ?? '';
  const minDollars = Number(params.get('min'));
  return {
    order: Object.hasOwn(DROP_ORDERS, order) ? (order as DropOrder) : 'percent',
    minDollars: Number.isFinite(minDollars) && minDollars > 0 ? minDollars : 0,
    department: params.get('department') ?? '',
  };
}

/** URL of a choice; defaults are left out. */
export function dropsPath({ order, minDollars, department }: DropChoice): string {
  const query = new URLSearchParams({
    ...(order !== 'percent' && { sort: order }),
    ...(minDollars > 0 && { min: String(minDollars) }),
    ...(department && { department }),
  }).toString();
  return query ? `/deals?${query}` : '/deals';
}

export function departmentsOf(drops: readonly Drop[]) {
  const all = [...DEPARTMENTS, ['Everything else', [null]] as const];
  return all.flatMap(([name, categories]) => {
    const inside = drops.filter((drop) =>
      (categories as readonly unknown[]).includes(drop.category),
    );
    return inside[0] ? [{ name, slug: slugOf(name), drops: inside }] : [];
  });
}

/** Drops at or above the minimum price, in the chosen order. */
export function chooseDrops(drops: readonly Drop[], { order, minDollars }: DropChoice): Drop[] {
  return drops.filter(({ price }) => price >= minDollars).toSorted(BY[order]);
}
