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

/** Our sets of Australian pairs, oldest first. Each was labelled before it was measured; failures of `held` sets were never examined. */
const OWN_SETS = {
  blind: 'australian-pairs-blind',
  seen: 'australian-pairs',
  later: 'australian-pairs-later',
  newest: 'australian-pairs-newest',
  fresh: 'australian-pairs-fresh',
  open: 'australian-pairs-open',
  held: 'australian-pairs-held',
  open2: 'australian-pairs-open-2',
  held2: 'australian-pairs-held-2',
  open3: 'australian-pairs-open-3',
  held3: 'australian-pairs-held-3',
  open4: 'australian-pairs-open-4',
  held4: 'australian-pairs-held-4',
  open5: 'australian-pairs-open-5',
  held5: 'australian-pairs-held-5',
  open6: 'australian-pairs-open-6',
  held6: 'australian-pairs-held-6',
  open7: 'australian-pairs-open-7',
  open8: 'australian-pairs-open-8',
  held8: 'australian-pairs-held-8',
  open9: 'australian-pairs-open-9',
  held9: 'australian-pairs-held-9',
  open10: 'australian-pairs-open-10',
  blind2: 'australian-pairs-blind-2',
  blind3: 'australian-pairs-blind-3',
  blind4: 'australian-pairs-blind-4',
  groceries: 'australian-pairs-groceries',
  goods: 'australian-pairs-goods',
  mixed: 'australian-pairs-mixed',
  shops: 'australian-pairs-shops',
} as const;

type OwnSet = keyof typeof OWN_SETS;

/** The names of our sets, oldest first. */
export const ownSets = Object.keys(OWN_SETS) as OwnSet[];

/** The pairs of one of our sets. */
export function ownPairs(which: OwnSet): LabelledPair[] {
  const file = new URL(`../support/matching/${OWN_SETS[which]}.tsv`, import.meta.url);
  const text = readFileSync(file, 'utf8');
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [same, left = '', leftQuantity, leftPrice, right = '', rightQuantity, rightPrice] =
        line.split('\t');
      return {
        set: `own pairs, ${which}`,
        part: 'valid',
        left: { name: left, quantity: numberOf(leftQuantity), price: numberOf(leftPrice) },
        right: { name: right, quantity: numberOf(rightQuantity), price: numberOf(rightPrice) },
        same: same === '1',
      };
    });
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
    ...ownSets.flatMap(ownPairs),
    ...ownSets
      .flatMap((set) => derivedPairs(ownPairs(set)))
      .map((pair) => ({ ...pair, set: 'derived pairs' })),
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
