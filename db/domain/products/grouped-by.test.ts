import { expect, test } from 'vitest';
import { groupedBy } from './grouped-by.ts';

test.each([
  ['gtin', 'Milo 400g', 'matched by barcode'],
  ['model', 'Breville BES870', 'matched by model number'],
  ['title', 'Milo 400g', 'matched by brand, name and size (400 g)'],
  ['title', 'Pura Milk 3L', 'matched by brand, name and size (3 L)'],
  ['title', 'Soft Drink 4 x 1.25L', 'matched by brand, name and size (4 × 1.25 L)'],
  ['title', 'Breville Smart Kettle', 'matched by brand and name'],
  ['operator', 'Milo 400g', 'matched by hand'],
  ['new', 'Milo 400g', 'first shop we found it at'],
])('a link by %s of %s: %s', (method, name, words) => {
  expect(groupedBy({ method, name })).toBe(words);
});
