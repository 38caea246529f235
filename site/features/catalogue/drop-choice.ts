import { DEPARTMENTS } from '#domain/category.ts';
import { slugOf } from '#domain/public-path.ts';
import type { Drop } from '#site/server/public-pages/drops.ts';

/** The orders of a list of drops, by their word in the address; the first is the usual one. */
export const DROP_ORDERS = {
  percent: 'Biggest % drop',
  dollars: 'Biggest $ drop',
  newest: 'Newest first',
} as const;
type DropOrder = keyof typeof DROP_ORDERS;

/** What the address of /deals chooses. `minDollars` is 0, and `department` '', where all drops are wanted. */
export interface DropChoice {
  order: DropOrder;
  minDollars: number;
  department: string;
}

const BY: Record<DropOrder, (a: Drop, b: Drop) => number> = {
  percent: (a, b) => b.fallPercent - a.fallPercent,
  dollars: (a, b) => b.usual - b.price - (a.usual - a.price),
  newest: (a, b) => b.since.localeCompare(a.since),
};

/** Reads the query of an address; words that it does not know count for nothing. */
export function readDropChoice(params: URLSearchParams): DropChoice {
  const order = params.get('sort') ?? '';
  const minDollars = Number(params.get('min'));
  return {
    order: Object.hasOwn(DROP_ORDERS, order) ? (order as DropOrder) : 'percent',
    minDollars: Number.isFinite(minDollars) && minDollars > 0 ? minDollars : 0,
    department: params.get('department') ?? '',
  };
}

/** The address of a choice: nothing stands in it for what is usual. */
export function dropsPath({ order, minDollars, department }: DropChoice): string {
  const query = new URLSearchParams({
    ...(order !== 'percent' && { sort: order }),
    ...(minDollars > 0 && { min: String(minDollars) }),
    ...(department && { department }),
  }).toString();
  return query ? `/deals?${query}` : '/deals';
}

/** The departments that have drops among these, each with how many. */
export function departmentsOf(drops: readonly Drop[]) {
  const all = [...DEPARTMENTS, ['Everything else', [null]] as const];
  return all.flatMap(([name, categories]) => {
    const inside = drops.filter((drop) =>
      (categories as readonly unknown[]).includes(drop.category),
    );
    return inside[0] ? [{ name, slug: slugOf(name), drops: inside }] : [];
  });
}

/** The drops that cost enough, in the order that is asked for. */
export function chooseDrops(drops: readonly Drop[], { order, minDollars }: DropChoice): Drop[] {
  return drops.filter(({ price }) => price >= minDollars).toSorted(BY[order]);
}
