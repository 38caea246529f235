/*
 * What a query may mean where no product has all its words. A looser query leaves out words that only describe; it never leaves out
 * what the thing is, its brand or a number, because that would be another thing. A nearest query is another one: it is offered, not
 * answered.
 */
import { categoryOfWords } from '../category.ts';
import { BESIDE, headOf } from './name-head.ts';
import type { Understood } from './understand-query.ts';
import { phraseKey } from './vocabulary.ts';

type Group = readonly string[];

/** The words that say what the thing is: the last that our categories know or that go with a thing, else the last of all. */
function thingIn(groups: readonly Group[]): Group | undefined {
  const isThing = ([typed = '']: Group) =>
    categoryOfWords(typed) !== null || BESIDE.includes(phraseKey(typed));
  return groups.findLast(isThing) ?? groups.at(-1);
}

/** The query without some of its describing words, at most half of all, the fewest first. `brands` are those among its words. */
export function* looserQueries(
  understood: Understood,
  brands: ReadonlySet<string>,
): Generator<Understood> {
  const { groups } = understood;
  const thing = thingIn(groups);
  const isDescribing = ([typed = '']: Group) =>
    !hasDigit(typed) && !brands.has(typed) && categoryOfWords(typed) === null;
  const describing = groups.filter((group) => group !== thing && isDescribing(group));
  const heads = (thing ?? []).flatMap((words) => headOf(words) ?? []);
  for (let count = 1; count <= Math.min(describing.length, groups.length / 2); count += 1) {
    for (const dropped of choose(describing, count)) {
      yield { ...understood, heads, groups: groups.filter((group) => !dropped.includes(group)) };
    }
  }
}

/** Queries near this one, the nearest first: without a limit or wish, without one word beside the thing, then without the thing. */
export function nearestQueries({ groups, parts }: Understood): string[] {
  const thing = thingIn(groups);
  const without = (dropped: Group | undefined) => groups.filter((group) => group !== dropped);
  const shorter = [
    ...groups
      .filter((group) => group !== thing)
      .toSorted(([a = ''], [b = '']) => Number(hasDigit(b)) - Number(hasDigit(a)))
      .map((group) => without(group)),
    without(thing),
    thing ? [thing] : [],
  ];
  const queries = shorter.map((left) => left.map(([typed]) => typed).join(' '));
  return [...new Set([...parts.map((part) => part.without), ...queries])].filter(Boolean);
}

const hasDigit = (words: string) => /\d/.test(words);

/** All ways to choose `count` of the items. */
function choose<Item>(items: readonly Item[], count: number): Item[][] {
  if (count <= 0) return [[]];
  return items.flatMap((item, place) =>
    choose(items.slice(place + 1), count - 1).map((rest) => [item, ...rest]),
  );
}
