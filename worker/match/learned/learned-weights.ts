import { readFileSync } from 'node:fs';
import type { BoostedTrees, TreeNode } from './boosted-trees.ts';

/*
 * The numbers that matching learned, from labelled pairs of public research sets (Abt–Buy, Amazon–Google, Walmart–Amazon,
 * WDC) by tools/learn-match-weights.ts. learned-weights.tsv holds them: one line each for the threshold, a word's
 * rarity, a word's effect when left over, a feature, and a tree as feature,threshold,left,right nodes.
 */

/** Everything learned: see the fields of WordKnowledge and BoostedTrees. */
export interface LearnedWeights {
  /** Probability from which two products count as the same. */
  sameFrom: number;
  /** Rarity of a word that was never or hardly seen. */
  unknownWeight: number;
  rarity: ReadonlyMap<string, number>;
  leftOver: ReadonlyMap<string, number>;
  model: BoostedTrees;
}

/** The file's text for learned numbers. */
export function formatWeights(weights: LearnedWeights): string {
  const line = (...cells: (string | number)[]) => `${cells.join('\t')}\n`;
  return [
    line('sameFrom', weights.sameFrom),
    line('unknownWeight', weights.unknownWeight),
    line('base', weights.model.base),
    ...weights.model.features.map((name) => line('feature', name)),
    ...[...weights.rarity].map(([word, value]) => line('rarity', word, value)),
    ...[...weights.leftOver].map(([word, value]) => line('leftOver', word, value)),
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
  for (const line of text.trimEnd().split('\n')) {
    const [kind = '', first = '', second = ''] = line.split('\t');
    if (kind === 'rarity') rarity.set(first, Number(second));
    else if (kind === 'leftOver') leftOver.set(first, Number(second));
    else if (kind === 'feature') features.push(first);
    else if (kind === 'tree') trees.push(first.split(' ').map(parseNode));
    else if (['sameFrom', 'unknownWeight', 'base'].includes(kind)) numbers.set(kind, Number(first));
    else throw new Error(`learned-weights.tsv: unknown line kind "${kind}"`);
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

let loaded: LearnedWeights | null = null;

/** The shipped numbers, read once. Throws when the file is missing or broken. */
export function learnedWeights(): LearnedWeights {
  loaded ??= parseWeights(readFileSync(new URL('./learned-weights.tsv', import.meta.url), 'utf8'));
  return loaded;
}
