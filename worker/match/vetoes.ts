import { commonStart } from '#domain/text/common-start.ts';
import { alike, alternatives, contents, exclusive } from './contents.ts';
import {
  generation,
  ink,
  modelNumber,
  modelVariant,
  series,
  seriesLetter,
  suffix,
} from './model-numbers.ts';
import { bareNumber, hasContent, type Pair, priceRatio } from './pair.ts';
import { pieceOrWeight, pieces } from './pieces.ts';
import { FIGURE_NAMES, isMeaningful, type ProductText, YEAR } from './product-text.ts';
import { sharedCount } from './similarity.ts';
import { CONDITIONS, colourOf, SHADES } from './vocabulary.ts';
import { apart, exchanged, qualifier } from './word-vetoes.ts';

/** Returns the reason that rules a pair out, or null. */
type Rule = (pair: Pair) => string | null;

/**
 * Where a veto applies: 'always', even under one GTIN, because shops attach GTINs to wrong sizes more often than they misstate sizes;
 * 'unless-gtin'; or 'by-name', when only names match.
 */
export type Scope = 'always' | 'unless-gtin' | 'by-name';

const between =
  (rule: (left: ProductText, right: ProductText) => string | null): Rule =>
  ({ left, right }) =>
    rule(left, right);

/** All vetoes, in order. A stated difference rules a pair out, whatever else agrees; a missing statement contradicts nothing. */
const VETOES: readonly (readonly [about: string, scope: Scope, rule: Rule])[] = [
  ['contents', 'always', between(contents)],
  ['pieces', 'always', between(pieces)],
  ['piece or weight', 'always', between(pieceOrWeight)],
  ['storage', 'always', between(storage)],
  ['condition', 'always', onlyOneIs(CONDITIONS)],
  ['barcode', 'unless-gtin', between(barcodes)],
  ['memory', 'unless-gtin', between(memory)],
  ['screen', 'unless-gtin', between(sizesIn('in', 8, 120))],
  ['width', 'unless-gtin', between(sizesIn('mm', 0, Number.POSITIVE_INFINITY))],
  ['dimensions', 'unless-gtin', between(dimensions)],
  ['figure', 'unless-gtin', between(figures)],
  ['size', 'unless-gtin', between(sizes)],
  ['year', 'unless-gtin', between(years)],
  ['alternatives', 'unless-gtin', between(alternatives)],
  ['audience', 'unless-gtin', between(named('audiences', 'made for'))],
  ['colour', 'unless-gtin', between(named('colours', 'different colours:'))],
  ['exchanged colour', 'unless-gtin', between(exchangedColour)],
  ['generation', 'unless-gtin', between(generation)],
  ['series letter', 'unless-gtin', between(seriesLetter)],
  ['suffix', 'unless-gtin', between(suffix)],
  ['ink', 'unless-gtin', between(ink)],
  ['model variant', 'unless-gtin', between(modelVariant)],
  ['series', 'unless-gtin', between(series)],
  ['price', 'unless-gtin', price],
  ['kind and model number', 'unless-gtin', between(kindAndNumber)],
  ['kind', 'by-name', between(kind)],
  ['model number', 'by-name', between(modelNumber)],
  ['qualifier', 'by-name', qualifier],
  ['exclusive words', 'by-name', between(exclusive)],
  ['exchanged word', 'by-name', exchanged],
];

const rulesOf = (...scopes: Scope[]): readonly Rule[] =>
  VETOES.flatMap(([, scope, rule]) => (scopes.includes(scope) ? [rule] : []));

/** The rules of each scope, with those of the scopes before it. */
const RULES = {
  always: rulesOf('always'),
  'unless-gtin': rulesOf('always', 'unless-gtin'),
  'by-name': rulesOf('always', 'unless-gtin', 'by-name'),
};
const NAME_RULES = rulesOf('by-name');

/** The first veto against the pair, in words, or null. `scope` includes the scopes before it. */
export const vetoOf = (pair: Pair, scope: Scope): string | null => firstOf(RULES[scope], pair);

/** The first veto of the scope 'by-name' alone, for a pair that the others do not rule out. */
export const vetoOfNames = (pair: Pair): string | null => firstOf(NAME_RULES, pair);

function firstOf(rules: readonly Rule[], pair: Pair): string | null {
  for (const rule of rules) {
    const found = rule(pair);
    if (found !== null) return found;
  }
  return null;
}

