import type { Listing } from './listing.ts';
import type { PackSize } from './pack-size.ts';
import { chance } from './seeded.ts';

/* Shops name products differently: word order, abbreviations, case and units vary; brand, line, options and pack stay readable. */

interface Words {
  brand: string;
  /** Without the first word of the noun. */
  line: string;
  wholeLine: string;
  noun: string;
  model: string;
  /** Options, most important first. */
  options: string[];
  size: string;
}

/** '500g', '6 x 375mL', '24 pack'; `spelling` 0 tight, 1 with a space, 2 lower-case. */
function packText(pack: PackSize, spelling: 0 | 1 | 2 = 0): string {
  if (pack.unit === 'each') return spelling === 1 ? `${pack.count} Pack` : `${pack.count} pack`;
  const times = pack.count > 1 ? `${pack.count}${spelling === 2 ? 'x' : ' x '}` : '';
  const one = `${pack.amount}${spelling === 1 ? ' ' : ''}${pack.unit}`;
  return times + (spelling === 2 ? one.toLowerCase() : one);
}

const ABBREVIATIONS: [RegExp, string][] = [
  [/Stainless Steel/g, 'S/Steel'],
  [/\bAutomatic\b/g, 'Auto'],
  [/\bwith\b/g, 'w/'],
  [/\bUnsweetened\b/g, 'Unsw'],
  [/\bMen's/g, 'Mens'],
  [/\bWomen's/g, 'Womens'],
];

function abbreviated(title: string): string {
  return ABBREVIATIONS.reduce((text, [word, short]) => text.replace(word, short), title);
}

const spacedUnits = (text: string): string => text.replace(/\b(\d+)(GB|TB|mm)\b/g, '$1 $2');
const joined = (parts: (string | false)[], by = ' '): string => parts.filter(Boolean).join(by);
const inBrackets = (text: string): string => (text === '' ? '' : `(${text})`);

/** One way of naming products for each title style in shops.ts. */
const STYLES: ((words: Words) => string)[] = [
  ({ brand, line, noun, options, size }) => joined([brand, line, noun, ...options, size]),
  ({ brand, line, model, noun, options, size }) =>
    joined([joined([brand, line, noun, size]), joined([...options, model])], ' - '),
  ({ brand, line, noun, options, size, model }) =>
    joined([brand, line, joined(options), noun, size, inBrackets(model)]),
  ({ brand, line, noun, options, size, model }) =>
    spacedUnits(joined([joined([brand, model, line, noun]), ...options, size], ', ')),
  ({ brand, line, noun, options, size }) =>
    abbreviated(joined([brand.toUpperCase(), line, noun, ...options, size])),
  ({ brand, line, noun, options, size }) => joined([brand, line, ...options, noun, size]),
  ({ brand, line, noun, options, size }) =>
    joined([joined([brand, line, ...options, noun]), size], ' | '),
  ({ brand, line, noun, options, size }) =>
    joined([brand, line, noun, ...options, size]).toLowerCase(),
  ({ wholeLine, options, brand }) =>
    joined([joined([wholeLine, inBrackets(options.join(', '))]), brand && `by ${brand}`]),
];

const SIZE_SPELLING: (0 | 1 | 2)[] = [0, 1, 0, 1, 2, 0, 0, 2, 0];

function hasNoun(line: string, noun: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll('yogurt', 'yoghurt');
  return plain(line).includes(plain(noun).split(' ').at(-1) ?? noun);
}

/**
 * The line without the noun's first word: 'Crispy Crust Pizza' before 'Pizza Oven' becomes 'Crispy Crust'. Keeps the word inside a
 * model's line ('TUF Gaming A15') and before '&' ('Cold & Flu').
 */
function lineBefore({ line, noun, model }: Listing['product']): string {
  const words = line.split(' ');
  const first = noun.toLowerCase().split(' ')[0];
  const kept = words.filter((word, index) => {
    const isLast = index === words.length - 1;
    const mayGo = isLast || (model === null && words[index + 1] !== '&');
    return word.toLowerCase() !== first || !mayGo;
  });
  return kept.join(' ');
}

/** The shop's own name for the product with this pack. */
export function titleOf({ shop, product, seed }: Listing, pack: PackSize | null): string {
  const write = STYLES[shop.titleStyle] ?? STYLES[0];
  if (!write) throw new RangeError(`no title style ${shop.titleStyle}`);
  const dropsNoun = hasNoun(product.line, product.noun) || chance(seed, 31) < 0.15;
  return write({
    brand: product.brand,
    line: dropsNoun ? product.line : lineBefore(product),
    wholeLine: product.line,
    noun: dropsNoun ? '' : product.noun,
    model: chance(seed, 32) < 0.8 ? (product.mpn ?? '') : '',
    options: Object.values(product.options),
    size: pack ? packText(pack, SIZE_SPELLING[shop.titleStyle] ?? 0) : '',
  });
}
