import { readFileSync } from 'node:fs';
import type { Good } from './goods-world.ts';

/** A query with its right results. */
export interface LabelledQuery {
  query: string;
  /** Catalogue files with right products. Empty where no shop sells the thing and the right answer is nothing. */
  ranges: string[];
  /** Matches the names of right products, where not all of the ranges are right. */
  says?: RegExp;
  /** Matches names that are wrong. */
  not?: RegExp;
  /** Price range of right products, in dollars. */
  over: number;
  under: number;
}

/** `query = ranges /says/ !/not/ >over <under`; all but the query and its ranges may be left out. */
const LINE =
  /^(?<query>.+?) = (?<ranges>[a-z -]+?)(?: \/(?<says>.*?)\/)?(?: !\/(?<not>.*?)\/)?(?: >(?<over>\d+))?(?: <(?<under>\d+))?$/;

/** In the order in which they were written, each before its first run (docs/search.md). */
export const SETS = [
  ...['goods', 'everyday', 'stated', 'further', 'later', 'last'],
  ...['shopper1', 'shopper2', 'shopper3', 'shopper4', 'unseen1', 'unseen2', 'unseen3', 'unseen4'],
  ...[
    'blind1',
    'blind2',
    'blind3',
    'blind4',
    'absent',
    'asked1',
    'asked2',
    'asked3',
    'asked4',
    'asked5',
    'asked6',
    'asked7',
    'asked8',
    'asked9',
    'asked10',
    'asked11',
  ],
];

/** Reads the queries of `labelled/<set>.txt`; throws on a malformed line. */
export function labelledQueries(set: string): LabelledQuery[] {
  const text = readFileSync(new URL(`labelled/${set}.txt`, import.meta.url), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { query, ranges, says, not, over, under } = LINE.exec(line)?.groups ?? {};
      if (!query || !ranges) throw new Error(`${set}: "${line}" is not a labelled query`);
      return {
        query,
        ranges: ranges === 'nothing' ? [] : ranges.split(' '),
        ...(says && { says: new RegExp(says, 'i') }),
        ...(not && { not: new RegExp(not, 'i') }),
        over: Number(over ?? 0),
        under: Number(under ?? Number.POSITIVE_INFINITY),
      };
    });
}

/** A product is right if one of its shops' titles matches the label and none is excluded by it. */
export function isRight(labelled: LabelledQuery, titles: readonly Good[]): boolean {
  const { ranges, says, not, under, over } = labelled;
  return (
    titles.every(
      ({ range, cents }) => ranges.includes(range) && cents <= under * 100 && cents >= over * 100,
    ) &&
    (!says || titles.some(({ name }) => says.test(name))) &&
    !(not && titles.some(({ name }) => not.test(name)))
  );
}
