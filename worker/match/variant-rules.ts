import type { ProductText } from './product-text.ts';
import { sharedCount } from './similarity.ts';
import { audienceOf, colourOf } from './variant-words.ts';

/*
 * What two names state differently, so that they cannot be the same variant however many other words agree. A side that says
 * nothing contradicts nothing.
 */

/** Words that, put after the same name, make another model. */
const MODEL_SUFFIXES = new Set(['pro', 'plus', 'max', 'mini', 'ultra', 'lite', 'fe', 'se', 'elite', 'digital', 'absolute']);
/** Goods whose names are short enough that one suffix is the difference, rather than loose wording. */
const MAX_SUFFIX_TOKENS = 9;

/** The rules by name; each gives the stated difference in words, or null. */
export const VARIANT_RULES: Record<string, (left: ProductText, right: ProductText) => string | null> = {
  screen: (left, right) => differentMeasures(left, right, 'in', 'sizes'),
  caseSize: (left, right) => differentMeasures(left, right, 'mm', 'sizes'),
  memory: (left, right) => {
    const [a, b] = [left, right].map((text) => [...(text.measures.get('gb') ?? [])].map(Number).sort((x, y) => x - y));
    if (!a || !b || a.length < 2 || a.length !== b.length) return null;
    return a.some((value, index) => value !== b[index]) ? `different memory: ${a[0]} GB and ${b[0]} GB` : null;
  },
  audience: (left, right) => different(namedBy(left, audienceOf), namedBy(right, audienceOf), 'made for'),
  colour: (left, right) => different(namedBy(left, colourOf), namedBy(right, colourOf), 'different colours:'),
  generation: (left, right) => differentGeneration(left, right),
  suffix: (left, right) => differentSuffix(left, right),
};

function differentMeasures(left: ProductText, right: ProductText, unit: string, what: string): string | null {
  const [a, b] = [left.measures.get(unit), right.measures.get(unit)];
  if (a?.size !== 1 || b?.size !== 1) return null;
  const [x, y] = [Number([...a][0]), Number([...b][0])];
  return Math.abs(x - y) > 0.06 * Math.max(x, y) ? `different ${what}: ${x} and ${y} ${unit}` : null;
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
  const codesOf = (text: ProductText) => new Set([...text.codes, ...text.tokens.filter((token) => /^[a-z]{1,2}\d{1,2}$/.test(token))]);
  const [a, b] = [codesOf(left), codesOf(right)];
  for (const x of a) {
    for (const y of b) {
      if (x === y || a.has(y) || b.has(x) || x.length !== y.length) continue;
      if (!/[a-z]/.test(x) || shapeOf(x) !== shapeOf(y)) continue;
      return `another generation: ${x} and ${y}`;
    }
  }
  return null;
}

function shapeOf(code: string): string {
  return code.replace(/\d+(?=[a-z]?$)/, '#');
}

function differentSuffix(left: ProductText, right: ProductText): string | null {
  if (left.tokens.length > MAX_SUFFIX_TOKENS || right.tokens.length > MAX_SUFFIX_TOKENS) return null;
  const only = (a: ProductText, b: ProductText) => a.tokens.find((token) => MODEL_SUFFIXES.has(token) && !b.tokens.includes(token));
  const word = only(left, right) ?? only(right, left);
  return word === undefined ? null : `only one is "${word}"`;
}
