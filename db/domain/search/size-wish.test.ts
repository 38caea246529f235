import { expect, test } from 'vitest';
import { nearAmount, sizeWishOf, suitsWish } from './size-wish.ts';

test.each([
  ['tv for a small bedroom', 'small'],
  ['tv for the bedroom', 'small'],
  ['large microwave', 'large'],
  ['air fryer for a family of five', 'large'],
  ['fridge for a small family room', 'small'],
  ['65 inch tv', null],
  ['kettle', null],
])('"%s" wishes for %s', (query, wish) => {
  expect(sizeWishOf(query)).toBe(wish);
});

const sized = (category: string, ...sizes: string[]) => ({ category, sizes });

test('rates the smallest best for a wish for small ones, the largest for large ones', () => {
  const [small, medium, large] = [sized('TVs', '35″'), sized('TVs', '55″'), sized('TVs', '75″')];
  const unknown = sized('TVs');
  const suits = suitsWish([large, unknown, small, medium], 'small');
  expect([small, medium, large, unknown].map((tv) => suits.get(tv))).toEqual([1, 0.5, 0, 0.5]);
  expect(suitsWish([small, large], 'large').get(large)).toBe(1);
});

test('takes sizes by their order, so that one of double the others makes no other small', () => {
  const washers = ['7 kg', '12 kg', '25 kg'].map((size) => sized('Home Appliances', size));
  expect([...suitsWish(washers, 'large').values()]).toEqual([0, 0.5, 1]);
});

test('compares litres with millilitres, and ignores less common units', () => {
  const [bar, tall, odd] = [
    sized('Home Appliances', '900 mL'),
    sized('Home Appliances', '500 L'),
    sized('Home Appliances', '9 kg'),
  ];
  expect([...suitsWish([bar, tall, odd], 'large').values()]).toEqual([0, 1, 0.5]);
});

test('measures machines only, not eggs', () => {
  expect(suitsWish([sized('Groceries', '1 L'), sized('Groceries', '3 L')], 'large').size).toBe(0);
});

test('rates the sizes nearest to an amount best', () => {
  const bags = ['4 kg', '500 g', '10 kg', '5 L'].map((size) => sized('Pet Food', size));
  const near = [...nearAmount(bags, ['5kg']).values()];
  expect(near.map((rate) => Math.round(rate * 10) / 10)).toEqual([0.7, 0, 0, 0]);
  expect(nearAmount(bags, ['2 pack']).size).toBe(0);
});
