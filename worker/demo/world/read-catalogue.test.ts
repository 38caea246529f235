import { expect, test } from 'vitest';
import { hasCheckDigit } from '#domain/products/gtin.ts';
import { readCatalogue, readCategory } from './read-catalogue.ts';

test('a line becomes one product for each combination of its options', () => {
  const text = `# Phones | electronics | Smartphone
Apple | iPhone 15 | A1 | 1249 | storage: 128GB, 256GB+150; colour: Black, Blue | Chip: A16`;
  const products = readCategory('phones', text);
  expect(
    products.map(({ options, usualCents, mpn }) => [
      Object.values(options).join(' '),
      usualCents,
      mpn,
    ]),
  ).toEqual([
    ['128GB Black', 124900, 'A1128BL'],
    ['128GB Blue', 124900, 'A1128BL'],
    ['256GB Black', 139900, 'A1256BL'],
    ['256GB Blue', 139900, 'A1256BL'],
  ]);
  expect(new Set(products.map(({ family }) => family)).size).toBe(1);
  expect(products[0]?.facts).toEqual({ Chip: 'A16' });
});

test('a pack may have shrunk, at the same price', () => {
  const [product] = readCategory(
    'c',
    '# C | grocery | Cereal\nA | B | | | size: 1.12kg<1.2kg=8.00 |',
  );
  expect(product?.pack).toEqual({ count: 1, amount: 1.12, unit: 'kg' });
  expect(product?.shrunk?.before).toEqual({ count: 1, amount: 1.2, unit: 'kg' });
  expect(product?.usualCents).toBe(800);
});

test('refuses a line without a price by name', () => {
  expect(() => readCategory('c', '# C | grocery | Cereal\nA | B | | | colour: Red |')).toThrow(
    /no price in "A \| B/,
  );
});

test('the catalogue holds thousands of products with valid GTINs', () => {
  const products = readCatalogue();
  expect(products.length).toBeGreaterThan(3000);
  const gtins = products.map(({ gtin }) => gtin).filter((gtin) => gtin !== null);
  expect(gtins.length).toBeGreaterThan(2500);
  for (const gtin of gtins) expect(hasCheckDigit(gtin), gtin).toBe(true);
  for (const { id, usualCents } of products) {
    expect(usualCents, id).toBeGreaterThan(50);
    expect(usualCents, id).toBeLessThan(800_000);
  }
});
