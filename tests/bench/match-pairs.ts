/*
 * Measures matching on labelled pairs: `npx node tests/bench/match-pairs.ts [--fit] [folder of *.csv.gz and au-pairs.csv]`. Prints
 * precision, recall and F1 of our Australian pairs, of the pairs that follow from their labels, and of the valid part of each set in the
 * folder, for the command line and for the rules alone. With --fit it first prints weights for score.json, fitted to the train parts.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { compareTexts, inOneOrder } from '#worker/match/compare.ts';
import { type Goods, type ProductText, productText } from '#worker/match/product-text.ts';
import { type Evidence, evidenceOf, scoredAnswer, wordCounts } from '#worker/match/score.ts';
import { derivedPairs } from '../support/matching/derived-pairs.ts';

/** A labelled pair. `set` names the set, `part` its part. */
export interface LabelledPair {
  set: string;
  part: 'train' | 'valid';
  left: Goods;
  right: Goods;
  same: boolean;
}

/** All pairs in `<set>_<part>.csv.gz` of a folder. */
export function readPairs(folder: string): LabelledPair[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.csv.gz'))
    .sort()
    .flatMap((file) => {
      const [set = file, part = ''] = file.replace(/(?:-small)?\.csv\.gz$/, '').split('_');
      const rows = readCsv(gunzipSync(readFileSync(join(folder, file))).toString('utf8'));
      return rows.map((row) => pairOf(row, set, part.startsWith('valid') ? 'valid' : 'train'));
    });
}

/** Our labelled Australian pairs by batch, oldest first. A batch was labelled before it was measured, in wordings of its own. */
export const ownBatches: LabelledPair[][] = [
  ...Map.groupBy(readTsv('pairs'), ({ batch }) => batch).values(),
].map((rows) => rows.map(ownPair));

/** The pairs that each show one rule, with the matcher that must tell it: the rules, the command line, or what the crawl links. */
export const rulePairs = readTsv('rule-pairs').map((row) => ({
  ...ownPair(row),
  rule: row['rule'],
  matcher: z.enum(['rules', 'cli', 'link']).parse(row['matcher']),
}));

function ownPair(row: Readonly<Record<string, string>>): LabelledPair {
  const side = (which: 'left' | 'right'): Goods => ({
    name: row[which] ?? '',
    quantity: numberOf(row[`${which}Quantity`]),
    price: numberOf(row[`${which}Price`]),
  });
  const sides = { left: side('left'), right: side('right') };
  return { set: 'own pairs', part: 'valid', ...sides, same: row['same'] === '1' };
}

