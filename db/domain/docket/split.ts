/*
 * Where to buy a docket: at most three shops with the least cost of goods and of getting them home, a trip to each shop or its delivery.
 * Tries all sets of shops: 298 sets of 12 shops, 36,050 of 60, at one addition for each line. With trips the answer is exact. With delivery
 * each line is bought where it is cheapest, then the best plans are tried with lines moved to reach a free delivery, dearest moves last.
 * Plans minimise missing lines first, then cost.
 */
import { type Cents, cents } from '../money.ts';
import type { DeliveryCost } from '../retailers/delivered-price.ts';
import { byCost, type DocketOption } from './line-options.ts';

export const MOST_SHOPS = 3;

/** How the goods get home: the cost of a trip to each shop, or the cost of delivering what is bought at one shop, null if not known. */
export type GettingHome<Option extends DocketOption = DocketOption> =
  | Cents
  | ((picks: readonly Option[]) => DeliveryCost | null);

/** Where each line is bought, and what that costs. */
export interface DocketPlan<Option extends DocketOption = DocketOption> {
  /** Slugs in alphabetical order. */
  shops: string[];
  /** The option for each line; null where none of the shops has one. */
  picks: (Option | null)[];
  /** Lines that none of the shops has. */
  lacking: number;
  goodsCents: Cents;
  /** A trip or a delivery from each of the shops, in their order. */
  gettingHome: DeliveryCost[];
  /** Goods and getting them home; the least that it can be if some delivery `isFrom`. */
  totalCents: Cents;
}

/** The cost of a missing line: above any docket, and exact when added up 40 times. */
const LACKING = 1e12;

/** The cheapest option of each line at each shop. */
type CheapestAt<Option> = ReadonlyMap<string, readonly (Option | null)[]>;

/**
 * Answers the best plans with one, up to two and up to three shops: fewest missing lines, then least cost, then fewest shops, then their
 * names. Answers none where no line has an option, or no delivery is known.
 */
export function cheapestPlans<Option extends DocketOption>(
  lines: readonly (readonly Option[])[],
  home: GettingHome<Option>,
): DocketPlan<Option>[] {
  const cheapest = cheapestAt(lines);
  const shops = [...cheapest.keys()];
  const table = shops.map((shop) =>
    Float64Array.from(cheapest.get(shop) ?? [], (option) => option?.costCents ?? LACKING),
  );
  const tripCents = typeof home === 'number' ? home : 0;
  /** Best plan for each number of shops, from one. */
  const best = Array.from({ length: MOST_SHOPS }, () => ({
    total: Number.POSITIVE_INFINITY,
    set: [] as number[],
  }));
  const scratch = best.map(() => new Float64Array(lines.length));
  const named = (set: readonly number[]) => set.flatMap((shop) => shops[shop] ?? []);

  /** Delivery only adds to a total, so that only the totals of the best sets need it. */
  const withDelivery = (total: number, set: readonly number[]) =>
    typeof home === 'number' ? total : rankOf(planAt(cheapest, named(set), home));

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
      if (total < least.total) total = withDelivery(total, grown);
      if (total < least.total) Object.assign(least, { total, set: grown });
      addShops(grown, merged);
    }
  }
  addShops([], new Float64Array(lines.length).fill(LACKING));

  const plans = best.map(({ set }) => freeDelivery(cheapest, named(set), home));
  return best.flatMap((_, most) => {
    const [first] = plans.slice(0, most + 1).toSorted((a, b) => rankOf(a) - rankOf(b));
    return first ?? [];
  });
}

/** Answers a plan for each single shop whose delivery is known: fewest missing lines first, then the cheapest. */
export function singleShops<Option extends DocketOption>(
  lines: readonly (readonly Option[])[],
  home: GettingHome<Option>,
): DocketPlan<Option>[] {
  const cheapest = cheapestAt(lines);
  return [...cheapest.keys()]
    .flatMap((shop) => planAt(cheapest, [shop], home) ?? [])
    .toSorted((a, b) => a.lacking - b.lacking || a.totalCents - b.totalCents);
}

/**
 * Compares a plan with one shop on the lines that the shop has. All trips or deliveries of the plan count. Null where what it costs to get
 * the goods home is not known exactly.
 */
