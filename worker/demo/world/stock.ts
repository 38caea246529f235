import type { Availability } from '#domain/offers/availability.ts';
import { DAY_MS } from '#domain/time.ts';
import { chance } from './seeded.ts';
import { type Recurrence, stretchAround, stretchesBetween } from './stretches.ts';

/** A shelf thins out this long before it is empty. */
const LIMITED_FOR_MS = 1.5 * DAY_MS;
const PRE_ORDER_SHARE = 0.004;

const EMPTY_SHELF: Recurrence = {
  question: 140,
  epochMs: 45 * DAY_MS,
  probability: 0.12,
  startMs: [2 * DAY_MS, 30 * DAY_MS],
  lengthMs: [2 * DAY_MS, 11 * DAY_MS],
};

/** Whether the goods can be had: out of stock now and then, scarce shortly before, a few on pre-order. */
export function availabilityAt(seed: number, at: number): Availability {
  if (chance(seed, 61) < PRE_ORDER_SHARE) return 'pre_order';
  const empty = stretchAround(seed, EMPTY_SHELF, at);
  if (!empty || at >= empty.to || at < empty.from - LIMITED_FOR_MS) return 'in_stock';
  return at < empty.from ? 'limited' : 'out_of_stock';
}

/** The instants around (from, to] at which the stock may turn. */
export function stockTurns(seed: number, from: number, to: number): number[] {
  return stretchesBetween(seed, EMPTY_SHELF, from, to).flatMap((empty) => [
    empty.from - LIMITED_FOR_MS,
    empty.from,
    empty.to,
  ]);
}
