import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cents, cents } from '../money.ts';
import type { DocketOption } from './line-options.ts';
import { cheapestPlans, comparedWith, type DocketPlan, singleShops } from './split.ts';

const at = (shop: string, costCents: number, isSubstitute = false): DocketOption => ({
  offer: {
    offerId: `${shop}-${costCents}-${isSubstitute}`,
    productId: 'p',
    shop,
    priceCents: cents(costCents),
    pack: null,
    isMachine: false,
  },
  packs: 1,
  costCents: cents(costCents),
  isSubstitute,
});
const trip = cents(500);
const cheapestPlan = (
  lines: DocketOption[][],
  { tripCents, maxShops }: { tripCents: Cents; maxShops: number },
) => cheapestPlans(lines, tripCents)[maxShops - 1] ?? null;

/** Lists of up to 12 lines at up to 8 shops, many of which lack lines. */
const option = fc
  .tuple(fc.constantFrom(...'abcdefgh'), fc.integer({ min: 1, max: 5_000 }), fc.boolean())
  .map(([shop, cost, isSubstitute]) => at(shop, cost, isSubstitute));
const lists = fc.array(fc.array(option, { maxLength: 9 }), { minLength: 1, maxLength: 12 });
const terms = fc.record({
  tripCents: fc.integer({ min: 0, max: 2_000 }).map(cents),
  maxShops: fc.integer({ min: 1, max: 3 }),
});

/** Every choice of an option for each line, where the shops are few enough: the definition, not the method. */
function leastOf(lines: DocketOption[][], tripCents: number, maxShops: number): number {
  let least = Number.POSITIVE_INFINITY;
  const choose = (line: number, shops: Set<string>, goods: number): void => {
    if (shops.size > maxShops) return;
    if (line === lines.length) {
      least = Math.min(least, goods + shops.size * tripCents);
      return;
    }
    for (const { offer, costCents } of lines[line] ?? [])
      choose(line + 1, new Set([...shops, offer.shop]), goods + costCents);
  };
  choose(0, new Set(), 0);
  return least;
}

