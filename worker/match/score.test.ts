import { expect, test } from 'vitest';
import { type Goods, productText } from './product-text.ts';
import { scoredAnswer, wordCounts } from './score.ts';

const answer = (left: string, right: string, over: Partial<Goods> = {}) =>
  scoredAnswer(
    productText({ name: left, ...over }),
    productText({ name: right, ...over }),
    wordCounts().rarity,
  );

test('says yes to one model number', () => {
  const found = answer(
    'Galah countertop oven DDX497WH',
    'Galah DDX497W oven for benches, 1200 watts',
  );
  expect(found).toMatchObject({ answer: 'yes', same: true });
});

test('makers and model numbers that contradict outweigh any number of common words', () => {
  const words = 'countertop convection oven with grill rotisserie timer and glass door white';
  const found = answer(`brolga tx480 ${words}`, `galah hd77c ${words}`);
  expect(found.answer).not.toBe('yes');
  expect(found.because).toContain('different model numbers');
});

test('says unsure where some words agree and nothing contradicts', () => {
  const found = answer('Galah Juniper Floor Lamp Tall Brass', 'Galah Juniper Reading Lamp');
  expect(found.answer).toBe('unsure');
});

test('says no to names without anything in common', () => {
  expect(answer('Galah Desk Lamp', 'Brolga Tent Peg Mallet').answer).toBe('no');
});

test('a word of few names counts more than one of many', () => {
  const counts = wordCounts();
  for (let nth = 0; nth < 500; nth += 1)
    counts.add(productText({ name: `Galah Lamp${String.fromCharCode(97 + (nth % 26))} ${nth}` }));
  expect(counts.rarity('zephyrine')).toBeGreaterThan(counts.rarity('galah'));
});
