/*
 * Learns the numbers of worker/match/learned-weights.tsv from labelled product pairs.
 *
 *   npx node tools/learn-match-weights.ts <folder of *_train.csv.gz and *_valid.csv.gz> [--write]
 *
 * Learns from the train parts and prints precision, recall and F1 of the valid parts; with --write it then learns from both parts and
 * writes the file. Steps: 1. word rarities; 2. trees without word effects; 3. the effect of each extra word on their errors, by
 * cross-validation; 4. trees with word effects. Seeds are fixed, so the same folder gives the same file.
 */
import { writeFileSync } from 'node:fs';
import { compareTexts } from '#worker/match/compare.ts';
import { formatWeights, type LearnedWeights, probability } from '#worker/match/learned-weights.ts';
import { pairFeatures, type WordFigure } from '#worker/match/pair-features.ts';
import { type ProductText, productText } from '#worker/match/product-text.ts';
import { alignTokens, LIKELY_SPELLING } from '#worker/match/token-alignment.ts';
import { readPairs } from '../tests/bench/match-pairs.ts';
import { boostTrees } from './boost-trees.ts';

const FOLDS = 5;
const BOOST = {
  trees: 300,
  depth: 5,
  learningRate: 0.07,
  minRows: 12,
  lambda: 3,
  rowShare: 0.8,
  featureShare: 0.5,
  seed: 7,
};
/** Least probability of a match, near the best in cross-validation over all sets. */
const SAME_FROM = 0.44;
/** Least number of pairs per extra word, and the evidence by which its log-odds shrink. */
const WORD_MIN_PAIRS = 4;
const WORD_SHRINKAGE = 3;
const WORD_MIN_EFFECT = 0.1;
const RARE_DOCUMENTS = 2;

interface Row {
  set: string;
  left: ProductText;
  right: ProductText;
  same: number;
  fold: number;
}

function learn(rows: readonly Row[]): LearnedWeights {
  const rarity = learnRarity(rows);
  const weightOf: WordFigure = (token) => rarity.words.get(token) ?? rarity.unknown;
  const plain = rows.map((row) =>
    pairFeatures(row.left, row.right, { weightOf, leftoverOf: () => 0 }),
  );
  const names = Object.keys(plain[0] ?? {});
  const matrix = (features: readonly Record<string, number>[]) =>
    features.map((one) => names.map((name) => one[name] ?? 0));
  const grow = (x: readonly number[][], y: readonly number[]) =>
    boostTrees(
      names,
      x,
      y,
      y.map(() => 1),
      BOOST,
    );
  const guesses = crossValidate(rows, matrix(plain), grow);
  const leftOver = rows.map(({ left, right }) => {
    const aligned = alignTokens(left.tokens, right.tokens, LIKELY_SPELLING);
    return [...aligned.leftOver, ...aligned.rightOver];
  });
  // Features of a row must not use its own label, or the trees would overrate the words.
  const ofFold = Array.from({ length: FOLDS }, (_, fold) =>
    learnLeftOver(rows, guesses, leftOver, (row) => row.fold !== fold),
  );
  const informed = rows.map(({ left, right, fold }) =>
    pairFeatures(left, right, { weightOf, leftoverOf: (token) => ofFold[fold]?.get(token) ?? 0 }),
  );
  return {
    sameFrom: SAME_FROM,
    unknownWeight: rarity.unknown,
    rarity: rarity.words,
    leftOver: learnLeftOver(rows, guesses, leftOver, () => true),
    model: grow(
      matrix(informed),
      rows.map((row) => row.same),
    ),
  };
}

function learnRarity(rows: readonly Row[]): { words: Map<string, number>; unknown: number } {
  const texts = new Set(rows.flatMap(({ left, right }) => [left, right]));
  const documents = new Map<string, number>();
  for (const { tokens } of texts)
    for (const token of new Set(tokens)) documents.set(token, (documents.get(token) ?? 0) + 1);
  const most = Math.log(texts.size / 1.5);
  const weight = (count: number) => round(Math.log((texts.size + 1) / (count + 0.5)) / most, 3);
  const common = [...documents].filter(([, count]) => count >= RARE_DOCUMENTS);
  return {
    words: new Map(common.map(([token, count]) => [token, weight(count)])),
    unknown: weight(1),
  };
}

