import { readFileSync } from 'node:fs';

/*
 * Reads the learned numbers of matching (learned-weights.tsv), trained on public labelled pairs (Abt–Buy, Amazon–Google, Walmart–Amazon,
 * WDC) by tools/learn-match-weights.ts. Each line holds the threshold, a rarity or an
 * extra word's effect with all its words, a feature, or a tree of feature,threshold,left,right nodes.
 */

/** One split: feature index, threshold (≤ goes left), children; a leaf has feature −1 and its value in `threshold`. */
export type TreeNode = readonly [feature: number, threshold: number, left: number, right: number];

/** Gradient-boosted trees for a binary answer; the leaves add up to log-odds. */
export interface BoostedTrees {
  features: readonly string[];
  base: number;
  trees: readonly (readonly TreeNode[])[];
}

/** All learned numbers; see WordKnowledge and BoostedTrees. */
export interface LearnedWeights {
  /** Least probability of a match. */
  sameFrom: number;
  /** Rarity of an unknown word. */
  unknownWeight: number;
  rarity: ReadonlyMap<string, number>;
  leftOver: ReadonlyMap<string, number>;
  model: BoostedTrees;
}

/** One line per value, with all its words. */
function wordLines(kind: 'rarity' | 'leftOver', words: ReadonlyMap<string, number>): string[] {
  const byValue = Map.groupBy(words.keys(), (word) => words.get(word));
  return [...byValue].map(([value, alike]) => `${kind}\t${value}\t${alike.join(' ')}\n`);
}

/** Formats learned numbers as the file's text. */
export function formatWeights(weights: LearnedWeights): string {
  const line = (...cells: (string | number)[]) => `${cells.join('\t')}\n`;
  return [
    line('sameFrom', weights.sameFrom),
    line('unknownWeight', weights.unknownWeight),
    line('base', weights.model.base),
    ...weights.model.features.map((name) => line('feature', name)),
    ...wordLines('rarity', weights.rarity),
    ...wordLines('leftOver', weights.leftOver),
    ...weights.model.trees.map((tree) =>
      line('tree', tree.map((node) => node.join(',')).join(' ')),
    ),
  ].join('');
}

/** Reads the text of formatWeights; throws when a line is none of its kinds. */
export function parseWeights(text: string): LearnedWeights {
  const numbers = new Map<string, number>();
  const rarity = new Map<string, number>();
  const leftOver = new Map<string, number>();
  const features: string[] = [];
  const trees: TreeNode[][] = [];
  const words = (into: Map<string, number>) => (value: string, listed: string) => {
    for (const word of listed.split(' ')) into.set(word, Number(value));
  };
  const number = (name: string) => (value: string) => numbers.set(name, Number(value));
  const readers = new Map<string, (first: string, second: string) => unknown>([
    ['rarity', words(rarity)],
    ['leftOver', words(leftOver)],
    ['feature', (name) => features.push(name)],
    ['tree', (nodes) => trees.push(nodes.split(' ').map(parseNode))],
    ...['sameFrom', 'unknownWeight', 'base'].map((name) => [name, number(name)] as const),
  ]);
  for (const line of text.trimEnd().split('\n')) {
    const [kind = '', first = '', second = ''] = line.split('\t');
    const read = readers.get(kind);
    if (!read) throw new Error(`learned-weights.tsv: unknown line kind "${kind}"`);
    read(first, second);
  }
  return {
    sameFrom: numbers.get('sameFrom') ?? 0.5,
    unknownWeight: numbers.get('unknownWeight') ?? 1,
    rarity,
    leftOver,
    model: { features, base: numbers.get('base') ?? 0, trees },
  };
}

function parseNode(text: string): TreeNode {
  const [feature = -1, threshold = 0, left = 0, right = 0] = text.split(',').map(Number);
  return [feature, threshold, left, right];
}

/** Probability of yes, 0–1. `values` in the order of `model.features`. */
export function probability(model: BoostedTrees, values: readonly number[]): number {
  let logOdds = model.base;
  for (const tree of model.trees) logOdds += leafValue(tree, values);
  return 1 / (1 + Math.exp(-logOdds));
}

function leafValue(tree: readonly TreeNode[], values: readonly number[]): number {
  let index = 0;
  for (;;) {
    const node = tree[index];
    if (!node) return 0;
    const [feature, threshold, left, right] = node;
    if (feature < 0) return threshold;
    index = (values[feature] ?? 0) <= threshold ? left : right;
  }
}

let loaded: LearnedWeights | null = null;

/** The shipped numbers, cached. Throws when the file is missing or broken. */
export function learnedWeights(): LearnedWeights {
  loaded ??= parseWeights(readFileSync(new URL('./learned-weights.tsv', import.meta.url), 'utf8'));
  return loaded;
}
