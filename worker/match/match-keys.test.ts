import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchKeys } from './match-keys.ts';
import { canonicalModel, type Goods, productText } from './product-text.ts';

const keys = (name: string, over: Partial<Goods> = {}) => matchKeys(productText({ name, ...over }));
const titleKey = (name: string, over: Partial<Goods> = {}) =>
  keys(name, over).matchKeys.find((key) => key.startsWith('t:'));

describe('the titles of different shops for one exact variant', () => {
  test.each([
    [
      'Breville',
      'Breville Barista Express Espresso Machine Stainless Steel',
      'BREVILLE Barista Express Coffee Machine - S/Steel',
      'Breville Barista Express Stainless Steel (BES870BSS)',
      'Breville BES870BSS Barista Express Espresso Machine, Stainless Steel',
      'Barista Express (Stainless Steel) by Breville',
    ],
    [
      'Apple',
      'Apple iPhone 15 Smartphone 128GB Black',
      'apple iphone 15 128gb black',
      'Apple iPhone 15, 128 GB, Black',
      'Apple iPhone 15 Black 128GB - Unlocked',
    ],
    [
      'Pauls',
      'Pauls Zymil Lactose Free Full Cream Milk 2L',
      'pauls zymil full cream lactose free 2 L',
      'Pauls Zymil Lactose Free Full Cream | 2 litre',
    ],
    [
      'Coca-Cola',
      'Coca-Cola Classic 24 x 375mL',
      'Coca-Cola Classic 24x375ml',
      'Coca-Cola Classic 375mL x 24 Pack',
    ],
    [
      'Nike',
      "Nike Pegasus 41 Running Shoes Men's Black/White",
      'NIKE Pegasus 41 Mens Black/White',
      "Nike Pegasus 41 - Men's Black/White FD2722MBW",
    ],
    ['Asus', 'Asus Vivobook 16" 8GB/512GB Laptop', 'ASUS Vivobook 16 inch Notebook 8 GB/512 GB'],
    [
      'Stanley',
      'Stanley Quencher H2.0 Tumbler 887mL Charcoal',
      'Stanley Quencher H2.0 Tumbler - 887mL Charcoal 10-10827887CH',
    ],
    [
      'Sennheiser',
      'Sennheiser Accentum Plus Headphones White',
      'Sennheiser Accentum Plus White Headphones (ACPAEBTWH)',
    ],
    ['Asmodee', 'Asmodee Dobble Card Game', 'ASMODEE Card Game Dobble'],
  ])('%s', (brand, first, ...others) => {
    for (const other of others)
      expect([other, titleKey(other, { brand })]).toEqual([
        other,
        titleKey(first, { brand }) ?? expect.any(String),
      ]);
  });
});

describe('variants never share a key', () => {
  test.each([
    ['Apple iPhone 15 128GB Black', 'Apple iPhone 15 256GB Black'],
    ['Apple iPhone 15 128GB Black', 'Apple iPhone 15 128GB Blue'],
    ['Apple iPhone 15 128GB Black', 'Apple iPhone 15 Pro 128GB Black'],
    ['Apple iPhone 15 128GB Black', 'Apple iPhone 16 128GB Black'],
    ['Apple Watch SE 40mm Midnight', 'Apple Watch SE 44mm Midnight'],
    ["Nike Pegasus 41 Men's Black/White", "Nike Pegasus 41 Women's Black/White"],
    ["Nike Pegasus 41 Men's Black/White", "Nike Pegasus 41 Men's White/Black"],
    ['Samsung Galaxy Tab A9 64GB', 'Samsung Galaxy Tab A9+ 64GB'],
    ['Pauls Full Cream Milk 1L', 'Pauls Full Cream Milk 2L'],
    ['Coca-Cola 24 x 375mL', 'Coca-Cola 375mL'],
    ['LG OLED C4 4K TV 55"', 'LG OLED C4 4K TV 65"'],
    ['HP 67XL Ink Cartridge Black', 'HP 67 Ink Cartridge Black'],
  ])('%s, %s', (left, right) => {
    expect(titleKey(left)).not.toBe(titleKey(right));
    const model = { brand: 'Maker', model: 'AB1234' };
    expect(titleKey(left, model)).not.toBe(titleKey(right, model));
  });

  test('gives two model keys to two storages or colours of one model number', () => {
    const key = (name: string) => keys(name, { brand: 'Samsung', model: 'SM-S921B' }).modelKey;
    expect(key('Galaxy S24 128GB Black')).toBe('samsung|sms921b|128gb black');
    expect(key('Galaxy S24 256GB Black')).not.toBe(key('Galaxy S24 128GB Black'));
    expect(key('Galaxy S24 128GB Violet')).not.toBe(key('Galaxy S24 128GB Black'));
  });

  test('treats a variant stated next to the title as part of it', () => {
    expect(titleKey('Galaxy S24', { brand: 'Samsung', variant: 'Black / 256 GB' })).toBe(
      titleKey('Samsung Galaxy S24 Black 256GB', { brand: 'Samsung' }),
    );
  });
});

test('writes contents in base units, as in stored keys', () => {
  expect(titleKey('Pura Full Cream Milk 3L')).toContain('3000ml');
  expect(titleKey('Cola 4 x 1.25L')).toContain('4×1250ml');
  expect(titleKey('Rice 1kg')).toContain('1000g');
});

test('requires a digit and a minimum length of a model number', () => {
  expect(canonicalModel('WH-1000XM5/B')).toBe('wh1000xm5b');
  expect(canonicalModel('X1')).toBeNull();
  expect(canonicalModel('Default')).toBeNull();
});

test('gives any title keys, independent of word order', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.option(fc.string()), (name, mpn) => {
      keys(name, { model: mpn });
    }),
  );
  const words = fc.uniqueArray(
    fc.constantFrom('galaxy', 'buds', 'pro', 'case', 'silicone', 'rugged', '256gb'),
    { minLength: 2 },
  );
  fc.assert(
    fc.property(words, (list) => {
      const key = (parts: string[]) => titleKey(parts.join(' '), { brand: 'Samsung' });
      expect(key(list.toReversed())).toBe(key(list));
    }),
  );
});