export function comparedWith<Option extends DocketOption>(
  plan: DocketPlan<Option>,
  single: DocketPlan<Option>,
  home: GettingHome<Option>,
) {
  const [shop] = single.shops;
  if (shop === undefined) return null;
  const shared = plan.picks.filter((pick, line) => pick && single.picks[line]);
  const theirPicks = single.picks.filter((pick, line) => pick && plan.picks[line]);
  const theirHome = costHome(home, theirPicks);
  const all = [...plan.gettingHome, theirHome];
  if (!theirHome || all.some((cost) => cost?.isFrom)) return null;
  const ours = sum(shared) + homeSum(plan.gettingHome);
  const theirs = sum(theirPicks) + theirHome.cents;
  return {
    shop,
    lines: shared.length,
    theirCents: cents(theirs),
    ourCents: cents(ours),
    /** Negative where the plan costs more, as it has lines that the shop lacks. */
    keptCents: theirs - ours,
  };
}

/** The plan that buys each line at the cheapest of these shops. */
function planAt<Option extends DocketOption>(
  cheapest: CheapestAt<Option>,
  shops: readonly string[],
  home: GettingHome<Option>,
): DocketPlan<Option> | null {
  const [first = [], ...others] = shops.map((shop) => cheapest.get(shop) ?? []);
  const picks = first.map((pick, line) =>
    others.reduce((least, other) => cheaper(least, other[line] ?? null), pick),
  );
  return planOf(picks, shops, home);
}

/** The plan with these picks; null where the delivery of a shop is not known. */
function planOf<Option extends DocketOption>(
  picks: (Option | null)[],
  among: readonly string[],
  home: GettingHome<Option>,
): DocketPlan<Option> | null {
  const bought = among.flatMap((shop) => {
    const here = picks.filter((pick) => pick?.offer.shop === shop);
    return here.length > 0 ? { shop, cost: costHome(home, here) } : [];
  });
  const gettingHome = bought.flatMap(({ cost }) => cost ?? []);
  if (bought.length === 0 || gettingHome.length < bought.length) return null;
  const goods = sum(picks);
  return {
    shops: bought.map(({ shop }) => shop),
    picks,
    lacking: picks.filter((pick) => pick === null).length,
    goodsCents: cents(goods),
    gettingHome,
    totalCents: cents(goods + homeSum(gettingHome)),
  };
}

/** The plan at these shops, with lines moved to one of them where a free delivery saves more than the goods cost more. */
function freeDelivery<Option extends DocketOption>(
  cheapest: CheapestAt<Option>,
  shops: readonly string[],
  home: GettingHome<Option>,
): DocketPlan<Option> | null {
  const plan = planAt(cheapest, shops, home);
  if (!plan || typeof home === 'number') return plan;
  let best = plan;
  for (const shop of plan.shops) {
    const picks = [...plan.picks];
    const moves = (cheapest.get(shop) ?? []).flatMap((option, line) => {
      const pick = plan.picks[line];
      const isElsewhere = option && pick && pick.offer.shop !== shop;
      return isElsewhere ? { option, line, extra: option.costCents - pick.costCents } : [];
    });
    for (const { option, line } of moves.toSorted((a, b) => a.extra - b.extra)) {
      picks[line] = option;
      const moved = planOf([...picks], plan.shops, home);
      if (moved && moved.totalCents < best.totalCents) best = moved;
    }
  }
  return best;
}

function costHome<Option extends DocketOption>(
  home: GettingHome<Option>,
  picks: readonly (Option | null)[],
): DeliveryCost | null {
  if (typeof home === 'number') return { cents: home, isFrom: false };
  return home(picks.filter((pick) => pick !== null));
}

function cheapestAt<Option extends DocketOption>(
  lines: readonly (readonly Option[])[],
): CheapestAt<Option> {
  const shops = [...new Set(lines.flat().map(({ offer }) => offer.shop))].sort();
  const table = new Map(shops.map((shop) => [shop, lines.map((): Option | null => null)]));
  for (const [line, options] of lines.entries()) {
    for (const option of options) {
      const row = table.get(option.offer.shop);
      if (row) row[line] = cheaper(row[line] ?? null, option);
    }
  }
  return table;
}

function cheaper<Option extends DocketOption>(a: Option | null, b: Option | null): Option | null {
  if (!a || !b) return a ?? b;
  return byCost(a, b) <= 0 ? a : b;
}

/** Fewer missing lines before less money. */
function rankOf(plan: DocketPlan | null): number {
  return plan ? plan.lacking * LACKING + plan.totalCents : Number.POSITIVE_INFINITY;
}

function sum(picks: readonly (DocketOption | null)[]): number {
  return picks.reduce((total, pick) => total + (pick?.costCents ?? 0), 0);
}

function homeSum(costs: readonly DeliveryCost[]): number {
  return costs.reduce((total, cost) => total + cost.cents, 0);
}
