/* Matching on whole shelves: our labelled pairs, near-misses of catalogue names, and part of a demo world. */
import { expect, test } from 'vitest';
import { judged, type LabelledPair, ownPairs, ownSets } from '../../tests/bench/match-pairs.ts';
import { demoOffers, groupOffers } from '../../tests/support/matching/demo-offers.ts';
import { derivedPairs } from '../../tests/support/matching/derived-pairs.ts';
import { nearMisses } from '../../tests/support/matching/near-misses.ts';
import { LINK_FROM } from './choose-product.ts';
import { compareTexts } from './compare.ts';
import { learnedWeights } from './learned-weights.ts';
import { productText } from './product-text.ts';

test.each([
  ['blind', 0, 0.95],
  ['seen', 0, 0.95],
  ['later', 0, 0.88],
  ['newest', 0, 0.88],
  ['fresh', 0, 0.93],
  ['open', 0, 0.9],
  ['held', 0, 0.68],
  ['open2', 4, 0.9],
  ['held2', 1, 0.85],
  ['open3', 1, 0.75],
  ['held3', 2, 0.78],
  ['open4', 1, 0.7],
  ['held4', 0, 0.7],
  ['open6', 0, 0.82],
  ['held6', 1, 0.85],
  ['open7', 0, 0.93],
  ['open8', 0, 0.92],
  ['held8', 1, 0.85],
  ['open9', 0, 0.95],
  ['held9', 2, 0.8],
  ['open10', 5, 0.85],
  ['blind2', 0, 0.93],
  ['blind3', 0, 0.88],
  ['blind4', 0, 0.88],
  ['shops', 1, 0.8],
] as const)(
  'matches our %s pairs with at most %i wrong and more than %d found',
  (which, wrongly, least) => {
    const { right, wrong, missed } = judged(ownPairs(which), learnedWeights());
    expect(wrong).toBeLessThanOrEqual(wrongly);
    expect(right / (right + missed)).toBeGreaterThan(least);
  },
);

test.each([
  ['our pairs', (pairs: LabelledPair[]) => pairs],
  ['the pairs that follow from our labels', derivedPairs],
])('links none of %s wrongly', (_which, pairsOf) => {
  const pairs = ownSets.flatMap((set) => pairsOf(ownPairs(set)));
  const wrong = pairs.filter(({ left, right, same }) => {
    const found = compareTexts(productText(left), productText(right), null);
    return !same && found.same && found.confidence >= LINK_FROM;
  });
  expect(wrong).toEqual([]);
});

test('matches no near-miss of a catalogue name', () => {
  const wrong = [1, 2, 3, 4, 5].flatMap((seed) =>
    nearMisses(seed, 1_000).filter(
      ({ left, right }) => compareTexts(productText(left), productText(right)).same,
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

test.each([
  ['Ryobi 1800 PSI Pressure Washer', 'Ryobi 2000 PSI Pressure Washer'],
  ['Day Night Blind 120 x 210 cm White', 'Day Night Blind 210 x 120 cm White'],
])('separates %s from %s', (left, right) => {
  expect(compareTexts(productText({ name: left }), productText({ name: right })).same).toBe(false);
});
