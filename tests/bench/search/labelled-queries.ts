import { readFileSync } from 'node:fs';

/** What a shopper types, and what is right among the first results. */
export interface LabelledQuery {
  query: string;
  /** Ranges of the demo shops that are meant: names of catalogue files. None where no shop sells it, and right is to say so. */
  ranges: string[];
  /** What the name of the right goods says, where not all of the ranges are meant. */
  says?: RegExp;
  /** What it does not say. */
  not?: RegExp;
  /** The cheapest and the dearest that are right, in dollars. */
  over: number;
  under: number;
}

/** `query = ranges /says/ !/not/ >over <under`; all but the query and its ranges may be left out. */
const LINE =
  /^(?<query>.+?) = (?<ranges>[a-z -]+?)(?: \/(?<says>.*?)\/)?(?: !\/(?<not>.*?)\/)?(?: >(?<over>\d+))?(?: <(?<under>\d+))?$/;

/** In the order in which they were written; each before its ranking was looked at (docs/search.md). */
export const SETS = [
  ...['goods', 'everyday', 'stated', 'further', 'later', 'last'],
  ...['shopper1', 'shopper2', 'shopper3', 'shopper4', 'unseen1', 'unseen2', 'unseen3', 'unseen4'],
  ...['blind1', 'blind2', 'blind3', 'blind4', 'absent', 'asked1', 'asked2', 'asked3'],
];

/** The queries of a set, which `labelled/<set>.txt` holds; throws on a line of another form. */
export function labelledQueries(set: string): LabelledQuery[] {
  const text = readFileSync(new URL(`labelled/${set}.txt`, import.meta.url), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { query, ranges, says, not, over, under } = LINE.exec(line)?.groups ?? {};
      if (!query || !ranges) throw new Error(`${set}: "${line}" is no labelled query`);
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
