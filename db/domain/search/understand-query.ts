/*
 * What a shopper's words mean: limits of price ("under $150"), wishes ("cheapest", "on sale"), and the words of the thing, each with the
 * words that mean the same in Australia. vocabulary.json holds those: `same` are sets of equal words, `includes` are kinds and brands
 * of a thing, `compounds` are things named after others, so that peanut butter is no butter.
 */
import { type Cents, cents } from '../money.ts';
import { measureUnit } from '../pack/pack-size-units.ts';
import { BESIDE, headOf } from './name-head.ts';
import { queryWords } from './search-words.ts';
import { phraseKey, wordsThatMean } from './vocabulary.ts';

/** A part of a query that was understood as more than words, with the query without it. */
export interface QueryPart {
  /** 'under $150' */
  label: string;
  /** The query that remains without this part. */
  without: string;
}

/** A query as the search takes it. */
export interface Understood {
  /** Every group must fit: words or phrases that mean the same, the shopper's own first. */
  groups: string[][];
  /** What the thing is, in every word for it; empty when the query does not say. */
  heads: string[];
  /** The query asks for something that goes with a thing, such as a case. */
  isBeside: boolean;
  minCents: Cents | null;
  maxCents: Cents | null;
  /** The cheapest come first. */
  isCheapest: boolean;
  /** Only what costs less than it did. */
  isOnSale: boolean;
  parts: QueryPart[];
}

type Meaning = Pick<Understood, 'minCents' | 'maxCents' | 'isCheapest' | 'isOnSale'>;

const AMOUNT = String.raw`(?:aud?)?\s?\$?\s?(\d{1,3}(?:,\d{3})+(?:\.\d\d?)?|\d{1,6}(?:\.\d\d?)?)\s?(k(?!\w)|dollars|bucks)?`;
/** 'under 65 inch' and 'up to 12 months' are no prices. */
const NO_UNIT = String.raw`(?![\d.]*\s?(?:"|inch|in\b|cm|mm|m\b|kg|g\b|ml|l\b|gb|tb|w\b|kw|v\b|years?|months?|weeks?|days?|yo\b|packs?|pk|pieces?))`;
const BELOW = 'under|below|less than|up to|max(?:imum)?|cheaper than|no more than|within|beneath|<';
const ABOVE = 'over|above|more than|at least|from|min(?:imum)?|>';

/** What each phrase says beside the thing, the longest first. */
const PHRASES: readonly (readonly [RegExp, (amounts: number[]) => Partial<Meaning>])[] = [
  [
    new RegExp(
      String.raw`\b(?:between\s+)?\$?${AMOUNT}\s?(?:-|–|to|and)\s?\$${AMOUNT}${NO_UNIT}`,
      'i',
    ),
    ([low = 0, high = 0]) => ({ minCents: cents(low), maxCents: cents(high) }),
  ],
  [
    new RegExp(String.raw`\bbetween\s+${AMOUNT}\s?(?:-|–|to|and)\s?${AMOUNT}${NO_UNIT}`, 'i'),
    ([low = 0, high = 0]) => ({ minCents: cents(low), maxCents: cents(high) }),
  ],
  [
    new RegExp(String.raw`(?:\b(?:${BELOW}))\s*${AMOUNT}${NO_UNIT}`, 'i'),
    ([high = 0]) => ({ maxCents: cents(high) }),
  ],
  [
    new RegExp(String.raw`(?:\b(?:${ABOVE}))\s*\$${AMOUNT}${NO_UNIT}`, 'i'),
    ([low = 0]) => ({ minCents: cents(low) }),
  ],
  [
    new RegExp(String.raw`\b(?:around|about|roughly|circa|approx(?:imately)?)\s*\$${AMOUNT}`, 'i'),
    ([near = 0]) => ({ minCents: cents(near * 0.75), maxCents: cents(near * 1.25) }),
  ],
  [
    /\b(?:on (?:special|sale)|half[- ]price|near(?:ly)? half price|specials|clearance|discounted|price drops?)\b/i,
    () => ({ isOnSale: true }),
  ],
  [
    /\b(?:cheap(?:est)?|lowest price|budget|affordable|inexpensive)\b/i,
    () => ({ isCheapest: true }),
  ],
];

/** Words of the wish to buy, which no name holds. */
const BUYING =
  /\b(?:buy|shop for|where can i (?:buy|get)|best (?:price|deal|value)|prices?|deals?|compare|comparison|reviews?|for sale|online|near me|in australia|best|good|top)\b/gi;

