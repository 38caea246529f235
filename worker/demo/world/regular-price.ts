import { type Cents, cents } from '#domain/money.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Product } from './product.ts';
import { chance } from './seeded.ts';
import type { DemoShop, Ending } from './shops.ts';

const YEAR_MS = 365.25 * DAY_MS;
/** The date of the catalogue's prices, from which the yearly trend counts. */
const CATALOGUE_DAY = Date.UTC(2026, 8, 1);
const MOST_YEARS = 3;

/** Yearly change of a department's prices: groceries rise, electronics fall. */
const YEARLY_TREND: Record<string, number> = {
  electronics: -0.09,
  grocery: 0.04,
  liquor: 0.03,
  pets: 0.03,
  pharmacy: 0.02,
};

function epochMs(seed: number): number {
  return (70 + chance(seed, 41) * 70) * DAY_MS;
}

function epochOf(seed: number, at: number): number {
  return Math.floor(at / epochMs(seed) + chance(seed, 42));
}

/** The price without promotions: changes by a few per cent every ten to twenty weeks, along its department's trend. */
export function regularAt(shop: DemoShop, product: Product, seed: number, at: number): Cents {
  const epoch = epochOf(seed, at);
  const began = epoch * epochMs(seed);
  const years = Math.min(MOST_YEARS, Math.max(-MOST_YEARS, (began - CATALOGUE_DAY) / YEAR_MS));
  const trend = 1 + (YEARLY_TREND[product.category.department] ?? 0.01) * years;
  const wander = 1 + (chance(seed, 43, epoch) - 0.5) * (shop.rhythm === 'steady' ? 0.05 : 0.1);
  return pricePoint(product.usualCents * shop.level * trend * wander, shop.ending);
}

/** The instants within (from, to] at which the regular price may move. */
export function regularTurns(seed: number, from: number, to: number): number[] {
  const turns: number[] = [];
  const last = epochOf(seed, to);
  for (let epoch = epochOf(seed, from) + 1; epoch <= last; epoch += 1) {
    turns.push(Math.ceil((epoch - chance(seed, 42)) * epochMs(seed)));
  }
  return turns;
}

const toStep = (value: number, step: number, ending: number): number =>
  Math.max(step + ending, Math.round((value - ending) / step) * step + ending);

function grocery(value: number): number {
  if (value < 300) return toStep(value, 5, 0);
  if (value < 2000) return toStep(value, 10, 0);
  return toStep(value, 50, 0);
}

/** The last dollar of prices from $100: $649 here, $645 and $647 there. */
const LAST_DOLLAR_BELOW_TEN: Record<Ending, number> = {
  grocery: -200,
  round: -100,
  'ninety-five': -500,
  'eighty-nine': -300,
};

/** The price point nearest to an amount, by the shop's price ending: 4.50, 1,299.00, 49.95 or 12.89. */
export function pricePoint(amountCents: number, ending: Ending): Cents {
  const value = Math.max(50, Math.round(amountCents));
  if (value >= 10_000) return cents(toStep(value, 1000, LAST_DOLLAR_BELOW_TEN[ending]));
  if (ending === 'grocery') return cents(grocery(value));
  if (ending === 'round') return cents(value < 1500 ? toStep(value, 50, 0) : toStep(value, 100, 0));
  if (ending === 'ninety-five')
    return cents(value < 2000 ? toStep(value, 50, -1) : toStep(value, 100, -5));
  return cents(toStep(value, value < 500 ? 10 : 100, value < 500 ? -1 : -11));
}
