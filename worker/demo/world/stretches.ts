import { chance } from './seeded.ts';

/** Randomly recurring periods: at most one per epoch, never past its end. */
export interface Recurrence {
  /** Distinguishes this recurrence from others with the same seed. */
  question: number;
  epochMs: number;
  probability: number;
  /** Earliest and latest start after the epoch's, and least and greatest length. */
  startMs: readonly [number, number];
  lengthMs: readonly [number, number];
}

/** One stretch; `draw` is its own random fraction, 0–1. */
export interface Stretch {
  from: number;
  to: number;
  draw: number;
}

const between = ([least, most]: readonly [number, number], draw: number): number =>
  least + (most - least) * draw;

/** Prices change on whole minutes, the resolution of the price history. */
const wholeMinute = (at: number): number => Math.ceil(at / 60_000) * 60_000;

function epochOf(seed: number, { epochMs, question }: Recurrence, at: number): number {
  return Math.floor(at / epochMs + chance(seed, question));
}

function stretchOf(seed: number, rule: Recurrence, epoch: number): Stretch | null {
  const { question, epochMs, probability } = rule;
  if (chance(seed, question + 1, epoch) >= probability) return null;
  const began = (epoch - chance(seed, question)) * epochMs;
  const from = wholeMinute(began + between(rule.startMs, chance(seed, question + 2, epoch)));
  const length = between(rule.lengthMs, chance(seed, question + 3, epoch));
  return { from, to: wholeMinute(from + length), draw: chance(seed, question + 4, epoch) };
}

/** The stretch in the epoch of `at`, whether past, current or future; null if the epoch has none. */
export function stretchAround(seed: number, rule: Recurrence, at: number): Stretch | null {
  return stretchOf(seed, rule, epochOf(seed, rule, at));
}

/** All stretches of the epochs between two instants. */
export function stretchesBetween(
  seed: number,
  rule: Recurrence,
  from: number,
  to: number,
): Stretch[] {
  const stretches: Stretch[] = [];
  const last = epochOf(seed, rule, to);
  for (let epoch = epochOf(seed, rule, from); epoch <= last; epoch += 1) {
    const stretch = stretchOf(seed, rule, epoch);
    if (stretch) stretches.push(stretch);
  }
  return stretches;
}