/** Memory and storage in GB, smallest first: '8GB/256GB' → [8, 256]. */
function gigabytes({ measures }: ProductText): number[] {
  const terabytes = [...(measures.get('tb') ?? [])].map((size) => size * 1024);
  return [...new Set([...(measures.get('gb') ?? []), ...terabytes])].sort((a, b) => a - b);
}

/** One shop may omit the memory, so one common figure is enough. */
function storage(left: ProductText, right: ProductText): string | null {
  const [a, b] = [gigabytes(left), gigabytes(right)];
  if (a.length === 0 || b.length === 0 || a.some((size) => b.includes(size))) return null;
  return `different storage: ${a.at(-1)} GB and ${b.at(-1)} GB`;
}

function memory(left: ProductText, right: ProductText): string | null {
  const [a, b] = [gigabytes(left), gigabytes(right)];
  if (a.length < 2 || a.length !== b.length) return null;
  return a.some((value, index) => value !== b[index])
    ? `different memory: ${a[0]} GB and ${b[0]} GB`
    : null;
}

function onlyOneIs(words: ReadonlySet<string>): Rule {
  return ({ left, right }) => {
    const [a, b] = [left, right].map(({ words: all }) => all.find((word) => words.has(word)));
    return (a === undefined) === (b === undefined) ? null : `only one is "${a ?? b}"`;
  };
}

function barcodes({ gtin: a }: ProductText, { gtin: b }: ProductText): string | null {
  return a !== null && b !== null && a !== b ? `different barcodes: ${a} and ${b}` : null;
}

/**
 * Tolerance for rounded screens (15.6 as 16); adjacent sizes differ by more. Only plausible sizes count, because other quotation marks
 * are quotations.
 */
const SAME_SIZE = 0.06;

function sizesIn(unit: string, from: number, to: number) {
  return (left: ProductText, right: ProductText): string | null => {
    const [a = [], b = []] = [left, right].map(({ measures }) =>
      [...(measures.get(unit) ?? [])].filter((size) => size >= from && size <= to),
    );
    const [x = 0, y = 0] = [a[0], b[0]];
    if (a.length !== 1 || b.length !== 1 || alike(x, y, SAME_SIZE)) return null;
    return `different sizes: ${x} and ${y} ${unit}`;
  };
}

/** '76x76mm' and '76x127mm', '5w30' and '10w40', '6 x 80 wipes' and '6x72'. */
function dimensions(left: ProductText, right: ProductText): string | null {
  const [a, b] = [left, right].map(
    ({ words, pack }) =>
      words.find((word) => /^\d[\d.]*[xw]\d/.test(word))?.replace(/[a-z]+$/, '') ??
      (pack?.unit === 'each' && pack.size > 1
        ? [pack.count, pack.size].toSorted((x, y) => x - y).join('x')
        : undefined),
  );
  return a === undefined || b === undefined || a === b ? null : `different sizes: ${a} and ${b}`;
}

/** 'Size 6' and 'Size 7', 'Stage 1' and 'Stage 2', '0-6 months' and '6-12 months'. */
function figures(left: ProductText, right: ProductText): string | null {
  const [a, b] = [figuresIn(left), figuresIn(right)];
  for (const [name, figure] of a) {
    const other = b.get(name);
    if (other !== undefined && other !== figure) return `${name} ${figure} and ${name} ${other}`;
  }
  return null;
}

const FIGURE = new RegExp(`^(\\d*)(${FIGURE_NAMES})(\\d+)$`);
/** A number joined with what it counts: '13storey'. */
const COUNTED_THINGS = /^(\d+)([a-z]{5,})$/;

function figuresIn({ words }: ProductText): Map<string, string> {
  return new Map(
    words.flatMap((word) => {
      const [, count = '', thing = ''] = COUNTED_THINGS.exec(word) ?? [];
      if (thing) return [[thing, count] as const];
      const [, from = '', name = '', to = ''] = FIGURE.exec(word) ?? [];
      return name ? [[name, from ? `${from}-${to}` : to] as const] : [];
    }),
  );
}

/** 'Size L' or 'Large' and a last word 'M'; 'Size 6' and a last word '7'. */
function sizes(left: ProductText, right: ProductText): string | null {
  const [a, b] = [left, right].map(({ words }) => {
    const stated = words.filter(
      (word, index) => /^[a-z]{4,}$/.test(word) || index === words.length - 1,
    );
    return new Set(stated.map(bareNumber).filter((size) => size !== null && /\D/.test(size)));
  }) as [Set<string>, Set<string>];
  return apart(a, b, 'of other sizes:') ?? endsInSize(left, right) ?? endsInSize(right, left);
}

