import { expect, test } from 'vitest';
import { formatWeights, learnedWeights, parseWeights, probability } from './learned-weights.ts';
import { pairFeatures } from './pair-features.ts';
import { productText } from './product-text.ts';

test('computes every feature of the shipped weights', () => {
  const { model } = learnedWeights();
  const text = productText({ name: 'Sony WH-1000XM5' });
  const features = pairFeatures(text, text, { weightOf: () => 1, leftoverOf: () => 0 });
  expect(model.features.filter((name) => !(name in features))).toEqual([]);
  expect(model.trees.length).toBeGreaterThan(0);
});

test('reads back the weights it writes', () => {
  const weights = learnedWeights();
  expect(parseWeights(formatWeights(weights))).toEqual(weights);
  expect(() => parseWeights('nonsense\t1')).toThrow('unknown line kind');
});

test("goes left at a tree's threshold and right above it", () => {
  const model = {
    features: ['x'],
    base: 0,
    trees: [
      [
        [0, 0.5, 1, 2],
        [-1, -2, 0, 0],
        [-1, 2, 0, 0],
      ],
    ] as const,
  };
  expect(probability(model, [0.5])).toBeCloseTo(1 / (1 + Math.exp(2)));
  expect(probability(model, [0.51])).toBeCloseTo(1 / (1 + Math.exp(-2)));
});
