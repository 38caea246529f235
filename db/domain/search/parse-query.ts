/*
 * Parses what a shopper types: price limits ("under $150"), wishes ("cheapest", "on sale"), and the terms of the product type with their
 * Australian synonyms (#domain/lexicon).
 */
import { isProductType } from '../categories/head-noun.ts';
import { GRADED, tag } from '../lexicon/lexicon.ts';
import { onlyDescribes, sameAs, wordsThatMean } from '../lexicon/synonyms.ts';
import { phraseKey } from '../lexicon/tokens.ts';
import { type Cents, cents, toCents } from '../money.ts';
import { CHILDREN } from './audiences.ts';
import { ACCESSORY_NOUNS } from './name-head.ts';
import { freeOf, preferredTerms, resolveGift, splitPurpose, turnPurpose } from './query-grammar.ts';
import { fronted, type Joined, type Term, termsOf } from './query-terms.ts';
import { categoryOfTerms, headNounsOf, thingIn, typedOf } from './query-type.ts';
import { queryWords } from './search-words.ts';
import { type SizeWish, sizeWishOf } from './size-wish.ts';

/** A limit or wish in a query, and the query without it. */
export interface QueryPart {
  /** 'under $150' */
  label: string;
  /** The query that remains without this part. */
  without: string;
}

/** A query as searches match it. */
export interface ParsedQuery {
  /** None is required: rank-terms.ts weighs them. */
  terms: Term[];
  /** Terms that a product need not match, but better does: the count of a carton. */
  preferred: Term[];
  /** The terms that say for whom or what the thing is. */
  purpose: Term[];
  /** The purpose is a part or feature of the thing: "with grinder". */
  isPart: boolean;
  /** The terms that name the thing. */
  thing: Term[];
  /** Our category that the query names, in its own words or a synonym. */
  category: string | null;
  /** What the thing is, with synonyms; empty where the query names no thing. */
  headNouns: string[];
  /** The thing goes with another one, as a case does. */
  isAccessory: boolean;
  /** Names an audience of children. */
  isForChildren: boolean;
  /** What products must not have, each with all its terms: 'not apple watch', 'without pods or capsules'. */
  excluded: Term[][];
  minCents: Cents | null;
  maxCents: Cents | null;
  /** Cheapest first. */
  isCheapest: boolean;
  /** Only offers on sale. */
  isOnSale: boolean;
  /** Small or large ones first. */
  sizeWish: SizeWish | null;
  parts: QueryPart[];
}

type Meaning = Pick<ParsedQuery, 'minCents' | 'maxCents' | 'isCheapest' | 'isOnSale'>;

/** Above every price, and within a 32-bit number of cents; a larger limit means the same. */
const MOST_DOLLARS = 1e7;
const NOTHING = cents(0);
const AMOUNT = String.raw`(?:aud?)?\s?\$?\s?(\d{1,3}(?:,\d{3})+(?:\.\d\d?)?|\d{1,6}(?:\.\d\d?)?)\s?(k(?!\w)|dollars|bucks)?`;
/** Rules out measures: 'under 65 inch', 'up to 12 months'. */
const NO_UNIT = String.raw`(?![\d.]*\s?(?:"|inch|in\b|cm|mm|m\b|kg|g\b|ml|l\b|gb|tb|w\b|kw|v\b|years?|months?|weeks?|days?|hours?|hrs?|min(?:ute)?s?\b|yo\b|db|decibels?|degrees|people|persons?|%|packs?|pk|pieces?|cans?|bottles?|rolls?|tablets?|capsules?|pods?|bags?|sheets?|pairs?))`;
const BELOW =
  'under|below|less th[ae]n|up to|max(?:imum)?(?: of)?|cheaper th[ae]n|(?:no|not|nothing) (?:over|above|more th[ae]n)|within|beneath|<=?';
const ABOVE = 'over|above|more than|at least|from|min(?:imum)?|>';

/** Phrases that state limits and wishes, the longest first. */
const PHRASES: readonly (readonly [RegExp, (amounts: Cents[]) => Partial<Meaning>])[] = [
  [
    new RegExp(
      String.raw`\b(?:between\s+)?\$?${AMOUNT}\s?(?:-|–|to|and)\s?\$${AMOUNT}${NO_UNIT}`,
      'i',
    ),
    ([minCents = NOTHING, maxCents = NOTHING]) => ({ minCents, maxCents }),
  ],
  [
    new RegExp(String.raw`\bbetween\s+${AMOUNT}\s?(?:-|–|to|and)\s?${AMOUNT}${NO_UNIT}`, 'i'),
    ([minCents = NOTHING, maxCents = NOTHING]) => ({ minCents, maxCents }),
  ],
  [
    new RegExp(String.raw`(?:\b(?:${BELOW}))\s*${AMOUNT}${NO_UNIT}`, 'i'),
    ([maxCents = NOTHING]) => ({ maxCents }),
  ],
  [
    new RegExp(
      String.raw`${AMOUNT}${NO_UNIT}\s?(?:(?:or|and) (?:less|under|below|cheaper)|max(?:imum)?\b|tops\b)`,
      'i',
    ),
    ([maxCents = NOTHING]) => ({ maxCents }),
  ],
  [
    new RegExp(String.raw`(?:\b(?:${ABOVE}))\s*\$${AMOUNT}${NO_UNIT}`, 'i'),
    ([minCents = NOTHING]) => ({ minCents }),
  ],
  [
    new RegExp(String.raw`\b(?:around|about|roughly|circa|approx(?:imately)?)\s*\$${AMOUNT}`, 'i'),
    ([near = NOTHING]) => ({
      minCents: cents(Math.round(near * 0.75)),
      maxCents: cents(Math.round(near * 1.25)),
    }),
  ],
  [
    /\b(?:on special|(?:on |(?<!for ))sales?|half[- ]price|near(?:ly)? half price|specials|clearance|discounted|price drops?)\b/i,
    () => ({ isOnSale: true }),
  ],
  [
    /\b(?:cheap(?:est)?|lowest price|budget|affordable|inexpensive)\b/i,
    () => ({ isCheapest: true }),
  ],
];