function crossValidate(
  rows: readonly Row[],
  x: readonly number[][],
  grow: (x: number[][], y: number[]) => LearnedWeights['model'],
): number[] {
  const guesses = new Array<number>(rows.length).fill(0);
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const others = rows.flatMap((row, index) => (row.fold === fold ? [] : [index]));
    const model = grow(
      others.map((i) => x[i] ?? []),
      others.map((i) => rows[i]?.same ?? 0),
    );
    for (const [index, row] of rows.entries())
      if (row.fold === fold) guesses[index] = probability(model, x[index] ?? []);
  }
  return guesses;
}

/** One shrunk Newton step per extra word on the errors of the trees. */
function learnLeftOver(
  rows: readonly Row[],
  guesses: readonly number[],
  leftOver: readonly string[][],
  use: (row: Row) => boolean,
): Map<string, number> {
  const evidence = new Map<string, { error: number; variance: number; pairs: number }>();
  for (const [index, row] of rows.entries()) {
    if (!use(row)) continue;
    const guess = guesses[index] ?? 0;
    for (const word of leftOver[index] ?? []) {
      const seen = evidence.get(word) ?? { error: 0, variance: 0, pairs: 0 };
      seen.error += row.same - guess;
      seen.variance += guess * (1 - guess);
      seen.pairs += 1;
      evidence.set(word, seen);
    }
  }
  return new Map(
    [...evidence]
      .filter(([, { pairs }]) => pairs >= WORD_MIN_PAIRS)
      .map(
        ([word, { error, variance }]) =>
          [word, round(error / (variance + WORD_SHRINKAGE), 2)] as const,
      )
      .filter(([, effect]) => Math.abs(effect) >= WORD_MIN_EFFECT),
  );
}

function report(weights: LearnedWeights, rows: readonly Row[]): void {
  for (const set of [...new Set(rows.map((row) => row.set))]) {
    const counts = { right: 0, wrong: 0, missed: 0 };
    for (const { left, right, same } of rows.filter((row) => row.set === set)) {
      if (compareTexts(left, right, weights).same) counts[same ? 'right' : 'wrong'] += 1;
      else if (same) counts.missed += 1;
    }
    const precision = counts.right / (counts.right + counts.wrong);
    const recall = counts.right / (counts.right + counts.missed);
    const f1 = (2 * precision * recall) / (precision + recall);
    console.log(
      `${set.padEnd(16)} F1 ${(100 * f1).toFixed(1)}  precision ${(100 * precision).toFixed(1)}  recall ${(100 * recall).toFixed(1)}`,
    );
  }
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

const [folder, ...flags] = process.argv.slice(2);
if (!folder) throw new Error('usage: learn-match-weights.ts <folder> [--write]');
const texts = new Map<string, ProductText>();
const textOf = (product: Parameters<typeof productText>[0]) => {
  const key = JSON.stringify(product);
  const text = texts.get(key) ?? productText(product);
  texts.set(key, text);
  return text;
};
const pairs = readPairs(folder).map((pair, index) => ({
  set: pair.set,
  part: pair.part,
  left: textOf(pair.left),
  right: textOf(pair.right),
  same: Number(pair.same),
  fold: Math.imul(index + 1, 2654435761 | 0) >>> 16,
}));
const rows = pairs.map((pair) => ({ ...pair, fold: pair.fold % FOLDS }));
report(
  learn(rows.filter((row) => row.part === 'train')),
  rows.filter((row) => row.part === 'valid'),
);
if (flags.includes('--write')) {
  const file = new URL('../worker/match/learned-weights.tsv', import.meta.url);
  writeFileSync(file, formatWeights(learn(rows)));
  console.log(`written: ${file.pathname}`);
}
