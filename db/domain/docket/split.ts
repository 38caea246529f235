/*
 * Where to buy a docket: at most three shops with the least cost, a trip to each included. Tries all sets of shops, so the answer is exact:
 * 298 sets of 12 shops, 36,050 of 60, at one addition for each line. Plans minimise missing lines first, then cost.
 */
import { type Cents, cents } from '../money.ts';
import { byCost, type DocketOption } from './line-options.ts';

export const MOST_SHOPS = 3;

/** Where each line is bought, and what that costs. */
export interface DocketPlan<Option extends DocketOption = DocketOption> {
  /** Slugs in alphabetical order. */
  shops: string[];
  /** The option for each line; null where none of the shops has one. */
  picks: (Option | null)[];
  /** Lines that none of the shops has. */
  lacking: number;
  goodsCents: Cents;
  /** Goods and trips. */
  totalCents: Cents;
}

/** The cost of a missing line: above any docket, and exact when added up 40 times. */
const LACKING = 1e12;

/**
 * Answers the best plans with one, up to two and up to three shops: fewest missing lines, then least cost, then fewest shops, then their
 * names. Answers none where no line has an option.
 */
export function cheapestPlans<Option extends DocketOption>(
  lines: readonly (readonly Option[])[],
  tripCents: Cents,
): DocketPlan<Option>[] {
  const shops = shopsOf(lines);
  const table = costTable(lines, shops);
  /** Best plan for each number of shops, from one. */
  const best = Array.from({ length: MOST_SHOPS }, () => ({
    total: Number.POSITIVE_INFINITY,
    set: [] as number[],
  }));
  const scratch = best.map(() => new Float64Array(lines.length));

  /** Extends a set of shops, whose lines cost `costs`, by each later shop. */
  function addShops(set: readonly number[], costs: Float64Array): void {
    const [least, merged] = [best[set.length], scratch[set.length]];
    if (!least || !merged) return;
    for (let shop = (set.at(-1) ?? -1) + 1; shop < shops.length; shop += 1) {
      const own = table[shop] ?? merged;
      let total = (set.length + 1) * tripCents;
      for (let line = 0; line < merged.length; line += 1) {
        const cost = Math.min(costs[line] ?? LACKING, own[line] ?? LACKING);
        merged[line] = cost;
        total += cost;
      }
      const grown = [...set, shop];
      if (total < least.total) Object.assign(least, { total, set: grown });
      addShops(grown, merged);
    }
  }
  addShops([], new Float64Array(lines.length).fill(LACKING));

  return best.flatMap((_, most) => {
    const [first] = best.slice(0, most + 1).toSorted((a, b) => a.total - b.total);
    const chosen = first?.set.flatMap((shop) => shops[shop] ?? []) ?? [];
    return chosen[0] === undefined ? [] : planAt(lines, chosen, tripCents);
  });
}

/** Answers a plan for each single shop: fewest missing lines first, then the cheapest. */
export function singleShops<Option extends DocketOption>(
  lines: readonly (readonly Option[])[],
  tripCents: Cents,
): DocketPlan<Option>[] {
  return shopsOf(lines)
    .map((shop) => planAt(lines, [shop], tripCents))
    .toSorted((a, b) => a.lacking - b.lacking || a.totalCents - b.totalCents);
}

/** Compares a plan with one shop on the lines that the shop has. All trips of the plan count. */
export function comparedWith(plan: DocketPlan, single: DocketPlan, tripCents: Cents) {
  const [shop] = single.shops;
  if (shop === undefined) return null;
  const shared = plan.picks.filter((pick, line) => pick && single.picks[line]);
  const ours = sum(shared) + plan.shops.length * tripCents;
  const theirs = sum(single.picks.filter((pick, line) => pick && plan.picks[line])) + tripCents;
  return {
    shop,
    lines: shared.length,
    theirCents: cents(theirs),
    ourCents: cents(ours),
    /** Negative where the plan costs more, as it has lines that the shop lacks. */
    keptCents: theirs - ours,
  };
}

function planAt<Option extends DocketOption>(
  lines: readonly (readonly Option[])[],
  shops: string[],
  tripCents: Cents,
): DocketPlan<Option> {
  const picks = lines.map(
    (options) =>
      options.filter(({ offer }) => shops.includes(offer.shop)).toSorted(byCost)[0] ?? null,
  );
  const goods = sum(picks);
  return {
    shops,
    picks,
    lacking: picks.filter((pick) => pick === null).length,
    goodsCents: cents(goods),
    totalCents: cents(goods + shops.length * tripCents),
  };
}

function shopsOf(lines: readonly (readonly DocketOption[])[]): string[] {
  return [...new Set(lines.flat().map(({ offer }) => offer.shop))].sort();
}

/** The least cost of each line, by shop. */
function costTable(
  lines: readonly (readonly DocketOption[])[],
  shops: readonly string[],
): Float64Array[] {
  const places = new Map(shops.map((shop, place) => [shop, place]));
  const table = shops.map(() => new Float64Array(lines.length).fill(LACKING));
  for (const [line, options] of lines.entries()) {
    for (const { offer, costCents } of options) {
      const row = table[places.get(offer.shop) ?? -1];
      if (row && costCents < (row[line] ?? 0)) row[line] = costCents;
    }
  }
  return table;
}

function sum(picks: readonly (DocketOption | null)[]): number {
  return picks.reduce((total, pick) => total + (pick?.costCents ?? 0), 0);
}
