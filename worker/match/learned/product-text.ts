import { comparableText } from '../identity/comparable-text.ts';
import { colourOf } from '../identity/variant-words.ts';

/** What matching may know of one offer or product. `price` in dollars; `quantity` in kg, L or a count, as a shop states it. */
export interface ProductDescription {
  name: string;
  brand?: string | null | undefined;
  model?: string | null | undefined;
  description?: string | null | undefined;
  category?: string | null | undefined;
  price?: number | null | undefined;
  quantity?: number | null | undefined;
  gtin?: string | null | undefined;
}

/** A product's words, taken apart once so that pairs can be compared fast. */
export interface ProductText {
  /** Words and numbers of name and brand, in order, lower case, without accents. */
  tokens: string[];
  /** Model numbers and part codes: letters with digits or long numbers, without hyphens ('kxtg9343t'). */
  codes: Set<string>;
  /** Codes that the shop itself calls the model. */
  modelCodes: Set<string>;
  /** Numbers by unit: 'gb' → {256}, 'in' → {15.4}. */
  measures: Map<string, Set<string>>;
  /** Numbers without a unit. */
  numbers: Set<string>;
  brand: string[];
  category: string[];
  description: Set<string>;
  /** Name and brand without anything but letters and digits, to find a code that another shop writes with spaces. */
  squashed: string;
  price: number | null;
}

/** Units with their other spellings, one unit between commas. */
const UNIT_SPELLINGS = `gb gig gigabyte, tb terabyte, mb, ghz, mhz, hz, mm, cm, m, ft feet, in inch inches " ' ”,
  mp megapixel megapixels, w watt watts, v volt volts, mah, ml, l litre, g gm, kg, lb lbs, oz, x, p, rpm, k,
  pk pack pc pcs piece count ct, port, user users, sheets sheet, core, gbps, ch channel, cup, jewel`;
const UNITS = new Map(
  UNIT_SPELLINGS.split(',').flatMap((line) => {
    const words = line.trim().split(' ');
    return words.map((word) => [word, words[0] ?? word] as const);
  }),
);
const UNIT_WORDS = [...UNITS.keys()]
  .filter((word) => /^[a-z]+$/.test(word))
  .sort((a, b) => b.length - a.length);
const MEASURE = new RegExp(
  `(?<![a-z\\d.])(\\d+(?:\\.\\d+)?)[\\s-]?(${UNIT_WORDS.join('|')}|["'”])(?![a-z\\d])`,
  'g',
);
const COMPOUND = /[a-z\d]+(?:[-/.][a-z\d]+)+/g;
const MIN_CODE_LENGTH = 4;

/** Words and numbers; 'u.s.' style dots go, decimals stay. */
function tokensOf(text: string): string[] {
  const tokens = text.match(/\d+\.\d+(?![\d.]|[a-z])|[a-z\d]+/g) ?? [];
  return tokens.map(
    (token) => colourOf(token) ?? token.replace(/^(\d+)\.0+$/, '$1').replace(/^v(\d+)$/, '$1'),
  );
}

/** Takes a description apart. */
export function productText(product: ProductDescription): ProductText {
  const name = comparableText(product.name);
  const brand = tokensOf(comparableText(product.brand ?? ''));
  const model = comparableText(product.model ?? '');
  const nameTokens = tokensOf(name);
  const missingBrand = brand.filter((token) => !nameTokens.includes(token));
  const measures = measuresIn(name);
  const measured = new Set([...measures.values()].flatMap((values) => [...values]));
  return {
    tokens: [...missingBrand, ...nameTokens],
    codes: codesIn(`${name} ${model}`, measures),
    modelCodes: codesIn(model, new Map(), 3),
    measures,
    numbers: new Set(
      nameTokens.filter((token) => /^\d+(\.\d+)?$/.test(token) && !measured.has(token)),
    ),
    brand,
    category: tokensOf(comparableText(product.category ?? '')),
    description: new Set(tokensOf(comparableText(product.description ?? ''))),
    squashed: `${brand.join('')} ${name}`.replace(/[^a-z\d]/g, ''),
    price: product.price && product.price > 0 ? product.price : null,
  };
}

function measuresIn(text: string): Map<string, Set<string>> {
  const measures = new Map<string, Set<string>>();
  for (const [, value = '', word = ''] of text.matchAll(MEASURE)) {
    const unit = UNITS.get(word) ?? word;
    const values = measures.get(unit) ?? new Set();
    measures.set(unit, values.add(String(Number(value))));
  }
  return measures;
}

function codesIn(
  text: string,
  measures: ReadonlyMap<string, unknown>,
  minLength = MIN_CODE_LENGTH,
): Set<string> {
  const joined = (text.match(COMPOUND) ?? []).map((word) => word.replace(/[-/.]/g, ''));
  const words = [...tokensOf(text), ...joined];
  return new Set(
    words.filter((word) => word.length >= minLength && isCode(word) && !isMeasure(word, measures)),
  );
}

function isCode(word: string): boolean {
  if (!/\d/.test(word) || word.includes('.')) return false;
  return /[a-z]/.test(word) || (word.length >= 4 && !/^(?:19|20)\d\d$/.test(word));
}

function isMeasure(word: string, measures: ReadonlyMap<string, unknown>): boolean {
  const unit = /^\d+([a-z]+)$/.exec(word)?.[1];
  return unit !== undefined && measures.has(UNITS.get(unit) ?? '');
}
