/*
 * What a query may mean where few products have all its words. A looser query does without words that only describe, or say for whom
 * the thing is; it never does without the thing itself, its brand, a number, or a substance that is not wanted, because that would be
 * another thing. A nearest query is another one: it is offered, not answered.
 */
import { headNoun } from '../categories/head-noun.ts';
import { BESIDE, headOf } from './name-head.ts';
import { headsOf } from './query-groups.ts';
import { POINT } from './search-words.ts';
import type { Understood } from './understand-query.ts';
import { onlyDescribes, phraseKey } from './vocabulary.ts';

type Group = Understood['groups'][number];

/** A query some of whose words need not fit. */
export interface LooserQuery extends Understood {
  /** What need not fit; a product that fits more of them comes first. */
  wished: string[][];
  /** Words that do more than describe need not fit. */
  isFar: boolean;
  /** Only products fit that are what the query says. */
  isOnlyTheThing: boolean;
  /** Only products fit that are of the category that the query names. */
  isOfCategory: boolean;
}

/** What is known of the words of a query. */
export interface WordsKnown {
  /** Those that are brands. */
  brands: ReadonlySet<string>;
  /** Those that no offer holds. */
  unsaid: ReadonlySet<string>;
  /** Those that products are, by their names. */
  things: ReadonlySet<string>;
}

const typedOf = ([typed = '']: Group) => typed;
const hasDigit = (group: Group) => /\d/.test(typedOf(group));
/** So much of it: of another pack it is the same thing, of another number another model. */
const AMOUNT =
  /^(?:[\dø]+[ -]?(?:k?g|grams?|m?l|lit(?:re|er)s?|kilos?|metres?|hz|watts?|mah|dpi|rpm|mp|cups?|persons?|people|man)|size \d+)$/;
const isAmount = (group: Group) => AMOUNT.test(typedOf(group));
/** Of these a bare number says how many or how large; of a machine it is a model. */
const COUNTED = new Set(['Baby', 'Camping', 'Cleaning', 'Groceries', 'Pharmacy', 'Pet Food']);
const isDescription = (group: Group) => onlyDescribes(typedOf(group)) || isAmount(group);
/** Another offer than a new one. */
const OTHER_STATE =
  /^(?:refurbished|refurb|reconditioned|renewed|used|second hand|pre ?(?:owned|loved)|open box)$/;
/** It says so, alone or with the word before or behind it. */
function isOfState(group: Group, groups: readonly Group[]): boolean {
  const at = groups.indexOf(group);
  const pairs = [
    groups.slice(at, at + 1),
    groups.slice(Math.max(0, at - 1), at + 1),
    groups.slice(at, at + 2),
  ];
  return pairs.some((words) => OTHER_STATE.test(words.map(typedOf).join(' ')));
}
/** What children have sizes of their own of. */
const WORN = new Set(['Running Shoes', 'Shoes', 'Clothing']);
/** What is worn fits children or adults. */
const CHILDS = /^(?:kids?|boys?|girls?|child(?:ren)?s?|toddlers?)$/;
const isUnwanted = (group: Group) => typedOf(group).endsWith(' free');
/** In one of its forms: 'decaf', 'unscented'. */
const saysFree = (group: Group) => group.some((words) => words.endsWith(' free'));
/** Words that only hint at a category ("running", "wet") are no things. */
const isKnown = (group: Group) =>
  group.some((words) => (headNoun(words)?.grade ?? 'hints') !== 'hints');
const isBeside = (group: Group) => BESIDE.includes(phraseKey(typedOf(group)));
const isThing = (group: Group) => isKnown(group) || isBeside(group);

/**
 * The words that say what the thing is: of those that do more than describe the last that is a thing, else the last; of a thing named
 * after another, such as a rice cooker, all.
 */
function thingIn({ groups, aside }: Understood): Group[] {
  const main = groups.filter((group) => !aside.includes(group) && !isUnwanted(group));
  const naming = main.filter((group) => !isDescription(group));
  const [whole = ''] = [main, naming].flatMap((words) => {
    const head = headOf(words.map(typedOf).join(' '));
    return head?.includes(' ') ? [head] : [];
  });
  const compound = main.filter((group) => ` ${whole} `.includes(` ${phraseKey(typedOf(group))} `));
  if (whole && compound[0]) return compound;
  const thing = naming.findLast(isThing) ?? naming.at(-1) ?? main.at(-1);
  return thing ? [thing] : [];
}

/** Whether a query names a thing that is known by itself, in other words for the same, or as what products are. */
export function isKnownThing(
  understood: Understood,
  things: ReadonlySet<string> = new Set(),
): boolean {
  const thing = thingIn(understood);
  const isNamed = (group: Group) =>
    isKnown(group) || group.length > 1 || things.has(typedOf(group));
  return thing.some(isNamed) && !thing.some(isBeside);
}

/** Whether the thing is named by a phrase: of 'bladeless fan' the fan may be enough, of 'full cream milk' not the cream. */
export function isNamedByPhrase(understood: Understood): boolean {
  return thingIn(understood).some((group) => typedOf(group).includes(' '));
}

