import { dayOf, dayStart } from '../calendar.ts';
import { type Cents, cents } from '../money.ts';
import { DAY_MS, WEEK_MS } from '../time.ts';
import { type OfferPoint, pricedPoints, usualOver } from './best-price-series.ts';

/*
 * When is the next special? Reads an offer's past as a row of weeks, in each of which a special began or did not:
 *   specials → weeks → chance by age (weeks since the last start) → the shortest window that holds RHYTHM_PROMISE
 * A rhythm is reported only when the offer's own past proves it: each week is forecast from the weeks before it, by age and by the
 * plain
 * rate ("no pattern"), and the outcome must have been PROOF times as likely by age. Nothing after `nowMs` is read.
 */

/** A stretch well below the offer's usual price. */
export interface Special {
  fromMs: number;
  /** Its end, or `nowMs` while it lasts. */
  toMs: number;
  /** The lowest price within it. */
  priceCents: Cents;
}

/** The least chance that the window holds the next special. */
export const RHYTHM_PROMISE = 0.8;
/** The offer's past must be this many times likelier with its rhythm than without; of offers without a rhythm, 1 in this many passes. */
const PROOF = 100;
/** A special costs at most this share of the usual price. */
const MOST_OF_USUAL = 0.9;
/** A shorter stretch is a reading glitch, or over before anyone can get there. */
const MIN_SPECIAL_MS = DAY_MS / 2;
/** Specials closer together than this count as one. */
const MIN_APART_MS = 3 * DAY_MS;
const MIN_SPECIALS = 5;
/** A wider window is of no use. */
const WIDEST_WEEKS = 4;
const HORIZON_WEEKS = 26;
const SOON_MS = 2 * WEEK_MS;
/** A special is worth waiting for when it costs at most this share of a price. */
const MOST_OF_PRICE = 0.95;
/** Weight of the plain rate against the observations of an age, in weeks. */
const PRIOR_WEEKS = 1;

/** The rhythm of an offer's specials; null when its past does not prove one `proofs` times over (the number of offers tried). */
export function priceRhythm(points: readonly OfferPoint[], nowMs: number, proofs = 1) {
  const past = pastSpecials(points, nowMs);
  const first = past?.specials[0];
  if (!first || past.specials.length < MIN_SPECIALS) return null;
  const { usualCents, specials } = past;
  const clock = weekClock(specials);
  const ages = createAges();
  let logProof = 0;
  let lastStart = clock.weekOf(first.fromMs);
  const current = clock.weekOf(nowMs);
  for (let week = lastStart + 1; week < current; week += 1) {
    if (clock.isTaken(week)) continue;
    const isStart = clock.isStart(week);
    const age = week - lastStart;
    const [withRhythm, without] = [ages.chance(age), ages.plainChance()];
    logProof += Math.log(isStart ? withRhythm / without : (1 - withRhythm) / (1 - without));
    ages.add(age, isStart);
    if (isStart) lastStart = week;
  }
  if (logProof < Math.log(PROOF * proofs)) return null;
  if (clock.isStart(current)) lastStart = current;

  const isOnSpecial = (specials.at(-1)?.toMs ?? 0) >= nowMs;
  const isBusy = isOnSpecial || clock.isStart(current);
  const left = isBusy ? 0 : clock.shareAfter(nowMs);
  const chanceIn = (ahead: number) =>
    ages.chance(current + ahead - lastStart) * (ahead === 0 ? left : 1);
  const window = shortestWindow(chanceIn);
  if (!window) return null;
  const gaps = specials.slice(1).map(({ fromMs }, nth) => {
    return clock.weekOf(fromMs) - clock.weekOf(specials[nth]?.fromMs ?? fromMs);
  });
  const specialCents = middle(specials.map(({ priceCents }) => priceCents));
  const soon = 1 - (1 - chanceIn(0)) * (1 - chanceIn(1) * (1 - clock.shareAfter(nowMs)));
  return {
    /** The specials it is derived from, oldest first. */
    specials,
    isOnSpecial,
    /** Median of whole weeks between specials. */
    everyWeeks: middle(gaps),
    /** Median discount of a special in whole percent. */
    offPercent: Math.round((1 - specialCents / usualCents) * 100),
    /** Median price of a special. */
    specialCents: cents(specialCents),
    /** When the next special is likely to begin: whole weeks of shopper days, UTC ms, `toMs` exclusive. */
    next: {
      fromMs: Math.max(nowMs, clock.startOf(current + window.first)),
      toMs: clock.startOf(current + window.last + 1),
      chance: window.chance,
    },
    /** The chance, 0 to 1, that one begins within seven days of `nowMs`, and the same without a pattern. */
    week: { chance: soon, plainChance: ages.plainChance() },
  };
}

export type Rhythm = NonNullable<ReturnType<typeof priceRhythm>>;

/** True when its specials undercut a price by enough to wait for one. */
export function isDeeper({ specialCents }: Pick<Rhythm, 'specialCents'>, priceCents: Cents) {
  return specialCents <= priceCents * MOST_OF_PRICE;
}

