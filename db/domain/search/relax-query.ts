/*
 * Relaxed queries, for where few products match all terms: some terms become optional. Terms that only describe, or that say for whom the
 * thing is, go first, then terms that no category knows. What always stays required is what makes another product: the thing, its brand, a
 * model number, an unwanted substance. A nearest query is a different query: search suggests it, and does not answer it.
 */
import { headNoun } from '../categories/head-noun.ts';
import { CHILDREN, namesAudience } from './audiences.ts';
import type { ParsedQuery } from './parse-query.ts';
import type { Term } from './query-terms.ts';
import { POINT } from './search-words.ts';
import {
  categoryOfTerms,
  endsInFree,
  isAccessory,
  isAmount,
  isDescription,
  isInCategories,
  isThing,
  typedOf,
} from './thing-of-query.ts';
import { onlyDescribes, sameAs } from './vocabulary.ts';

/** A query with optional terms; `terms` holds the required ones. */
export interface RelaxedQuery extends ParsedQuery {
  /** Each optional term that a product matches adds points. */
  optional: Term[];
  /** More than describing words became optional, so the answer is to a different query. */
  changesMeaning: boolean;
  /** Only products match whose head noun is what the query asks for. */
  mustMatchHeadNoun: boolean;
}

/** What the catalogue says about the words of a query. */
export interface WordFacts {
  brands: ReadonlySet<string>;
  /** Words that no offer has. */
  unseen: ReadonlySet<string>;
  /** Words that are head nouns of products. */
  things: ReadonlySet<string>;
}

/** A model or size; '4WD' is a describing word. */
const hasDigit = (term: Term) => /\d/.test(typedOf(term)) && !onlyDescribes(typedOf(term));

/** Many names print no capacity of a battery, or another unit of it. */
const isCapacity = (term: Term) => typedOf(term).endsWith('mah');

/** Categories whose goods a bare number counts or sizes; of machines it is a model number. */
const COUNTED = new Set([
  'Baby',
  'Camping',
  'Cleaning',
  'Groceries',
  'Liquor',
  'Pharmacy',
  'Pet Food',
]);

/** Conditions other than new. */
const CONDITION =
  /^(?:refurbished|refurb|reconditioned|renewed|used|second hand|pre ?(?:owned|loved)|open box)$/;

/** Whether a term names a condition, alone or with a neighbour. */
function isCondition(term: Term, terms: readonly Term[]): boolean {
  const at = terms.indexOf(term);
  const phrases = [[term], terms.slice(Math.max(0, at - 1), at + 1), terms.slice(at, at + 2)];
  return phrases.some((phrase) => CONDITION.test(phrase.map(typedOf).join(' ')));
}

/** Categories in which goods for others are no substitute. */
const WORN = new Set(['Running Shoes', 'Shoes', 'Clothing']);

/** What adults take is no substitute for children. */
const TAKEN = new Set(['Pharmacy']);
/** Head nouns of pharmacies that nobody takes. */
const NOT_TAKEN = new Set(['bandage', 'monitor', 'plaster', 'thermometer']);

/** Whether a term and the one behind it are known as one phrase: light beer is not beer that is light. */
function isOfPhrase(term: Term, terms: readonly Term[]): boolean {
  const next = terms[terms.indexOf(term) + 1];
  return next !== undefined && sameAs(`${typedOf(term)} ${typedOf(next)}`).length > 0;
}

/** In any of its forms, as 'decaf' and 'unscented' have one. */
const namesUnwanted = (term: Term) => term.some(endsInFree);

const categoriesOf = (term: Term) =>
  term.flatMap((words) => headNoun(words.replace('-', ' '))?.category ?? []);

/** Whether the thing of a query is known without its other terms: to our categories, by a synonym, or as a head noun of products. */
export function isKnownThing(
  { thing }: ParsedQuery,
  things: ReadonlySet<string> = new Set(),
): boolean {
  const isKnown = (term: Term) =>
    isInCategories(term) || term.length > 1 || things.has(typedOf(term));
  return thing.some(isKnown) && !thing.some(isAccessory);
}

/** Whether a phrase names the thing: "fan" may do for "bladeless fan", "cream" not for "full cream milk". */
export function isNamedByPhrase({ thing }: ParsedQuery): boolean {
  return thing.some((term) => typedOf(term).includes(' '));
}

/**
 * Yields relaxed queries, the nearest first: without describing terms, then also without unknown terms, and, where `isEmpty` (nothing
 * matches the query), with the thing and the required terms alone.
 */
