/* Matching on whole shelves: our labelled pairs, near-misses of catalogue names, and part of a demo world. */
import { expect, test } from 'vitest';
import {
  byRules,
  byScore,
  judged,
  type LabelledPair,
  ownBatches,
  rulePairs,
} from '../../tests/bench/match-pairs.ts';
import { demoOffers, groupOffers } from '../../tests/support/matching/demo-offers.ts';
import { derivedPairs } from '../../tests/support/matching/derived-pairs.ts';
import { nearMisses } from '../../tests/support/matching/near-misses.ts';
import { LINK_FROM } from './choose-product.ts';
import { compareTexts } from './compare.ts';
import { type ProductText, productText } from './product-text.ts';

/** What the command line calls one product, what the rules do, and what the crawl links. */
const MATCHERS = {
  cli: byScore([]),
  rules: byRules,
  link: (left: ProductText, right: ProductText) => {
    const { same, confidence } = compareTexts(left, right);
    return same && confidence >= LINK_FROM;
  },
};

test('matches 2,639 of the 2,902 pairs of one product in our labelled pairs, and 13 wrongly', () => {
  const { right, wrong } = judged(ownBatches.flat(), byScore(ownBatches.flat()));
  expect(wrong).toBeLessThanOrEqual(13);
  expect(right).toBeGreaterThanOrEqual(2_639);
});

test.each(rulePairs)('$rule: $left.name, $right.name', ({ left, right, matcher, same }) => {
  expect(MATCHERS[matcher](productText(left), productText(right))).toBe(same);
});

test.each([
  ['our pairs', (pairs: LabelledPair[]) => pairs],
  ['the pairs that follow from our labels', derivedPairs],
])('links none of %s wrongly', (_which, pairsOf) => {
  const pairs = ownBatches.flatMap(pairsOf);
  const wrong = pairs.filter(({ left, right, same }) => {
    const found = compareTexts(productText(left), productText(right));
    return !same && found.same && found.confidence >= LINK_FROM;
  });
  expect(wrong).toEqual([]);
});

test('matches no near-miss of a catalogue name', () => {
  const isSame = byScore([]);
  const wrong = [1, 2, 3, 4, 5].flatMap((seed) =>
    nearMisses(seed, 1_000).filter(({ left, right }) =>
      isSame(productText(left), productText(right)),
    ),
  );
  expect(wrong).toEqual([]);
});

test('groups a tenth of a demo world without a false merge', () => {
  const { falseMerges, complete } = groupOffers(
    demoOffers(7, new Date('2026-11-20T02:00:00Z'), 0.1),
  );
  expect(falseMerges).toEqual([]);
  expect(complete).toBeGreaterThan(0.95);
});