/** True when the next special is likely to begin, and with RHYTHM_PROMISE to have begun, within two weeks. */
export function isDueSoon({ isOnSpecial, next }: Rhythm, nowMs: number): boolean {
  return !isOnSpecial && next.toMs <= nowMs + SOON_MS;
}

/** An offer's specials up to `nowMs`, oldest first, with the usual price they are measured against; null without a price. */
export function pastSpecials(
  points: readonly OfferPoint[],
  nowMs: number,
): { usualCents: number; specials: Special[] } | null {
  const known = points.filter(({ atMs }) => atMs <= nowMs);
  const usualCents = usualOver(known, Number.NEGATIVE_INFINITY, nowMs);
  if (usualCents === null) return null;
  return { usualCents, specials: specialsOf(known, usualCents * MOST_OF_USUAL, nowMs) };
}

/** Stretches at or below `atMostCents`, without a first one that began before the known past. */
function specialsOf(points: readonly OfferPoint[], atMostCents: number, nowMs: number): Special[] {
  // An empty shelf keeps its last price.
  const priced = pricedPoints(points);
  const beganMs = priced[0]?.atMs;
  const specials: Special[] = [];
  for (const [nth, { atMs: fromMs, priceCents }] of priced.entries()) {
    const toMs = priced[nth + 1]?.atMs ?? nowMs;
    const isGlitch = toMs < nowMs && toMs - fromMs < MIN_SPECIAL_MS;
    if (priceCents > atMostCents || isGlitch) continue;
    const last = specials.at(-1);
    if (last && fromMs - last.toMs < MIN_APART_MS) {
      last.toMs = toMs;
      last.priceCents = cents(Math.min(last.priceCents, priceCents));
    } else specials.push({ fromMs, toMs, priceCents });
  }
  return specials.filter(({ fromMs }) => fromMs !== beganMs);
}

/** Weeks by the shoppers' clock (daylight saving included) that begin on the most frequent weekday of specials, and the starts in each. */
function weekClock(specials: readonly Special[]) {
  const weekdays = Map.groupBy(specials, ({ fromMs }) => dayOf(fromMs) % 7);
  const [weekday = 0] =
    [...weekdays].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
  const weekOf = (ms: number) => Math.floor((dayOf(ms) - weekday) / 7);
  const startOf = (week: number) => dayStart(weekday + week * 7);
  const offset = (ms: number) => ms - startOf(weekOf(ms));
  const starts = new Set(specials.map(({ fromMs }) => weekOf(fromMs)));
  const lastedInto = new Set<number>();
  for (const { fromMs, toMs } of specials)
    for (let week = weekOf(fromMs) + 1; toMs > startOf(week) + DAY_MS; week += 1)
      lastedInto.add(week);
  return {
    weekOf,
    startOf,
    isStart: (week: number) => starts.has(week),
    /** An earlier special lasts into the week, so none can begin at its start. */
    isTaken: (week: number) => lastedInto.has(week) && !starts.has(week),
    /** The share of specials that begin later in a week than this moment. */
    shareAfter: (ms: number) =>
      specials.filter(({ fromMs }) => offset(fromMs) > offset(ms)).length / specials.length,
  };
}

/** Counts how often a special began by the weeks since the last one. */
function createAges() {
  const byAge = new Map<number, { weeks: number; starts: number }>();
  const all = { weeks: 0, starts: 0 };
  const plainChance = () => (all.starts + 0.5) / (all.weeks + 1);
  return {
    plainChance,
    chance(age: number): number {
      const { weeks, starts } = byAge.get(age) ?? { weeks: 0, starts: 0 };
      return (starts + PRIOR_WEEKS * plainChance()) / (weeks + PRIOR_WEEKS);
    },
    add(age: number, isStart: boolean) {
      const own = byAge.get(age) ?? { weeks: 0, starts: 0 };
      byAge.set(age, own);
      for (const sum of [own, all]) {
        sum.weeks += 1;
        if (isStart) sum.starts += 1;
      }
    },
  };
}

/** The fewest consecutive weeks that hold the promised chance; null when that takes too many. */
function shortestWindow(chanceIn: (ahead: number) => number) {
  let none = 1;
  const mass = Array.from({ length: HORIZON_WEEKS }, (_, ahead) => {
    const chance = none * chanceIn(ahead);
    none -= chance;
    return chance;
  });
  for (let weeks = 1; weeks <= WIDEST_WEEKS; weeks += 1) {
    const windows = mass.slice(weeks - 1).map((_, first) => {
      const chance = mass.slice(first, first + weeks).reduce((sum, one) => sum + one, 0);
      return { first, last: first + weeks - 1, chance };
    });
    const [best] = windows.toSorted((a, b) => b.chance - a.chance);
    if (best && best.chance >= RHYTHM_PROMISE) return best;
  }
  return null;
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