export function* relaxedQueries(
  query: ParsedQuery,
  { brands, unseen, things }: WordFacts,
  isEmpty: boolean,
): Generator<RelaxedQuery> {
  const { terms, purpose, thing } = query;
  const isOfCategory = (categories: ReadonlySet<string>) =>
    thing.some((term) => categories.has(headNoun(typedOf(term))?.category ?? ''));
  const isKnown = isKnownThing(query, things);
  const isCounted = isOfCategory(COUNTED);
  const isWorn = isOfCategory(WORN);
  const isTaken = isOfCategory(TAKEN) && !query.headNouns.some((head) => NOT_TAKEN.has(head));

  const isBrand = (term: Term) =>
    typedOf(term)
      .split(' ')
      .some((word) => brands.has(word));
  const isUnseen = (term: Term) => term.every((words) => unseen.has(words));
  const isQuantity = (term: Term) =>
    isAmount(term) || (isCounted && term === terms.at(-1) && /^\d+$/.test(typedOf(term)));
  // A headset for a PlayStation 5 is answered by other headsets, a game for it by no other game.
  const isPlatform = (term: Term) =>
    purpose.includes(term) && isKnown && !isOfCategory(new Set(categoriesOf(term)));
  const isRequired = (term: Term) =>
    thing.includes(term) ||
    (hasDigit(term) && !((isEmpty || isCapacity(term)) && isQuantity(term)) && !isPlatform(term)) ||
    isBrand(term) ||
    namesUnwanted(term) ||
    isCondition(term, terms) ||
    (isWorn && namesAudience(typedOf(term))) ||
    (isTaken && CHILDREN.test(typedOf(term)));

  const without = (isOptional: (term: Term) => boolean) => {
    const optional = terms.filter((term) => !isRequired(term) && isOptional(term));
    const required = terms.filter((term) => !optional.includes(term));
    return { ...query, terms: required, category: categoryOfTerms(required), optional };
  };
  const describes = (term: Term) => isDescription(term) || purpose.includes(term);
  const plain = without(describes);
  const known = without((term) => describes(term) || !isThing(term) || isUnseen(term));
  const bare = without(() => true);

  if (plain.optional.length > 0)
    yield {
      ...plain,
      changesMeaning: plain.optional.some((term) => isOfPhrase(term, terms)),
      mustMatchHeadNoun: false,
    };
  // A machine or a case is not known by itself: what it makes or goes with says which one.
  if (!isKnown) {
    // A brand's lines that are no things ('finish quantum ultimate') are answered one by one.
    const lines = terms.filter((term) => !isBrand(term) && !describes(term));
    const areNames = lines.every(
      (term) => !hasDigit(term) && !isAccessory(term) && !isUnseen(term),
    );
    if (isEmpty && areNames && lines.length > 1 && lines.length < terms.length)
      yield {
        ...without(() => false),
        terms: [...terms.filter((term) => !lines.includes(term)), lines.flat()],
        optional: lines,
        changesMeaning: true,
        mustMatchHeadNoun: false,
      };
    return;
  }
  // A synonym may stand anywhere in a name.
  const far = { changesMeaning: true, mustMatchHeadNoun: !thing.some((term) => term.length > 1) };
  if (known.optional.length > plain.optional.length) yield { ...known, ...far };
  if (isEmpty && bare.optional.length > known.optional.length) yield { ...bare, ...far };
}

/** The terms of a query as the shopper typed them. */
export const wordsOf = ({ terms }: Pick<ParsedQuery, 'terms'>): string =>
  terms.map(typedOf).join(' ').replaceAll('-', ' ').replaceAll(POINT, '.');

/**
 * Suggests queries, the nearest first: without a limit or wish, for any model, without one term beside the thing, then without the thing.
 * Each names a thing or something that a category knows.
 */
export function nearestQueries(query: ParsedQuery): string[] {
  const { terms, thing, parts } = query;
  const others = terms.filter((term) => !thing.includes(term));
  const anyModel = terms.map((term) => [typedOf(term).replace(/-\d+$/, '')]);
  const shorter = [
    ...(wordsOf({ terms: anyModel }) === wordsOf(query) ? [] : [anyModel]),
    ...others
      .toSorted((a, b) => Number(hasDigit(b)) - Number(hasDigit(a)))
      .map((dropped) => terms.filter((term) => term !== dropped))
      .filter((left) => left.length > thing.length),
    others,
    thing,
    thing.slice(-1),
  ];
  const isGoods = (term: Term) =>
    !endsInFree(typedOf(term)) &&
    !namesAudience(typedOf(term)) &&
    (isThing(term) || headNoun(typedOf(term)) !== null);
  const queries = shorter
    .filter((left) => left.some(isGoods))
    .map((left) => wordsOf({ terms: left }));
  return [...new Set([...parts.map((part) => part.without), ...queries])].filter(Boolean);
}
