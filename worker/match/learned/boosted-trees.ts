/** One split: feature index, threshold (≤ goes left), children; a leaf has feature −1 and its value in `threshold`. */
export type TreeNode = readonly [feature: number, threshold: number, left: number, right: number];

/** Gradient-boosted trees for a yes or no: the sum of the leaves is the log-odds. */
export interface BoostedTrees {
  features: readonly string[];
  base: number;
  trees: readonly (readonly TreeNode[])[];
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
