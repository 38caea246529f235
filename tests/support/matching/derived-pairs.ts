import { compareTexts } from '#worker/match/compare.ts';
import { type Goods, productText } from '#worker/match/product-text.ts';
import type { LabelledPair } from '../../bench/match-pairs.ts';

/** Least confidence at which two wordings in one set count as one product. */
const ONE_PRODUCT = 0.95;

const idOf = ({ name, quantity }: Goods) => `${name}\n${quantity ?? ''}`;
const keyOf = (one: string, other: string) => [one, other].sort().join('\n\n');

/**
 * The pairs of wordings that follow from the labels of one set: all wordings of a product are equal, and each differs from all wordings of
 * a product that a label tells apart. Labels of different pairs often repeat a shop's wording; these pairs are worded by two shops.
 */
export function derivedPairs(pairs: readonly LabelledPair[]): LabelledPair[] {
  const labels = new Map(
    pairs.map(({ left, right, same }) => [keyOf(idOf(left), idOf(right)), same]),
  );
  const goods = new Map(
    pairs.flatMap(({ left, right }) => [left, right]).map((one) => [idOf(one), one]),
  );
  const wordingsOf = groupsOf(goods, pairs, labels);
  const derived = new Map<string, LabelledPair>();
  for (const { left, right, ...pair } of pairs) {
    for (const one of wordingsOf(idOf(left))) {
      for (const other of wordingsOf(idOf(right))) {
        const [a, b] = [goods.get(one), goods.get(other)];
        const key = keyOf(one, other);
        if (a && b && a !== b && !labels.has(key)) derived.set(key, { ...pair, left: a, right: b });
      }
    }
  }
  return [...derived.values()];
}

/** Groups the wordings of one product: by labels, and where the rules are sure and no label tells them apart. */
function groupsOf(
  goods: ReadonlyMap<string, Goods>,
  pairs: readonly LabelledPair[],
  labels: ReadonlyMap<string, boolean>,
) {
  const groups = new Map([...goods.keys()].map((id) => [id, new Set([id])]));
  const wordingsOf = (id: string) => groups.get(id) ?? new Set<string>();
  const join = (one: string, other: string) => {
    const joined = wordingsOf(one).union(wordingsOf(other));
    for (const id of joined) groups.set(id, joined);
  };
  const areApart = (one: string, other: string) =>
    [...wordingsOf(one)].some((a) =>
      [...wordingsOf(other)].some((b) => labels.get(keyOf(a, b)) === false),
    );
  for (const { left, right, same } of pairs) if (same) join(idOf(left), idOf(right));
  const texts = [...goods].map(([id, one]) => ({ id, text: productText(one) }));
  for (const [index, { id, text }] of texts.entries()) {
    for (const { id: other, text: otherText } of texts.slice(index + 1)) {
      if (text.words[0] !== otherText.words[0] || wordingsOf(id).has(other)) continue;
      const { same, confidence } = compareTexts(text, otherText);
      if (same && confidence >= ONE_PRODUCT && !areApart(id, other)) join(id, other);
    }
  }
  return wordingsOf;
}
