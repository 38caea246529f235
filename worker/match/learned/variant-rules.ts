import { audienceOf, colourOf } from '../identity/variant-words.ts';
import type { ProductText } from './product-text.ts';
import { sharedCount } from './similarity.ts';

/*
 * What two names state differently, so that they cannot be the same variant however many other words agree. A side that says
 * nothing contradicts nothing.
 */

/** Words that, straight after a number, make another model: 'iPhone 15 Pro', 'S24 Ultra'. */
const MODEL_SUFFIXES = new Set([
  'pro',
  'plus',
  'max',
  'mini',
  'ultra',
  'lite',
  'fe',
  'se',
  'elite',
  'xl',
]);
/** Sizes of screens in inches; quotation marks after other numbers are quotations. */
const SCREEN_INCHES = { from: 8, to: 120 };
/** Shops round screens (15.6 as 16); the next size up differs by more. */
const SAME_SIZE_SHARE = 0.06;
/** Longer titles list several codes of parts, which differ between shops for one product. */
const MAX_TOKENS = 14;

/** What the two names state differently (size, memory, for whom, colour, generation, model suffix), in words, or null. */
export function statedDifference(left: ProductText, right: ProductText): string | null {
  return (
    differentSizes(left, right, 'in') ??
    differentSizes(left, right, 'mm') ??
    differentMemory(left, right) ??
    different(namedBy(left, audienceOf), namedBy(right, audienceOf), 'made for') ??
    different(namedBy(left, colourOf), namedBy(right, colourOf), 'different colours:') ??
    differentGeneration(left, right) ??
    differentSuffix(left, right)
  );
}

function differentSizes(left: ProductText, right: ProductText, unit: 'in' | 'mm'): string | null {
  const [a, b] = [left, right].map((text) => {
    const sizes = [...(text.measures.get(unit) ?? [])].map(Number);
    return unit === 'mm'
      ? sizes
      : sizes.filter((size) => size >= SCREEN_INCHES.from && size <= SCREEN_INCHES.to);
  });
  if (a?.length !== 1 || b?.length !== 1) return null;
  const [x = 0, y = 0] = [a[0], b[0]];
  return Math.abs(x - y) > SAME_SIZE_SHARE * Math.max(x, y)
    ? `different sizes: ${x} and ${y} ${unit}`
    : null;
}

/** '8GB 256GB' and '16GB 256GB'. One figure alone is storage, which variant-conflict compares. */
function differentMemory(left: ProductText, right: ProductText): string | null {
  const [a = [], b = []] = [left, right].map((text) =>
    [...(text.measures.get('gb') ?? [])].map(Number).sort((x, y) => x - y),
  );
  if (a.length < 2 || a.length !== b.length) return null;
  return a.some((value, index) => value !== b[index])
    ? `different memory: ${a[0]} GB and ${b[0]} GB`
    : null;
}

function namedBy(text: ProductText, nameOf: (token: string) => string | null): Set<string> {
  return new Set(text.tokens.map(nameOf).filter((name) => name !== null));
}

function different(a: ReadonlySet<string>, b: ReadonlySet<string>, what: string): string | null {
  if (a.size === 0 || b.size === 0 || sharedCount(a, b) > 0) return null;
  return `${what} ${[...a].join(', ')} and ${[...b].join(', ')}`;
}

/** 'wh1000xm5' and 'wh1000xm4', 'm3' and 'm2': the same letters around another number, and no code in common. */
function differentGeneration(left: ProductText, right: ProductText): string | null {
  if (Math.max(left.tokens.length, right.tokens.length) > MAX_TOKENS) return null;
  const [a, b] = [generations(left), generations(right)];
  if (sharedCount(a, b) > 0) return null;
  for (const x of a) {
    const y = [...b].find((code) => code.length === x.length && shapeOf(code) === shapeOf(x));
    if (y !== undefined) return `another generation: ${x} and ${y}`;
  }
  return null;
}

function generations(text: ProductText): Set<string> {
  const short = text.tokens.filter((token) => /^[a-z]{1,2}\d{1,2}$/.test(token));
  return new Set([...[...text.codes].filter((code) => /[a-z]/.test(code)), ...short]);
}

/** A code without its last number. */
function shapeOf(code: string): string {
  return code.replace(/\d+(?=[a-z]{0,4}$)/, '#');
}

function differentSuffix(left: ProductText, right: ProductText): string | null {
  const word = suffixOnlyIn(left, right) ?? suffixOnlyIn(right, left);
  return word === null ? null : `only one is "${word}"`;
}

/** A suffix after a number that the other has as well, but without it. */
function suffixOnlyIn(one: ProductText, other: ProductText): string | null {
  const found = one.tokens.find((token, index) => {
    const number = one.tokens[index - 1] ?? '';
    return (
      MODEL_SUFFIXES.has(token) &&
      /\d/.test(number) &&
      other.tokens.includes(number) &&
      !other.tokens.includes(token)
    );
  });
  return found ?? null;
}
