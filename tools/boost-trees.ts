import type { BoostedTrees, TreeNode } from '#worker/match/learned-weights.ts';

export interface BoostOptions {
  trees: number;
  depth: number;
  learningRate: number;
  minRows: number;
  /** L2 penalty on leaf values. */
  lambda: number;
  rowShare: number;
  featureShare: number;
  seed: number;
}

const BINS = 64;

/** Small second-order gradient boosting on histograms (Friedman 2001; Chen & Guestrin 2016). Labels 0 or 1. */
export function boostTrees(
  features: readonly string[],
  rows: readonly (readonly number[])[],
  labels: readonly number[],
  weights: readonly number[],
  options: BoostOptions,
): BoostedTrees {
  const random = mulberry(options.seed);
  const edges = features.map((_, f) => binEdges(rows.map((row) => row[f] ?? 0)));
  const binned = features.map((_, f) =>
    Uint8Array.from(rows, (row) => binOf(edges[f] ?? [], row[f] ?? 0)),
  );
  const positive = labels.reduce((s, y, i) => s + y * (weights[i] ?? 1), 0);
  const total = weights.reduce((s, w) => s + w, 0);
  const base = Math.log(positive / (total - positive));
  const score = new Float64Array(rows.length).fill(base);
  const gradient = new Float64Array(rows.length);
  const hessian = new Float64Array(rows.length);
  const trees: TreeNode[][] = [];
  for (let t = 0; t < options.trees; t += 1) {
    for (let i = 0; i < rows.length; i += 1) {
      const p = 1 / (1 + Math.exp(-(score[i] ?? 0)));
      const w = weights[i] ?? 1;
      gradient[i] = w * (p - (labels[i] ?? 0));
      hessian[i] = w * Math.max(p * (1 - p), 1e-6);
    }
    const sample: number[] = [];
    for (let i = 0; i < rows.length; i += 1) if (random() < options.rowShare) sample.push(i);
    const used = features.map((_, f) => f).filter(() => random() < options.featureShare);
    const tree: TreeNode[] = [];
    growTree(tree, sample, used, 0, { binned, edges, gradient, hessian, options });
    trees.push(tree);
    for (let i = 0; i < rows.length; i += 1) score[i] = (score[i] ?? 0) + walk(tree, rows[i] ?? []);
  }
  return { features, base: round(base), trees };
}

interface Ground {
  binned: readonly Uint8Array[];
  edges: readonly (readonly number[])[];
  gradient: Float64Array;
  hessian: Float64Array;
  options: BoostOptions;
}

function growTree(
  tree: TreeNode[],
  rows: readonly number[],
  used: readonly number[],
  depth: number,
  ground: Ground,
): number {
  const { options, gradient, hessian } = ground;
  let g = 0;
  let h = 0;
  for (const i of rows) {
    g += gradient[i] ?? 0;
    h += hessian[i] ?? 0;
  }
  const index = tree.length;
  tree.push([-1, round((-g / (h + options.lambda)) * options.learningRate), 0, 0]);
  if (depth >= options.depth || rows.length < 2 * options.minRows) return index;
  const split = bestSplit(rows, used, g, h, ground);
  if (!split) return index;
  const bins = ground.binned[split.feature] ?? new Uint8Array();
  const goesLeft = (i: number) => (bins[i] ?? 0) <= split.bin;
  const left = growTree(tree, rows.filter(goesLeft), used, depth + 1, ground);
  const right = growTree(
    tree,
    rows.filter((i) => !goesLeft(i)),
    used,
    depth + 1,
    ground,
  );
  tree[index] = [split.feature, ground.edges[split.feature]?.[split.bin] ?? 0, left, right];
  return index;
}

function bestSplit(
  rows: readonly number[],
  used: readonly number[],
  g: number,
  h: number,
  ground: Ground,
): { feature: number; bin: number } | null {
  const { binned, edges, options } = ground;
  let best: { feature: number; bin: number; gain: number } | null = null;
  const parent = g ** 2 / (h + options.lambda);
  for (const feature of used) {
    const { sumG, sumH, count } = binSums(rows, binned[feature] ?? new Uint8Array(), ground);
    let leftG = 0;
    let leftH = 0;
    let leftCount = 0;
    for (let bin = 0; bin < (edges[feature]?.length ?? 0); bin += 1) {
      leftG += sumG[bin] ?? 0;
      leftH += sumH[bin] ?? 0;
      leftCount += count[bin] ?? 0;
      if (leftCount < options.minRows || rows.length - leftCount < options.minRows) continue;
      const gain =
        leftG ** 2 / (leftH + options.lambda) +
        (g - leftG) ** 2 / (h - leftH + options.lambda) -
        parent;
      if (gain > (best?.gain ?? 1e-6)) best = { feature, bin, gain };
    }
  }
  return best;
}

/** Sums the gradients and hessians of the rows in each bin, and counts the rows. */
function binSums(
  rows: readonly number[],
  bins: ArrayLike<number>,
  { gradient, hessian }: Pick<Ground, 'gradient' | 'hessian'>,
) {
  const sumG = new Float64Array(BINS);
  const sumH = new Float64Array(BINS);
  const count = new Uint32Array(BINS);
  for (const i of rows) {
    const bin = bins[i] ?? 0;
    sumG[bin] = (sumG[bin] ?? 0) + (gradient[i] ?? 0);
    sumH[bin] = (sumH[bin] ?? 0) + (hessian[i] ?? 0);
    count[bin] = (count[bin] ?? 0) + 1;
  }
  return { sumG, sumH, count };
}

/** Thresholds between distinct quantiles, at most BINS − 1. */
function binEdges(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  const distinct = [...new Set(sorted)];
  if (distinct.length <= BINS)
    return distinct.slice(0, -1).map((value, i) => round((value + (distinct[i + 1] ?? value)) / 2));
  const edges = Array.from({ length: BINS - 1 }, (_, i) =>
    round(sorted[Math.floor(((i + 1) * sorted.length) / BINS)] ?? 0),
  );
  return [...new Set(edges)];
}

function binOf(edges: readonly number[], value: number): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value <= (edges[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function walk(tree: readonly TreeNode[], row: readonly number[]): number {
  let node = tree[0];
  while (node && node[0] >= 0) node = tree[(row[node[0]] ?? 0) <= node[1] ? node[2] : node[3]];
  return node?.[1] ?? 0;
}

function round(value: number): number {
  return Number(value.toPrecision(5));
}

function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