function endsInSize(sized: ProductText, { words }: ProductText): string | null {
  const size = sized.words.flatMap((word) => /^size(\d+)$/.exec(word)?.[1] ?? [])[0];
  const last = words.at(-1) ?? '';
  const isOther = /^\d{1,2}$/.test(last) && !words.some((word) => bareNumber(word) === size);
  return size !== undefined && isOther ? `of other sizes: ${size} and ${last}` : null;
}

/** Model years: 'The Frame [2024]' and 'The Frame [2023]'. */
function years(left: ProductText, right: ProductText): string | null {
  const yearsIn = ({ words }: ProductText) => new Set(words.filter((word) => YEAR.test(word)));
  return apart(yearsIn(left), yearsIn(right), 'of different years:');
}

function named(what: 'audiences' | 'colours', text: string) {
  return (left: ProductText, right: ProductText) => apart(left[what], right[what], text);
}

/** Most words in a colour's name: 'light sea green'. */
const COLOUR_WORDS = 3;

/** Names that are equal except for a colour on one side and other words in its place, because makers invent colours that no list has. */
function exchangedColour(left: ProductText, right: ProductText): string | null {
  if (left.colours.size + right.colours.size === 0) return null;
  const [a, b] = [left.words, right.words];
  const start = commonStart(a, b);
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [ours = [], theirs = []] = [a, b].map((words) =>
    words.slice(start, words.length - end).flatMap((word, index, own) =>
      // The cream of 'ice cream' is no colour.
      word === 'cream' && own[index - 1] === 'ice' ? ['dessert'] : word.split('-'),
    ),
  );
  const one = ours.filter((word) => !theirs.includes(word));
  const other = theirs.filter((word) => !ours.includes(word));
  // One number with 'Automatic Coffee Machine' and 'Coffee Machine Black' exchanges nothing.
  const isInPlace = [0, -1].some(
    (at) => one.includes(ours.at(at) ?? '') && other.includes(theirs.at(at) ?? ''),
  );
  if (!isInPlace && sharedCount(left.codes, right.codes) > 0) return null;
  const isShort =
    one.length > 0 && other.length > 0 && Math.max(ours.length, theirs.length) <= COLOUR_WORDS;
  const isSaying = [one, other].every(
    (words) =>
      words.some((word) => isMeaningful(word) || ownColour(word) !== null) &&
      !words.some((word) => /\d/.test(word)),
  );
  const isOneWord = isJoined(one, other) || isJoined(other, one);
  if (!isShort || !isSaying || isOneWord || start + end < 2) return null;
  const [colours = [], others = []] = [one, other].map((words) => words.map(ownColour));
  const all = [...colours, ...others];
  const isSame = all.every((colour) => colours.includes(colour) && others.includes(colour));
  return isSame || all.every((colour) => colour === null)
    ? null
    : `different colours: ${one.join(' ')} and ${other.join(' ')}`;
}

/** True for 'coolmint' compared with 'cool mint antibacterial'. */
const isJoined = (one: readonly string[], other: readonly string[]) =>
  other.length > one.length && other.join('').startsWith(one.join(''));

/** A shade by its own name, or a colour in English; null for other words. */
function ownColour(word: string): string | null {
  return SHADES.has(word) ? word : colourOf(word);
}

/** Least price ratio for two offers of the same content. */
const LEAST_PRICE_RATIO = 0.27;

function price(pair: Pair): string | null {
  const ratio = priceRatio(pair);
  const content = hasContent(pair.left) && hasContent(pair.right);
  return ratio !== null && content && ratio < LEAST_PRICE_RATIO
    ? 'one costs about four times as much for the same content'
    : null;
}

function kind(left: ProductText, right: ProductText): string | null {
  return apart(left.kinds, right.kinds, 'another kind of product:');
}

/** A kettle and a toaster of one series differ in both kind and number. */
function kindAndNumber(left: ProductText, right: ProductText): string | null {
  if (left.codes.size === 0 || right.codes.size === 0) return null;
  const fits = [...left.codes].some((x) =>
    [...right.codes].some((y) => x.includes(y) || y.includes(x)),
  );
  return fits ? null : kind(left, right);
}