/** Words of buying and asking, which no product name has. */
const BUYING =
  /\b(?:(?:i(?:['’]m| am)? )?(?:need|want|looking|after|searching)(?: for| to (?:buy|get))?|shop(?:ping)? for|(?:where|how|what|which|who)(?: (?:can|do|should) (?:i|you|we))?(?: (?:is|are|has|have|sells?|buy|get|much (?:is|are|does|do)))?|buy|(?:the )?best (?:price|deal|value)|prices?|costs?|deals?|compare|comparison|reviews?|for sale|online|near me|in australia|to buy|best|good|great|nice|decent|top[ -]rated|recommended|recommend|please|some(?:thing)?|any(?:thing)?|stuff|my)\b(?!['’])/gi;

const UNWANTED = String.raw`(?:(?!(?:and|but|for|from|or|nor|under|with)\b)[\p{L}\p{N}'’-]+ ?)+`;
/** What shoppers do not want; unwanted substances are terms of their own (freeOf). */
const EXCLUDED = new RegExp(
  String.raw`\b(?:(?:but )?not(?: (?:an?|any|by|from|the))?|without(?: (?:an?|any|the))?|except(?: for)?|excluding|other than|(?:with|but) no|no)\s+(${UNWANTED}(?:n?or ${UNWANTED})*)`,
  'giu',
);

/** Parses a query. `terms` is empty where no word is left beside limits and wishes. */
export function parseQuery(query: string, joined: Joined = new Set()): ParsedQuery {
  const meaning: Meaning = { minCents: null, maxCents: null, isCheapest: false, isOnSale: false };
  const parts: QueryPart[] = [];
  let rest = query;
  for (const [pattern, meaningOf] of PHRASES) {
    const found = pattern.exec(rest);
    if (!found) continue;
    const without = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`;
    // Alone, such a word names a thing: "Budget" and "Best" are brands.
    if (queryWords(without).length === 0) continue;
    Object.assign(meaning, meaningOf(amountsIn(found)));
    parts.push({
      label: found[0].trim().toLowerCase(),
      without: query.replace(found[0], ' ').replace(/\s+/g, ' ').trim(),
    });
    rest = without;
  }
  const unwanted: string[] = [];
  const kept = freeOf(rest).replace(EXCLUDED, (found, words: string, at: number, whole: string) => {
    // "Dog treats no chicken" names its thing first and then other goods, unlike "no show socks" and "juice no pulp".
    const areGoods = tag(whole.slice(0, at), GRADED)[0] && tag(words, GRADED)[0];
    if (/^no\b/i.test(found) && !areGoods) return found;
    unwanted.push(...words.split(/\bn?or\b/));
    return ' ';
  });
  if (queryWords(kept).length > 0) rest = kept;
  else unwanted.length = 0;
  const named = rest.replace(BUYING, ' ').trim();
  const request = resolveGift(splitPurpose(queryWords(named).length > 0 ? named : rest));
  const split = turnPurpose(request, isKnownAsOne);
  const words = fronted(queryWords(split.thing));
  const things = termsOf(words, joined);
  const purpose = termsOf(queryWords(split.purpose), joined);
  const terms = [...things, ...purpose];
  const thing = thingIn(things);
  // Headphones that are "not in ear" are no earbuds.
  const names = thing.flatMap((term) => sameAs(typedOf(term)));
  const excluded = unwanted.flatMap((words) => {
    const kind = `${words} ${thing.map(typedOf).join(' ')}`;
    const phrase = termsOf(queryWords(wordsThatMean(kind)[0] ? kind : words), joined)
      .map((term) => term.filter((word) => !names.includes(word)))
      .filter((term) => term[0] !== undefined);
    return phrase[0] ? [phrase] : [];
  });
  return {
    ...meaning,
    terms,
    preferred: preferredTerms(rest),
    purpose,
    isPart: split.isPart ?? false,
    thing,
    category: categoryOfTerms(things) ?? categoryOfTerms(terms),
    headNouns: headNounsOf(thing),
    isAccessory: words.some((word) => ACCESSORY_NOUNS.includes(phraseKey(word))),
    isForChildren: CHILDREN.test(`${split.thing} ${split.purpose}`),
    excluded,
    sizeWish: sizeWishOf(rest),
    parts,
  };
}

/**
 * Whether a purpose and a thing are known as one thing: 'dogs' with 'shampoo', 'king doona' with 'cover'. An audience ('kids') never is.
 */
function isKnownAsOne(whatFor: string, thing: string): boolean {
  const words = queryWords(whatFor);
  return words.some((_, from) => {
    const near = words.slice(from).join(' ');
    const whole = `${near} ${thing}`;
    return !onlyDescribes(near) && (wordsThatMean(whole).length > 0 || isProductType(whole));
  });
}

/** The amounts of a match; 'k' stands for thousands. */
function amountsIn(found: RegExpExecArray): Cents[] {
  const [, ...captured] = found;
  const amounts: Cents[] = [];
  for (let at = 0; at + 1 < captured.length; at += 2) {
    const amount = Number((captured[at] ?? '').replaceAll(',', ''));
    const factor = captured[at + 1]?.toLowerCase() === 'k' ? 1000 : 1;
    if (amount) amounts.push(toCents(Math.min(amount * factor, MOST_DOLLARS)));
  }
  return amounts;
}