/** Whether a query may have words that need not fit. */
export function canBeLooser(understood: Understood): boolean {
  const { groups, aside } = understood;
  return (
    groups.length > 1 &&
    (aside.length > 0 || isKnownThing(understood) || groups.some(isDescription))
  );
}

/**
 * Looser queries, the nearest first: without describing words, then without what is unknown, and where nothing is found without all
 * but the thing itself.
 */
export function* looserQueries(
  understood: Understood,
  { brands, unsaid, things }: WordsKnown,
  isNothingFound: boolean,
): Generator<LooserQuery> {
  const { groups, aside } = understood;
  const thing = thingIn(understood);
  const isOfBrand = (group: Group) =>
    typedOf(group)
      .split(' ')
      .some((word) => brands.has(word));
  const isCounted = thing.some((group) => COUNTED.has(headNoun(typedOf(group))?.category ?? ''));
  const isAnother = (group: Group) =>
    hasDigit(group) &&
    !(
      isNothingFound &&
      (isAmount(group) || (isCounted && group === groups.at(-1) && /^\d+$/.test(typedOf(group))))
    );
  const isWorn = thing.some((group) => WORN.has(headNoun(typedOf(group))?.category ?? ''));
  const mustFit = (group: Group) =>
    thing.includes(group) ||
    isAnother(group) ||
    isOfBrand(group) ||
    saysFree(group) ||
    isOfState(group, groups) ||
    (isWorn && CHILDS.test(typedOf(group)));
  const without = (isWish: (group: Group) => boolean, isLoosest = false) => {
    const wished = groups.filter((group) => !mustFit(group) && isWish(group));
    const left = groups.filter((group) => !wished.includes(group));
    const before = left.slice(0, left.findLastIndex((group) => thing.includes(group)) + 1);
    return { ...understood, groups: left, heads: headsOf(before), wished, isOfCategory: isLoosest };
  };
  const describes = (group: Group) => isDescription(group) || aside.includes(group);
  const isSaidNowhere = (group: Group) => group.every((words) => unsaid.has(words));
  const isUnknown = (group: Group) => !isThing(group) || isSaidNowhere(group);
  const first = without(describes);
  const last = without(() => true, true);
  const second = without((group) => describes(group) || isUnknown(group));
  if (first.wished.length > 0)
    yield { ...first, isFar: first.wished.some(isAmount), isOnlyTheThing: false };
  // A machine, or a case, is not known by itself: what it makes or goes with says which.
  if (!isKnownThing(understood, things)) {
    // Of a brand's lines that are no things ('finish quantum ultimate') each is answered.
    const lines = groups.filter((group) => !isOfBrand(group) && !describes(group));
    const areNames = lines.every(
      (group) => !hasDigit(group) && !isBeside(group) && !isSaidNowhere(group),
    );
    if (isNothingFound && areNames && lines.length > 1 && lines.length < groups.length)
      yield {
        ...without(() => false),
        groups: [...groups.filter((group) => !lines.includes(group)), lines.flat()],
        wished: lines,
        isFar: true,
        isOnlyTheThing: false,
      };
    return;
  }
  // In other words for the same a thing may be called otherwise at the end of its name.
  const isOnlyTheThing = !thing.some((group) => group.length > 1);
  if (second.wished.length > first.wished.length) yield { ...second, isFar: true, isOnlyTheThing };
  if (isNothingFound && last.wished.length > second.wished.length)
    yield { ...last, isFar: true, isOnlyTheThing };
}

/** The words of a query as they were typed. */
export const wordsOf = ({ groups }: Pick<Understood, 'groups'>): string =>
  groups.map(typedOf).join(' ').replaceAll('-', ' ').replaceAll(POINT, '.');

/**
 * Queries near this one, the nearest first: without a limit or wish, of any model, without one word beside the thing, then without the thing. Each
 * names a thing, or something that is known of a category.
 */
export function nearestQueries(understood: Understood): string[] {
  const { groups, parts } = understood;
  const thing = thingIn(understood);
  const anyModel = groups.map((group) => [typedOf(group).replace(/-\d+$/, '')]);
  const shorter = [
    ...(wordsOf({ groups: anyModel }) === wordsOf(understood) ? [] : [anyModel]),
    ...groups
      .filter((group) => !thing.includes(group))
      .toSorted((a, b) => Number(hasDigit(b)) - Number(hasDigit(a)))
      .map((dropped) => groups.filter((group) => group !== dropped))
      .filter((left) => left.length > thing.length),
    groups.filter((group) => !thing.includes(group)),
    thing,
    thing.slice(-1),
  ];
  const queries = shorter
    .filter((left) => left.some((group) => isThing(group) || headNoun(typedOf(group)) !== null))
    .map((left) => wordsOf({ groups: left }));
  return [...new Set([...parts.map((part) => part.without), ...queries])].filter(Boolean);
}
