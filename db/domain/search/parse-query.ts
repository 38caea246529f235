/*
 * What a shopper's words mean: limits of price ("under $150"), wishes ("cheapest", "on sale"), and the words of the thing, each with the
 * words that mean the same in Australia. vocabulary.json holds those: `same` are sets of equal words, `includes` are kinds and brands
 * of a thing, `compounds` are things named after others, so that peanut butter is no butter.
 */
import { isNamedThing } from '../categories/head-noun.ts';
import { type Cents, cents } from '../money.ts';
import { giftMeant } from './gift-query.ts';
import { BESIDE } from './name-head.ts';
import { splitAside, turned } from './query-grammar.ts';
import {
  fronted,
  gathered,
  groupsOf,
  headsOf,
  type Joined,
  LONGEST_PHRASE,
} from './query-groups.ts';
import { queryWords } from './search-words.ts';
import { type SizeWish, sizeWishOf } from './size-wish.ts';
import { onlyDescribes, phraseKey, wordsThatMean } from './vocabulary.ts';

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
  /** Those of them that say for whom or what the thing is. */
  aside: string[][];
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
  /** Small or large ones of its kind come first. */
  sizeWish: SizeWish | null;
  parts: QueryPart[];
}

type Meaning = Pick<Understood, 'minCents' | 'maxCents' | 'isCheapest' | 'isOnSale'>;

const AMOUNT = String.raw`(?:aud?)?\s?\$?\s?(\d{1,3}(?:,\d{3})+(?:\.\d\d?)?|\d{1,6}(?:\.\d\d?)?)\s?(k(?!\w)|dollars|bucks)?`;
/** 'under 65 inch' and 'up to 12 months' are no prices. */
const NO_UNIT = String.raw`(?![\d.]*\s?(?:"|inch|in\b|cm|mm|m\b|kg|g\b|ml|l\b|gb|tb|w\b|kw|v\b|years?|months?|weeks?|days?|yo\b|packs?|pk|pieces?|cans?|bottles?|rolls?|tablets?|capsules?|pods?|bags?|sheets?|pairs?))`;
const BELOW =
  'under|below|less th[ae]n|up to|max(?:imum)?(?: of)?|cheaper th[ae]n|no more th[ae]n|not more th[ae]n|within|beneath|<=?';
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
    new RegExp(
      String.raw`${AMOUNT}${NO_UNIT}\s?(?:(?:or|and) (?:less|under|below|cheaper)|max(?:imum)?\b|tops\b)`,
      'i',
    ),
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

/** Words of the wish to buy and of questions, which no name holds. */
const BUYING =
  /\b(?:(?:i(?:['’]m| am)? )?(?:need|want|looking|after|searching)(?: for| to (?:buy|get))?|shop(?:ping)? for|(?:where|how|what|which|who)(?: (?:can|do|should) (?:i|you|we))?(?: (?:is|are|has|have|sells?|buy|get|much (?:is|are|does|do)))?|buy|(?:the )?best (?:price|deal|value)|prices?|costs?|deals?|compare|comparison|reviews?|for sale|online|near me|in australia|to buy|best|good|great|nice|decent|top[ -]rated|recommended|recommend|please|some(?:thing)?|any(?:thing)?|stuff|my)\b(?!['’])/gi;

/** How words are read: known phrases as one, each by itself, or the thing with what it is named after ('dog joint food'). */
export type Reading = 'phrases' | 'words' | 'gathered';

/** Understands a query; without a word that names a thing `groups` is empty. */
export function understandQuery(
  query: string,
  joined: Joined = new Set(),
  reading: Reading = 'phrases',
): Understood {
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
  const named = rest.replace(BUYING, ' ').trim();
  const asked = giftMeant(splitAside(queryWords(named).length > 0 ? named : rest));
  const split = turned(asked, isKnownAsOne);
  const typed = fronted(queryWords(split.thing));
  const words = reading === 'gathered' ? gathered(typed) : typed;
  const longest = reading === 'words' ? 1 : LONGEST_PHRASE;
  const things = groupsOf(words, joined, longest);
  const aside = groupsOf(queryWords(split.aside), joined, longest);
  return {
    ...meaning,
    groups: [...things, ...aside],
    aside,
    heads: headsOf(things),
    isBeside: words.some((word) => BESIDE.includes(phraseKey(word))),
    sizeWish: sizeWishOf(rest),
    parts,
  };
}

/**
 * 'dogs' and 'shampoo' are known as one thing, as 'king doona' and 'cover' are by their ends; 'tablets' only say in what form something for
 * hay fever comes. Kids are an audience.
 */
function isKnownAsOne(whatFor: string, thing: string): boolean {
  if (onlyDescribes(thing) && !isNamedThing(thing)) return true;
  const words = queryWords(whatFor);
  return words.some((_, from) => {
    const near = words.slice(from).join(' ');
    const whole = `${near} ${thing}`;
    return !onlyDescribes(near) && (wordsThatMean(whole).length > 0 || isNamedThing(whole));
  });
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