describe('the cheapest plan', () => {
  test('splits where that saves more than the trip costs', () => {
    const lines = [
      [at('a', 1_000), at('b', 400)],
      [at('a', 300), at('b', 800)],
    ];
    expect(cheapestPlan(lines, { tripCents: cents(200), maxShops: 3 })).toMatchObject({
      shops: ['a', 'b'],
      goodsCents: 700,
      totalCents: 1_100,
    });
    expect(cheapestPlan(lines, { tripCents: trip, maxShops: 3 })).toMatchObject({
      shops: ['b'],
      totalCents: 1_700,
    });
  });

  test('never prefers a shop that lacks a line', () => {
    const lines = [[at('a', 100), at('b', 5_000)], [at('b', 5_000)]];
    const plan = cheapestPlan(lines, { tripCents: trip, maxShops: 1 });
    expect(plan).toMatchObject({ shops: ['b'], lacking: 0 });
    expect(singleShops(lines, trip).map(({ shops }) => shops[0])).toEqual(['b', 'a']);
  });

  test('makes no plan without anything to buy', () => {
    expect(cheapestPlan([[], []], { tripCents: trip, maxShops: 3 })).toBeNull();
  });

  test('finds the least of all choices', () => {
    const few = fc.array(fc.array(option, { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(few, terms, (lines, { tripCents, maxShops }) => {
        const least = leastOf(lines, tripCents, maxShops);
        const plan = cheapestPlan(lines, { tripCents, maxShops });
        if (Number.isFinite(least)) expect(plan).toMatchObject({ lacking: 0, totalCents: least });
        else expect(plan?.lacking).toBeGreaterThan(0);
      }),
    );
  });

  test('never costs more than the best single shop that has all lines', () => {
    fc.assert(
      fc.property(lists, terms, (lines, settings) => {
        const plan = cheapestPlan(lines, settings);
        const [single] = singleShops(lines, settings.tripCents);
        if (!plan || single?.lacking !== 0) return;
        expect(plan.lacking).toBe(0);
        expect(plan.totalCents).toBeLessThanOrEqual(single.totalCents);
      }),
    );
  });

  test('adds up to the cent, goes to no shop for nothing, and names each line once', () => {
    fc.assert(
      fc.property(lists, terms, (lines, settings) => {
        const plan = cheapestPlan(lines, settings);
        if (!plan) return;
        const goods = plan.picks.reduce((sum, pick) => sum + (pick?.costCents ?? 0), 0);
        expect(plan.goodsCents).toBe(goods);
        expect(plan.totalCents).toBe(goods + plan.shops.length * settings.tripCents);
        expect(plan.picks).toHaveLength(lines.length);
        const visited = new Set(plan.picks.flatMap((pick) => pick?.offer.shop ?? []));
        expect([...visited].sort()).toEqual(plan.shops);
        expect(plan.shops.length).toBeLessThanOrEqual(settings.maxShops);
      }),
    );
  });

  /** Fewer lines lacking before less money. */
  const rank = (plan: DocketPlan | null) =>
    plan ? plan.lacking * 1e9 + plan.totalCents : Number.POSITIVE_INFINITY;

  test('never becomes cheaper by refusing a substitute', () => {
    fc.assert(
      fc.property(lists, terms, fc.nat(), (lines, settings, nth) => {
        const substitutes = lines.flat().filter(({ isSubstitute }) => isSubstitute);
        const refused = substitutes[nth % Math.max(1, substitutes.length)];
        const without = lines.map((options) => options.filter((one) => one !== refused));
        expect(rank(cheapestPlan(without, settings))).toBeGreaterThanOrEqual(
          rank(cheapestPlan(lines, settings)),
        );
      }),
    );
  });

  test('does not depend on the order of lines', () => {
    const shuffled = lists.chain((lines) =>
      fc.tuple(
        fc.constant(lines),
        fc.shuffledSubarray([...lines.keys()], { minLength: lines.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, terms, ([lines, order], settings) => {
        const plan = cheapestPlan(lines, settings);
        const other = cheapestPlan(
          order.map((line) => lines[line] ?? []),
          settings,
        );
        if (!plan) {
          expect(other).toBeNull();
          return;
        }
        expect(other?.totalCents).toBe(plan.totalCents);
        expect(other?.shops).toEqual(plan.shops);
        expect(other?.picks).toEqual(order.map((line) => plan.picks[line]));
      }),
    );
  });
});

describe('what is kept', () => {
  const lines = [[at('a', 1_000), at('b', 400)], [at('a', 300), at('b', 800)], [at('b', 100)]];

  test('counts only the lines that both have, and every trip', () => {
    const plan = cheapestPlan(lines, { tripCents: cents(100), maxShops: 3 });
    const single = singleShops(lines, cents(100)).find(({ shops }) => shops[0] === 'a');
    if (!plan || !single) throw new Error('no plan');
    expect(comparedWith(plan, single, cents(100))).toEqual({
      shop: 'a',
      lines: 2,
      theirCents: 1_400,
      ourCents: 900,
      keptCents: 500,
    });
  });

  test('is never negative against a shop that has all lines', () => {
    fc.assert(
      fc.property(lists, terms, (some, settings) => {
        const plan = cheapestPlan(some, settings);
        const [single] = singleShops(some, settings.tripCents);
        if (!plan || single?.lacking !== 0) return;
        const saving = comparedWith(plan, single, settings.tripCents);
        expect(saving?.lines).toBe(some.length);
        expect(saving?.keptCents).toBe(single.totalCents - plan.totalCents);
        expect(saving?.keptCents).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('with delivery', () => {
  /** Shop a is free from $50, else $9; b always $5; c not known; d at least $2. */
  const home = (picks: readonly DocketOption[]) => {
    const goods = picks.reduce((total, { costCents }) => total + costCents, 0);
    const known = { a: goods >= 5_000 ? 0 : 900, b: 500, d: 200 }[picks[0]?.offer.shop ?? ''];
    return known === undefined
      ? null
      : { cents: cents(known), isFrom: picks[0]?.offer.shop === 'd' };
  };
  const best = (lines: DocketOption[][]) => cheapestPlans(lines, home).at(-1);

  test('several things from one shop pay once, and may reach the threshold together', () => {
    const apart = [at('a', 2_500), at('b', 2_400)];
    expect(best([apart])).toMatchObject({ shops: ['b'], totalCents: 2_900 });
    expect(best([apart, apart])).toMatchObject({ shops: ['a'], totalCents: 5_000 });
    expect(best([apart, apart])?.gettingHome).toEqual([{ cents: 0, isFrom: false }]);
  });

  test('moves a line to reach a threshold where that costs less than the delivery', () => {
    const only = [at('a', 4_000)];
    const lines = [only, [at('a', 1_000), at('b', 800)], [at('b', 3_000)]];
    // Apart: 4,000 + 900 and 3,800 + 500. Moved: 5,000 and 3,000 + 500.
    expect(best(lines)).toMatchObject({ shops: ['a', 'b'], goodsCents: 8_000, totalCents: 8_500 });
  });

  test('leaves out shops whose delivery is not known, however cheap', () => {
    expect(best([[at('c', 100), at('b', 2_000)]])).toMatchObject({ shops: ['b'] });
    expect(best([[at('c', 100)]])).toBeUndefined();
    expect(singleShops([[at('c', 100), at('b', 2_000)]], home).map(({ shops }) => shops)).toEqual([
      ['b'],
    ]);
  });

  test('claims no saving where a delivery may cost more', () => {
    const lines = [[at('a', 1_000), at('b', 1_000), at('d', 1_000)]];
    const [d, b, a] = singleShops(lines, home);
    if (!a || !b || !d) throw new Error('no plans');
    expect([d.shops, b.shops, a.shops]).toEqual([['d'], ['b'], ['a']]);
    expect(comparedWith(b, a, home)).toMatchObject({ ourCents: 1_500, keptCents: 400 });
    expect(comparedWith(d, a, home)).toBeNull();
    expect(comparedWith(a, d, home)).toBeNull();
  });

  test('never costs more than the best single shop, and adds up to the cent', () => {
    fc.assert(
      fc.property(lists, (lines) => {
        const [single] = singleShops(lines, home);
        const plan = best(lines);
        if (!plan) return;
        const delivery = plan.gettingHome.reduce((total, cost) => total + cost.cents, 0);
        expect(plan.totalCents).toBe(plan.goodsCents + delivery);
        expect(plan.gettingHome).toHaveLength(plan.shops.length);
        if (single?.lacking === plan.lacking)
          expect(plan.totalCents).toBeLessThanOrEqual(single.totalCents);
      }),
    );
  });
});
