import { expect, test } from 'vitest';
import { groupedBy } from './grouped-by.ts';

test.each([
  ['gtin', 'Milo 400g', 'grouped by barcode'],
  ['model', 'Breville BES870', 'grouped by model number'],
  ['title', 'Milo 400g', 'grouped by brand, name and 400 g'],
  ['title', 'Pura Milk 3L', 'grouped by brand, name and 3 L'],
  ['title', 'Soft Drink 4 x 1.25L', 'grouped by brand, name and 4 × 1.25 L'],
  ['title', 'Breville Smart Kettle', 'grouped by brand and name'],
  ['operator', 'Milo 400g', 'grouped by hand'],
  ['new', 'Milo 400g', 'first shop we found it at'],
])('a link by %s of %s: %s', (method, name, words) => {
  expect(groupedBy({ method, name })).toBe(words);
});
