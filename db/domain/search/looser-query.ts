/*
 * What a query may mean where no product has all its words. A looser query leaves out words that only describe; it never leaves out
 * what the thing is, its brand or a number, because that would be another thing. A nearest query is another one: it is offered, not
 * answered.
 */
import { categoryOfWords } from '../category.ts';
import { BESIDE } from './name-head.ts';
import { headsOf, type Understood } from './understand-query.ts';
import { onlyDescribes, phraseKey } from './vocabulary.ts';

type Group = Understood['groups'][number];

/** A query without some of its words. */
export interface LooserQuery extends Understood {
  /** Whether only products fit that are what the query says, because more was left out than a form or feature. */
  isOnlyTheThing: boolean;
}

/** What is known of the words of a query. */
interface WordsKnown {
  /** Those that are brands. */
  brands: ReadonlySet<string>;
  /** Those that no offer holds. */
  unsaid: ReadonlySet<string>;
}

/** The words that say what the thing is: of those that do more than describe the last that is a thing, else the last. */
function thingIn(groups: readonly Group[]): Group | undefined {
  const naming = groups.filter(([typed = '']) => !onlyDescribes(typed));
  return naming.findLast(isThing) ?? naming.at(-1) ?? groups.at(-1);
}

const isThing = ([typed = '']: Group) =>
  categoryOfWords(typed) !== null || BESIDE.includes(phraseKey(typed));

/**
 * The query without some of its describing words, at most half of all, the fewest first. Before a thing that we know, a word that no
 * offer holds only describes, too.
 */
export function* looserQueries(
  understood: Understood,
  { brands, unsaid }: WordsKnown,
): Generator<LooserQuery> {
  const { groups } = understood;
  const thing = thingIn(groups);
  const before = thing && isThing(thing) ? groups.slice(0, groups.indexOf(thing)) : [];
  const isUnsaid = (group: Group) =>
    before.includes(group) && group.every((words) => unsaid.has(words));
  const isDescribing = (group: Group) => {
    const [typed = ''] = group;
    if (hasDigit(typed) || brands.has(typed)) return false;
    return onlyDescribes(typed) || categoryOfWords(typed) === null || isUnsaid(group);
  };
  const describing = groups
    .filter((group) => group !== thing && isDescribing(group))
    .toSorted((a, b) => Number(onlyDescribes(b[0] ?? '')) - Number(onlyDescribes(a[0] ?? '')));
  for (let count = 1; count <= Math.min(describing.length, groups.length / 2); count += 1) {
    for (const dropped of choose(describing, count)) {
      const left = groups.filter((group) => !dropped.includes(group));
      const heads = headsOf(thing ? left.slice(0, left.indexOf(thing) + 1) : left);
      const isOnlyTheThing = !dropped.every(([typed = '']) => onlyDescribes(typed));
      yield { ...understood, heads, groups: left, isOnlyTheThing };
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
