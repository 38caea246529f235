import { expect, test } from 'vitest';
import { hasSpecs, specFacetsOf } from './spec-facets.ts';

const facetsOf = (...products: string[][]) => {
  const all = products.map((specs, nth) => ({ model: `model ${nth}`, specs }));
  return specFacetsOf(all, () => all);
};
const fridge = (litres: number) => [`Capacity: ${litres} L`];
const labels = (facets: ReturnType<typeof facetsOf>) =>
  facets.map(({ name, values }) => [
    name,
    ...values.map(({ value, count }) => `${value} ${count}`),
  ]);

test('lists the values of specifications that 60 % of the models state', () => {
  const coffees = [['Roast: Dark', 'Origin: Peru'], ['Roast: Dark'], ['Roast: Medium'], [], []];
  expect(labels(facetsOf(...coffees))).toEqual([['Roast', 'Dark 2', 'Medium 1']]);
  expect(facetsOf(...coffees, [])).toEqual([]);
});

test('leaves out what all products share, what other filters hold, and texts of every product its own', () => {
  const products = Array.from({ length: 20 }, (_, nth) => [
    'Warranty: 2 years',
    `Brand: ${nth % 2 ? 'Kite' : 'Wattle'}`,
    `Code: X${nth}`,
    `Item: ${661_400 + nth}`,
  ]);
  expect(facetsOf(...products)).toEqual([]);
});

test('orders amounts, and reads them without what follows', () => {
  const screens = ['16 inch 165 Hz', '14 inch OLED', '16 Inch 240 Hz'];
  expect(labels(facetsOf(...screens.map((screen) => [`Screen: ${screen}`])))).toEqual([
    ['Screen', '14 inch 1', '16 inch 2'],
  ]);
  const ages = facetsOf(['Age: 10+'], ['Age: 3+'], ['Age: 3+']);
  expect(labels(ages)).toEqual([['Age', '3+ 2', '10+ 1']]);
});

test('divides many amounts into ranges, each product in one', () => {
  const [capacity] = facetsOf(
    ...[90, 120, 240, 310, 400, 420, 480, 506, 637, 650, 655].map(fridge),
  );
  expect(labels(capacity ? [capacity] : [])).toEqual([
    [
      'Capacity',
      'Under 250 L 3',
      '250 to under 400 L 1',
      '400 to under 500 L 3',
      '500 to under 650 L 2',
      '650 L or more 2',
    ],
  ]);
});

test('a product passes by one value of each chosen specification', () => {
  const specs = ['Capacity: 637 L', 'Colour: White'];
  expect(hasSpecs(specs, ['Capacity: 600 to under 650 L'])).toBe(true);
  expect(hasSpecs(specs, ['Capacity: 650 L or more', 'Capacity: 637 L'])).toBe(true);
  expect(hasSpecs(specs, ['Capacity: Under 637 L'])).toBe(false);
  expect(hasSpecs(specs, ['Capacity: 637 L', 'Colour: Black'])).toBe(false);
  expect(hasSpecs(specs, ['Capacity: 637 L', 'Colour: Black'], 'Colour')).toBe(true);
  expect(hasSpecs([], ['Colour: Black'])).toBe(false);
});
