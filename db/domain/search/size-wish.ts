/*
 * Wishes for a small or large machine, stated ("small fridge") or implied by place or household ("tv for a bedroom", "air fryer for a
 * family of five"). They apply to machines only: small dogs and large eggs are not measured.
 */
import { isOfMachines } from '../categories/head-noun.ts';

export type SizeWish = 'small' | 'large';

/** Patterns of each wish; words of size come before places and households that imply one. */
const PATTERNS: readonly (readonly [RegExp, SizeWish])[] = [
  [/\b(?:small(?:er|est)?|little|tiny|compact|lightweight|ultralight)\b/i, 'small'],
  [/\b(?:large(?:r|st)?|big(?:ger|gest)?|huge|massive)\b/i, 'large'],
  [
    /\b(?:bedroom|caravan|campervan|motorhome|dorm|studio|granny flat|kitchenette|bedsit)\b/i,
    'small',
  ],
  [/\b(?:one|1|single|two|2) (?:person|people)\b|\b(?:couple|single person)\b/i, 'small'],
  [/\b(?:lounge|living) ?room\b|\bopen plan\b|\bwhole (?:house|home)\b|\bhome theatre\b/i, 'large'],
  [
    /\bfamily of (?:[4-9]|four|five|six|seven|eight)\b|\b(?:[4-9]|four|five|six) people\b/i,
    'large',
  ],
];

/** The size that a query wishes for; null for none. */
export function sizeWishOf(query: string): SizeWish | null {
  return PATTERNS.find(([pattern]) => pattern.test(query))?.[1] ?? null;
}

interface Sized {
  category: string | null;
  /** As sizesOf reads them. */
  sizes: readonly string[] | null;
}

/**
 * Rates each thing from 0 to 1 by the place of its measure among all measures; 0.5 without a measure in the commonest unit. Empty where
 * all measure the same.
 */
export function suitsWish<Thing extends Sized>(
  things: readonly Thing[],
  wish: SizeWish,
): ReadonlyMap<Thing, number> {
  const measured = things
    .filter(({ category }) => isOfMachines(category))
    .map((thing) => ({ thing, measure: measureOf(thing) }));
  const units = [...Map.groupBy(measured, ({ measure }) => measure?.unit ?? null)];
  const [unit] = units
    .filter(([name]) => name !== null)
    .toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [null];
  const stated = measured.flatMap(({ measure }) => (measure?.unit === unit ? measure.amount : []));
  const amounts = [...new Set(stated)].toSorted((one, other) => one - other);
  if (unit === null || amounts.length < 2) return new Map();
  return new Map(
    measured.map(({ thing, measure }) => {
      const isComparable = measure?.unit === unit;
      const place = isComparable ? amounts.indexOf(measure.amount) / (amounts.length - 1) : 0.5;
      return [thing, wish === 'small' ? 1 - place : place];
    }),
  );
}

/**
 * Rates each thing from 0 to 1 by how near its measure is to an amount of a query ('900l'): 1 for the same, 0 for half or double. Empty
 * where the query states no weight, volume or inches.
 */
export function nearAmount<Thing extends Sized>(
  things: readonly Thing[],
  amounts: readonly string[],
): ReadonlyMap<Thing, number> {
  const [wanted] = amounts.flatMap((amount) => measureOf({ sizes: [amount] }) ?? []);
  if (!wanted?.amount) return new Map();
  return new Map(
    things.map((thing) => {
      const measure = measureOf(thing);
      const isComparable = measure?.unit === wanted.unit;
      const octaves = isComparable ? Math.abs(Math.log2(measure.amount / wanted.amount)) : 1;
      return [thing, Math.max(0, 1 - octaves)];
    }),
  );
}

const MEASURE = /^(\d+(?:\.\d+)?) ?(″|k?g|m?l)$/;
const LARGE_UNITS: Readonly<Record<string, string>> = { kg: 'g', l: 'ml' };

function measureOf({ sizes }: Pick<Sized, 'sizes'>): { amount: number; unit: string } | null {
  for (const size of sizes ?? []) {
    const [, amount, unit = ''] = MEASURE.exec(size.toLowerCase()) ?? [];
    const small = LARGE_UNITS[unit];
    if (amount) return { amount: Number(amount) * (small ? 1_000 : 1), unit: small ?? unit };
  }
  return null;
}
