import { colourOf } from './variant-words.ts';

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

const UNITS: Record<string, string> = {
  gb: 'gb',
  tb: 'tb',
  mb: 'mb',
  gig: 'gb',
  gigabyte: 'gb',
  terabyte: 'tb',
  ghz: 'ghz',
  mhz: 'mhz',
  hz: 'hz',
  mm: 'mm',
  cm: 'cm',
  m: 'm',
  ft: 'ft',
  feet: 'ft',
  in: 'in',
  inch: 'in',
  inches: 'in',
  '"': 'in',
  "'": 'in',
  '”': 'in',
  mp: 'mp',
  megapixel: 'mp',
  megapixels: 'mp',
  w: 'w',
  watt: 'w',
  watts: 'w',
  v: 'v',
  volt: 'v',
  volts: 'v',
  mah: 'mah',
  ml: 'ml',
  l: 'l',
  litre: 'l',
  g: 'g',
  gm: 'g',
  kg: 'kg',
  lb: 'lb',
  lbs: 'lb',
  oz: 'oz',
  x: 'x',
  p: 'p',
  rpm: 'rpm',
  k: 'k',
  pack: 'pk',
  pk: 'pk',
  pc: 'pk',
  pcs: 'pk',
  piece: 'pk',
  count: 'pk',
  ct: 'pk',
  port: 'port',
  user: 'user',
  users: 'user',
  sheets: 'sheets',
  sheet: 'sheets',
  core: 'core',
  gbps: 'gbps',
  ch: 'ch',
  channel: 'ch',
  cup: 'cup',
  jewel: 'jewel',
};
const UNIT_WORDS = Object.keys(UNITS)
  .filter((word) => /^[a-z]+$/.test(word))
  .sort((a, b) => b.length - a.length);
const MEASURE = new RegExp(
  `(?<![a-z\\d.])(\\d+(?:\\.\\d+)?)[\\s-]?(${UNIT_WORDS.join('|')}|["'”])(?![a-z\\d])`,
  'g',
);
const COMPOUND = /[a-z\d]+(?:[-/.][a-z\d]+)+/g;
const MIN_CODE_LENGTH = 4;
const MAX_TEXT_LENGTH = 2_000;

/** Lower case, without accents, language tags ("…"@en) and thousands commas. */
export function plainText(text: string): string {
  return text
    .slice(0, MAX_TEXT_LENGTH)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/"@[a-z]{2}(?:-[a-z]{2,4})?(?![a-z])/g, '" ')
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replace(/[’`´]/g, "'");
}

/** Words and numbers; 'u.s.' style dots go, decimals stay. */
function tokensOf(text: string): string[] {
  const tokens = text.match(/\d+\.\d+(?![\d.]|[a-z])|[a-z\d]+/g) ?? [];
  return tokens.map(
    (token) => colourOf(token) ?? token.replace(/^(\d+)\.0+$/, '$1').replace(/^v(\d+)$/, '$1'),
  );
}

/** Takes a description apart. */
export function productText(product: ProductDescription): ProductText {
  const name = plainText(product.name);
  const brand = tokensOf(plainText(product.brand ?? ''));
  const model = plainText(product.model ?? '');
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
    category: tokensOf(plainText(product.category ?? '')),
    description: new Set(tokensOf(plainText(product.description ?? ''))),
    squashed: `${brand.join('')} ${name}`.replace(/[^a-z\d]/g, ''),
    price: product.price && product.price > 0 ? product.price : null,
  };
}

function measuresIn(text: string): Map<string, Set<string>> {
  const measures = new Map<string, Set<string>>();
  for (const [, value = '', word = ''] of text.matchAll(MEASURE)) {
    const unit = UNITS[word] ?? word;
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
  return unit !== undefined && unit in UNITS && measures.has(UNITS[unit] ?? '');
}
