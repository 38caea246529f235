/* The thing that a query asks for: the terms that name it, and the head nouns of products that are it. */
import { headNoun, isProductType } from '../categories/head-noun.ts';
import { type Kind, tagWhole } from '../lexicon/lexicon.ts';
import {
  isGift,
  isOnlyColour,
  kindOf,
  onlyDescribes,
  sameAs,
  wordsThatMean,
} from '../lexicon/synonyms.ts';
import { phraseKey, tokensOf } from '../lexicon/tokens.ts';
import { remembered } from '../remembered.ts';
import { ACCESSORY_NOUNS, headOf } from './name-head.ts';
import type { Term } from './query-terms.ts';

/** The head noun of words, most of which are synonyms that queries share. */
const nounOf = remembered((words) => headNoun(words));

const TYPES: ReadonlySet<Kind> = new Set(['type']);

/** Whether words name goods of a category, rather than hint at one. */
const isSure = (words: string): boolean => {
  const noun = nounOf(words);
  return noun !== null && noun.category !== null && noun.grade !== 'hint';
};

/** A term as the shopper typed it. */
export const typedOf = ([typed = '']: Readonly<Term>): string => typed;

/** An amount: another pack is the same product, another number another model. */
const AMOUNT =
  /^(?:[\dø]+[ -]?(?:k?g|grams?|m?l|lit(?:re|er)s?|kilos?|metres?|hz|watts?|mah|dpi|rpm|mp|cups?|persons?|people|man|seaters?)|size \d+)$/;
export const isAmount = (term: Term): boolean => AMOUNT.test(typedOf(term));

/** Whether a term states a form, feature or amount. */
export const isDescription = (term: Term): boolean =>
  onlyDescribes(typedOf(term)) || isAmount(term);

/** Whether a term names an unwanted substance: 'sugar free'. */
export const endsInFree = (words: string): boolean => words.endsWith(' free');

/** Whether a category knows a term. Words that only hint at a category ("running", "wet") are no things. */
export const isInCategories = (term: Term): boolean =>
  term.some((words) => (nounOf(words)?.grade ?? 'hint') !== 'hint');

/** Whether a term names goods that go with another thing. */
export const isAccessory = (term: Term): boolean =>
  ACCESSORY_NOUNS.includes(phraseKey(typedOf(term)));

/** Whether a term names a thing and no flavour or scent. */
const isSurelyThing = (term: Term) =>
  isAccessory(term) || term.some((words) => nounOf(words)?.grade === 'type');

/** Whether a term names a thing, an accessory included. */
export const isThing = (term: Term): boolean => isInCategories(term) || isAccessory(term);

/**
 * Whether two terms name a thing of another category than the noun alone: a nappy bin is no bin, and a gaming monitor is a monitor. A
 * describing word is no noun: a spanner set is spanners, a bean bag no beans.
 */
function isOneThing([kind, last]: readonly Term[]): boolean {
  if (!kind || !last || !isProductType(`${typedOf(kind)} ${typedOf(last)}`)) return false;
  const categoriesOf = (phrases: readonly string[]) =>
    phrases.flatMap((phrase) => nounOf(phrase)?.category ?? []);
  const [whole] = categoriesOf([`${typedOf(kind)} ${typedOf(last)}`]);
  const isDescribed = isDescription(last) && !isDescription(kind);
  // Iron alone is of no category, a steam iron of one: iron tablets are no irons.
  const [ofNoun] = categoriesOf(isDescribed ? kind : [typedOf(last)]);
  return isDescribed ? ofNoun !== undefined && ofNoun !== whole : ofNoun !== whole;
}

/**
 * The terms that name the thing: all terms of a compound ("rice cooker"), else the last one that is a thing, else the last one. Describing
 * terms count only if there is no other.
 */
export function thingIn(terms: readonly Term[]): Term[] {
  const main = terms.filter((term) => !endsInFree(typedOf(term)));
  const naming = main.filter((term) => !isDescription(term));
  const [compound = ''] = [naming, main].flatMap((words) => {
    const head = headOf(words.map(typedOf).join(' '));
    return head?.includes(' ') ? [head] : [];
  });
  const parts = main.filter((term) => ` ${compound} `.includes(` ${phraseKey(typedOf(term))} `));
  if (compound && parts[0]) return parts;
  const pair = main.filter((term) => !/\d/.test(typedOf(term))).slice(-2);
  if (isOneThing(pair)) return pair;
  const last = main.findLast((term) => !isOnlyColour(typedOf(term))) ?? main.at(-1);
  const thing = naming.findLast(isSurelyThing) ?? naming.findLast(isThing) ?? naming.at(-1) ?? last;
  return thing ? [thing] : [];
}

/** Our category that terms name together, or else the last term of their thing. */
export function categoryOfTerms(terms: readonly Term[]): string | null {
  const typed = terms.map(typedOf).join(' ');
  const [thing = []] = thingIn(terms).slice(-1);
  if (isGift(typedOf(thing))) return null;
  const [named] = tagWhole(tokensOf(typedOf(thing)), TYPES);
  if (named && typedOf(thing).includes(' ')) return named.category;
  // "Low fat" is also "light", which is a lamp only where it is typed.
  const names = [typed, ...thing.filter((each) => !onlyDescribes(each))];
  const sure = names.find(isSure) ?? '';
  const hinted = names.flatMap((words) => nounOf(words)?.category ?? []);
  return nounOf(sure)?.category ?? hinted[0] ?? null;
}

/**
 * The head nouns of the thing, with synonyms and with what it is a kind of: an "iPhone 15" is a smartphone. A compound has its kinds alone:
 * a tumbler is a water bottle, but peanut paste is no paste.
 */
export function headNounsOf(thing: readonly Term[]): string[] {
  const typed = thing.map(typedOf).join(' ');
  const whole = headOf(typed) ?? typed.split(' ').at(-1) ?? '';
  // A hand mixer is no stick blender, which is also a stick mixer.
  const heads = (phrases: readonly string[]) =>
    phrases.flatMap((phrase) => {
      const head = headOf(phrase);
      return head && (head === whole || head === phraseKey(phrase)) ? head : [];
    });
  const [named = []] = thing.slice(-1);
  // Almonds are nuts, and peanuts are no almonds.
  const kinds = [typedOf(named), whole].flatMap(kindOf);
  const others = whole.includes(' ') ? [] : [...named, ...kinds, ...kinds.flatMap(sameAs)];
  return [...new Set(heads([whole, ...wordsThatMean(whole), ...others]))];
}
