import { expect, test } from 'vitest';
import { groupedBy } from './grouped-by.ts';

test.each([
  ['gtin', 'Milo 400g', 'same barcode'],
  ['model', 'Breville BES870', 'same model number'],
  ['title', 'Milo 400g', 'same brand, name and 400 g'],
  ['title', 'Pura Milk 3L', 'same brand, name and 3 L'],
  ['title', 'Soft Drink 4 x 1.25L', 'same brand, name and 4 × 1.25 L'],
  ['title', 'Breville Smart Kettle', 'same brand and name'],
  ['operator', 'Milo 400g', 'matched by hand'],
  ['new', 'Milo 400g', 'found here first'],
])('a link by %s of %s: %s', (method, name, words) => {
  expect(groupedBy({ method, name })).toBe(words);
});