/** The rows of a table of tests/labelled, by the names of its first line. */
function readTsv(table: string): Record<string, string>[] {
  const text = readFileSync(new URL(`../labelled/${table}.tsv`, import.meta.url), 'utf8');
  const [names = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
  return rows.map((row) => Object.fromEntries(names.map((name, nth) => [name, row[nth] ?? ''])));
}

function pairOf(row: Readonly<Record<string, string>>, set: string, part: 'train' | 'valid') {
  const same = row['label'] === '1';
  return { set, part, left: sideOf(row, 'left'), right: sideOf(row, 'right'), same };
}

function sideOf(row: Readonly<Record<string, string>>, side: 'left' | 'right'): Goods {
  const cell = (...names: string[]) => {
    const text = names.map((name) => row[`${side}_${name}`]).find((value) => value !== undefined);
    return text?.replace(/ ?COL \w+ VAL.*$/, '').trim() || null;
  };
  return {
    name: cell('name', 'title') ?? '',
    brand: cell('brand', 'manufacturer'),
    model: cell('modelno'),
    description: cell('description'),
    price: numberOf(cell('price')),
    quantity: numberOf(cell('qty_kg_l_or_count')),
  };
}

function numberOf(text: string | null | undefined): number | null {
  const number = Number(text);
  return number > 0 ? number : null;
}

function readCsv(text: string): Record<string, string>[] {
  return parse(text, { columns: true, relaxColumnCount: true, relaxQuotes: true });
}

/** Tells whether two goods are one product. */
type Matcher = (left: ProductText, right: ProductText) => boolean;

/** The rules alone, as the crawl asks them. */
export const byRules: Matcher = (left, right) => compareTexts(left, right).same;

/** The rules and the score, as the command line asks them, with the words of all names of the pairs. */
export function byScore(pairs: readonly LabelledPair[]): Matcher {
  const counts = wordCounts();
  for (const { left, right } of pairs)
    for (const goods of [left, right]) counts.add(productText(goods));
  return (left, right) => scoredAnswer(left, right, counts.rarity).same;
}

/** Counts of pairs that were matched correctly, matched wrongly and missed. */
export function judged(pairs: readonly LabelledPair[], isSame: Matcher) {
  const found = { right: 0, wrong: 0, missed: 0 };
  for (const { left, right, same } of pairs) {
    const answer = isSame(productText(left), productText(right));
    if (answer) found[same ? 'right' : 'wrong'] += 1;
    else if (same) found.missed += 1;
  }
  return found;
}

/** The pairs with names alone, without brand, model, price and description. */
const withNamesOnly = (pairs: readonly LabelledPair[]): LabelledPair[] =>
  pairs.map(({ left, right, ...pair }) => ({
    ...pair,
    set: `${pair.set} (names)`,
    left: { name: left.name },
    right: { name: right.name },
  }));

/** Sets that the weights of score.json are fitted to: those whose labels tell variants apart. */
const FITTED = ['abt-buy', 'abt-buy (names)', 'walmart-amazon', 'wdc-all', 'own pairs (names)'];
/** Steps of Newton's method, and the penalty on large weights. */
const FIT = { steps: 25, penalty: 1 } as const;

/** Fits a logistic regression to the evidence of the pairs that no rule settles; every set counts alike. */
function fittedWeights(pairs: readonly LabelledPair[]) {
  const rows = [...Map.groupBy(pairs, ({ set }) => set).values()].flatMap((ofSet) => {
    const counts = wordCounts();
    const texts = ofSet.map(({ left, right, same }) => ({
      a: productText(left),
      b: productText(right),
      same,
    }));
    for (const { a, b } of texts) for (const text of [a, b]) counts.add(text);
    const open = texts.filter(({ a, b }) => compareTexts(a, b).isOpen);
    return open.map(({ a, b, same }) => ({
      evidence: evidenceOf(inOneOrder(a, b), counts.rarity),
      same: Number(same),
      share: 1000 / open.length,
    }));
  });
  const names = Object.keys(rows[0]?.evidence ?? {}) as (keyof Evidence)[];
  let weights = [0, ...names.map(() => 0)];
  for (let step = 0; step < FIT.steps; step += 1) {
    const slope = weights.map((weight, at) => (at > 0 ? -FIT.penalty * weight : 0));
    const curve = weights.map((_, at) =>
      weights.map((__, other) => (at === other && at > 0 ? FIT.penalty : 0)),
    );
    for (const { evidence, same, share } of rows) {
      const values = [1, ...names.map((name) => evidence[name])];
      const logOdds = values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0);
      const chance = 1 / (1 + Math.exp(-logOdds));
      for (const [at, value] of values.entries()) {
        slope[at] = (slope[at] ?? 0) + share * (same - chance) * value;
        for (const [other, by] of values.entries())
          (curve[at] as number[])[other] =
            (curve[at]?.[other] ?? 0) + share * chance * (1 - chance) * value * by;
      }
    }
    const change = solved(curve, slope);
    weights = weights.map((weight, at) => weight + (change[at] ?? 0));
  }
  const [base = 0, ...fitted] = weights.map((weight) => Math.round(weight * 100) / 100);
  return { base, weights: Object.fromEntries(names.map((name, at) => [name, fitted[at]])) };
}

/** Solves linear equations by elimination. */
function solved(matrix: readonly (readonly number[])[], values: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, values[at] ?? 0]);
  for (const [at, row] of rows.entries()) {
    for (const other of rows) {
      const factor = other === row ? 0 : (other[at] ?? 0) / (row[at] ?? 1);
      for (const [column, value] of row.entries())
        other[column] = (other[column] ?? 0) - factor * value;
    }
  }
  return rows.map((row, at) => (row.at(-1) ?? 0) / (row[at] ?? 1));
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { fit: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  const australian = folder && join(folder, 'au-pairs.csv');
  const research = folder ? readPairs(folder) : [];
  const own = ownBatches.flat();
  if (values.fit) {
    const train = research.filter(({ part }) => part === 'train');
    const pairs = [...train, ...withNamesOnly([...train, ...own])].filter(({ set }) =>
      FITTED.includes(set),
    );
    console.log(JSON.stringify(fittedWeights(pairs)));
  }
  const valid = research.filter(({ part }) => part === 'valid');
  const pairs = [
    ...own,
    ...withNamesOnly(own),
    ...ownBatches.flatMap(derivedPairs).map((pair) => ({ ...pair, set: 'derived pairs' })),
    ...(australian && existsSync(australian)
      ? readCsv(readFileSync(australian, 'utf8')).map((row) => pairOf(row, 'au-pairs', 'valid'))
      : []),
    ...valid,
    ...withNamesOnly(valid.filter(({ left, right }) => left.price || right.price)),
  ];
  for (const [set, ofSet] of Map.groupBy(pairs, (pair) => pair.set)) {
    for (const [name, matcher] of [
      ['cli', byScore(ofSet)],
      ['rules', byRules],
    ] as const) {
      const { right, wrong, missed } = judged(ofSet, matcher);
      const percent = (part: number, whole: number) => ((100 * part) / whole).toFixed(1);
      console.log(
        `${set.padEnd(23)} ${name.padEnd(5)}  F1 ${percent(2 * right, 2 * right + wrong + missed)}` +
          `  precision ${percent(right, right + wrong)}  recall ${percent(right, right + missed)}  (${right} right, ${wrong} wrong, ${missed} missed)`,
      );
    }
  }
}
