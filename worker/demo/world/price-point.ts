import { type Cents, cents } from '#domain/money.ts';
import type { Ending } from './shops.ts';

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

/** The price that a shop would print near a computed amount: 4.50, 1,299.00, 49.95 or 12.89 by its habit. */
export function pricePoint(amountCents: number, ending: Ending): Cents {
  const value = Math.max(50, Math.round(amountCents));
  if (value >= 10_000) return cents(toStep(value, 1000, LAST_DOLLAR_BELOW_TEN[ending]));
  if (ending === 'grocery') return cents(grocery(value));
  if (ending === 'round') return cents(value < 1500 ? toStep(value, 50, 0) : toStep(value, 100, 0));
  if (ending === 'ninety-five')
    return cents(value < 2000 ? toStep(value, 50, -1) : toStep(value, 100, -5));
  return cents(toStep(value, value < 500 ? 10 : 100, value < 500 ? -1 : -11));
}
