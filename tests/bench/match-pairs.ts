/*
 * Measures matching on labelled pairs: `npx node tests/bench/match-pairs.ts [folder of *_valid.csv.gz and au-pairs.csv]`. Prints precision,
 * recall and F1 of our Australian pairs, of the pairs that follow from their labels, and of each set in the folder, with the learned weights
 * and without.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { compareTexts } from '#worker/match/compare.ts';
import { type LearnedWeights, learnedWeights } from '#worker/match/learned-weights.ts';
import { type Goods, productText } from '#worker/match/product-text.ts';
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

/** The pairs that each show one rule, with the matcher that must tell it: that of the crawl or that of the command line. */
export const rulePairs = readTsv('rule-pairs').map((row) => ({
  ...ownPair(row),
  rule: row['rule'],
  matcher: row['matcher'],
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
    category: cell('category'),
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

/** Counts of pairs that were matched correctly, matched wrongly and missed. */
export function judged(pairs: readonly LabelledPair[], weights: LearnedWeights | null) {
  const found = { right: 0, wrong: 0, missed: 0 };
  for (const { left, right, same } of pairs) {
    const answer = compareTexts(productText(left), productText(right), weights).same;
    if (answer) found[same ? 'right' : 'wrong'] += 1;
    else if (same) found.missed += 1;
  }
  return found;
}

if (import.meta.main) {
  const [, , folder] = process.argv;
  const australian = folder && join(folder, 'au-pairs.csv');
  const pairs = [
    ...ownBatches.flat(),
    ...ownBatches.flatMap(derivedPairs).map((pair) => ({ ...pair, set: 'derived pairs' })),
    ...(australian && existsSync(australian)
      ? readCsv(readFileSync(australian, 'utf8')).map((row) => pairOf(row, 'au-pairs', 'valid'))
      : []),
    ...(folder ? readPairs(folder).filter(({ part }) => part === 'valid') : []),
  ];
  for (const [set, ofSet] of Map.groupBy(pairs, (pair) => pair.set)) {
    for (const weights of [learnedWeights(), null]) {
      const { right, wrong, missed } = judged(ofSet, weights);
      const percent = (part: number, whole: number) => ((100 * part) / whole).toFixed(1);
      console.log(
        `${set.padEnd(17)} ${weights ? 'learned' : 'rules  '}  F1 ${percent(2 * right, 2 * right + wrong + missed)}` +
          `  precision ${percent(right, right + wrong)}  recall ${percent(right, right + missed)}  (${right} right, ${wrong} wrong, ${missed} missed)`,
      );
    }
  }
}
