import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CATEGORIES, categoryOfSlug } from './categories/category.ts';
import { categoryPath, productIdIn, productPath, slugOf } from './public-path.ts';

test.each([
  ['Breville Bambino Plus', 'breville-bambino-plus'],
  ['Café & Küche 2.0', 'cafe-and-kuche-2-0'],
  ['  "65” OLED / TV"  ', '65-oled-tv'],
  ['咖啡机', ''],
  ['', ''],
])('slug of %s: %s', (text, slug) => {
  expect(slugOf(text)).toBe(slug);
});

test('a slug is short, cut between words and safe in an address', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), (text) => {
      expect(slugOf(text)).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
      expect(slugOf(text).length).toBeLessThanOrEqual(80);
    }),
  );
  expect(slugOf(`${'word '.repeat(15)}beyond the end`)).toBe(`${'word-'.repeat(14)}word`);
});

describe("a product's address", () => {
  test('leads back to its id after a change of name', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.string(), (id, name) => {
        const segment = productPath(id, name).replace('/products/', '');
        expect(productIdIn(segment)).toBe(id);
        expect(productIdIn(`another-name-${segment.slice(-26)}`)).toBe(id);
        expect(productIdIn(segment.toUpperCase())).toBe(id);
      }),
    );
  });

  test.each([
    ['0190a000-0000-7000-8000-000000000000', '0190a000-0000-7000-8000-000000000000'],
    ['breville-bambino', null],
    // More than 128 bits.
    ['kettle-zzzzzzzzzzzzzzzzzzzzzzzzzz', null],
    // A letter that is no digit, and a code joined to the word before.
    ['kettle-0000000000000000000000000u', null],
    ['kettle00000000000000000000000000', null],
    ['', null],
  ])('%s names %s', (segment, id) => {
    expect(productIdIn(segment)).toBe(id);
  });
});

test('every category has an address of its own that leads back to it', () => {
  const paths = CATEGORIES.map((name) => categoryPath(name));
  expect(new Set(paths).size).toBe(CATEGORIES.length);
  for (const [index, path] of paths.entries()) {
    expect(categoryOfSlug(path.replace('/categories/', ''))).toBe(CATEGORIES[index]);
  }
  expect(categoryPath('Coffee Machines', 2)).toBe('/categories/coffee-machines/2');
  expect(categoryOfSlug('nonsense')).toBeNull();
});