/** Understands a query; without a word that names a thing `groups` is empty. */
export function understandQuery(query: string): Understood {
  const meaning: Meaning = { minCents: null, maxCents: null, isCheapest: false, isOnSale: false };
  const parts: QueryPart[] = [];
  let rest = query;
  for (const [pattern, meaningOf] of PHRASES) {
    const found = pattern.exec(rest);
    if (!found) continue;
    const without = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`;
    // A query that is nothing else names a thing: "Budget" and "Best" are brands.
    if (queryWords(without).length === 0) continue;
    Object.assign(meaning, meaningOf(amountsIn(found)));
    parts.push({
      label: found[0].trim().toLowerCase(),
      without: query.replace(found[0], ' ').replace(/\s+/g, ' ').trim(),
    });
    rest = without;
  }
  const named = rest.replace(BUYING, ' ');
  const words = queryWords(queryWords(named).length > 0 ? named : rest);
  const groups = groupsOf(words);
  return {
    ...meaning,
    groups,
    heads: headsOf(groups),
    isBeside: words.some((word) => BESIDE.includes(phraseKey(word))),
    parts,
  };
}

/** What the thing is that these words name, in every word for it: the last one, or the compound that the words end with. */
export function headsOf(groups: readonly (readonly string[])[]): string[] {
  const thing = groups.findLast((group) => group.some((word) => /\p{L}{2}/u.test(word)));
  const whole = headOf(groups.map(([typed]) => typed).join(' '));
  if (whole?.includes(' ')) return [whole];
  const heads = new Set((thing ?? []).flatMap((phrase) => headOf(phrase) ?? []));
  if (whole) heads.add(whole);
  return [...heads];
}

/** The amounts of a match, in cents; 'k' is a thousand dollars. */
function amountsIn(found: RegExpExecArray): number[] {
  const [, ...captured] = found;
  const amounts: number[] = [];
  for (let at = 0; at + 1 < captured.length; at += 2) {
    const dollars = Number((captured[at] ?? '').replaceAll(',', ''));
    if (dollars)
      amounts.push(
        Math.round(dollars * (captured[at + 1]?.toLowerCase() === 'k' ? 1000 : 1) * 100),
      );
  }
  return amounts;
}

const LONGEST_PHRASE = 4;
const PACK_WORD = /^(?:packs?|pk|pcs|count|ct)$/;
const PERSON = /^(?:persons?|man|people)$/;
const JOINED = /^(\d+)([a-z]{1,4})$/;

function groupsOf(words: readonly string[]): string[][] {
  const groups: string[][] = [];
  for (let at = 0; at < words.length; ) {
    const longest = Math.min(LONGEST_PHRASE, words.length - at);
    let taken = 1;
    let group: string[] | undefined;
    for (let length = longest; length > 0 && !group; length -= 1) {
      const phrase = words.slice(at, at + length).join(' ');
      const alike = wordsThatMean(phrase);
      if (alike.length === 0) continue;
      group = [...new Set([phrase, ...alike])];
      taken = length;
    }
    const word = words[at] ?? '';
    const size = sizeOf(word, words[at + 1] ?? '');
    if (size) {
      groups.push(size);
      at += 2;
      continue;
    }
    // A pack is stated in many ways: '24 pack', '24pk', '24 rolls'.
    const isPack = PACK_WORD.test(word) && /^\d+$/.test(words[at - 1] ?? '');
    const [, amount, unit] = JOINED.exec(word) ?? [];
    const apart = amount && unit ? [`${amount} ${unit}`] : [];
    if (!isPack) groups.push(group ?? [word, ...apart]);
    at += taken;
  }
  return groups;
}

/** '3 litre' also as names print it, '3L' and '3 L', and '6 person' as '6P'; null for all else. */
function sizeOf(amount: string, unit: string): string[] | null {
  if (/^\d+$/.test(amount) && PERSON.test(unit)) return [`${amount} ${unit}`, `${amount}p`];
  const measure = /^\d+$/.test(amount) ? measureUnit(unit) : null;
  if (!measure || measure.base === 'each') return null;
  const short = measure.label.toLowerCase();
  return [`${amount} ${unit}`, `${amount}${short}`, `${amount} ${short}`];
}

/**
 * The tsquery that every group of words fits; of a phrase all words must fit, in any order. A phrase that only means the same must
 * stand in names: an Xbox console on the shelf of Switch games is no "switch console". `weight` limits all to lexemes of that weight:
 * 'A' are names.
 */
export function tsqueryOf(groups: readonly (readonly string[])[], weight: '' | 'A' = ''): string {
  const alternatives = (group: readonly string[]) =>
    group.map((phrase, nth) => {
      const words = phrase.split(' ');
      const isNamed = weight === 'A' || (nth > 0 && words.length > 1);
      return `(${words.map((word) => `'${word}'${isNamed ? ':A' : ''}`).join(' & ')})`;
    });
  return groups.map((group) => `(${alternatives(group).join(' | ')})`).join(' & ');
}
