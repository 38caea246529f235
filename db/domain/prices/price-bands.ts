import type { Cents } from '../money.ts';

/** A band of prices in whole dollars with its number of products; `toDollars` is exclusive, null for the last band. */
export type PriceBand = ReturnType<typeof priceBands>[number];

/** Round steps, as multiples of a power of ten. */
const STEPS = [1, 2, 2.5, 5];
const MOST_BANDS = 6;
/** Fewer products give no useful bands. */
const FEWEST_PRODUCTS = 5;

/**
 * Up to six price bands of round, equal width from the cheapest tenth to the dearest; outliers join the first and last band. Empty
 * below five products or when all cost about the same. `prices` ascending.
 */
export function priceBands(prices: readonly Cents[]) {
  const tenth = prices[Math.floor(prices.length * 0.1)];
  const ninth = prices[Math.ceil(prices.length * 0.9) - 1];
  if (prices.length < FEWEST_PRODUCTS || tenth === undefined || ninth === undefined) return [];
  const stepDollars = roundStep((ninth - tenth) / 100 / (MOST_BANDS - 1));
  const first = Math.floor(tenth / 100 / stepDollars) * stepDollars;
  const count = Math.floor((ninth / 100 - first) / stepDollars) + 1;
  if (count < 2) return [];
  const bands = Array.from({ length: count }, (_, index) => ({
    fromDollars: index === 0 ? 0 : first + index * stepDollars,
    toDollars: index === count - 1 ? null : first + (index + 1) * stepDollars,
    products: 0,
  }));
  for (const price of prices) {
    const index = Math.floor((price / 100 - first) / stepDollars);
    const band = bands[Math.min(count - 1, Math.max(0, index))];
    if (band) band.products += 1;
  }
  return bands;
}

/** The smallest 1, 2, 2.5 or 5 times a power of ten that is a whole number and at least `dollars`. */
function roundStep(dollars: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, dollars)));
  const whole = STEPS.map((step) => step * power).filter(Number.isInteger);
  return whole.find((step) => step >= dollars) ?? 10 * power;
}
