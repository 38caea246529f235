import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LINK_FROM } from './choose-product.ts';
import { compareTexts } from './compare.ts';
import { type Goods, productText } from './product-text.ts';
import { scoredAnswer, wordCounts } from './score.ts';

const named = (name: string, over: Partial<Goods> = {}): Goods => ({
  name,
  ...over,
});
const compareProducts = (left: Goods, right: Goods) =>
  compareTexts(productText(left), productText(right));
const scored = (left: Goods, right: Goods) =>
  scoredAnswer(productText(left), productText(right), wordCounts().rarity);
const same = (left: Goods, right: Goods) => compareProducts(left, right).same;

describe('evidence', () => {
  test('treats an equal GTIN as the same product, in any form', () => {
    const answer = compareProducts(
      named('Nutella 400g', { gtin: '0009800895007' }),
      named('Hazelnut spread', { gtin: '009800895007', brand: 'Nutella' }),
    );
    expect(answer).toMatchObject({ same: true, confidence: 0.99 });
  });

  test.each([
    ['Banksia Floor Lamp', 'Wattle Filing Cabinet'],
    ['Banksia Floor Lamp Black', 'Wattle Filing Cabinet Black'],
    ['Apricot Body Scrub', 'Chilli Relish'],
  ])('doubts one barcode on %s and %s, which share no word', (left, right) => {
    const gtin = '5702017416243';
    const answer = compareProducts(named(left, { gtin }), named(right, { gtin }));
    expect(answer).toMatchObject({ same: false, because: ['same barcode, but no word in common'] });
  });

  test('separates two GTINs, and ignores an invalid one', () => {
    const left = named('LEGO City Police Car', { gtin: '5702017416243', price: 15 });
    expect(same(left, named('LEGO City Police Car', { gtin: '5702017416236', price: 15 }))).toBe(
      false,
    );
    expect(same(left, named('LEGO City Police Car', { gtin: '5702017416240', price: 15 }))).toBe(
      true,
    );
  });

  test.each([
    ['Coca-Cola 24 x 375mL', 'Coca-Cola 10 x 375mL', '24 × 375 mL'],
    ['Vegemite 380g', 'Vegemite 560g', '380 g'],
    ['Apple iPhone 15 128GB Black', 'Apple iPhone 15 256GB Black', '128 GB'],
    ['Gillette blades 4 pack', 'Gillette blades 8 pack', '4 pieces'],
  ])('%s is not %s', (left, right, because) => {
    const answer = compareProducts(named(left), named(right));
    expect(answer.same).toBe(false);
    expect(answer.because.join()).toContain(because);
  });

  test('own brands of two shops are two products, in the name or beside it', () => {
    const ours = named('Raw Sugar 2kg', { brand: 'Coles' });
    expect(same(ours, named('Raw Sugar 2kg', { brand: 'Woolworths' }))).toBe(false);
    expect(same(ours, named('Aldi Raw Sugar 2kg', {}))).toBe(false);
    expect(same(ours, named('Coles Raw Sugar 2kg', {}))).toBe(true);
  });
});

describe('words that only one name has', () => {
  const priced = (left: string, right: string) =>
    compareTexts(productText(named(left, { price: 30 })), productText(named(right, { price: 32 })));

  test('matches names that describe one product with words in different places', () => {
    const answer = priced(
      'Finish Powerball Ultimate Dishwashing Tablets Lemon 46 Pack',
      'Finish Ultimate Dishwasher Tablets Lemon Sparkle 46 pack',
    );
    expect(answer).toMatchObject({ same: true, method: 'words' });
    expect(answer.confidence).toBeLessThan(0.9);
  });

  test('trusts a short model number in both names over descriptions', () => {
    expect(
      priced(
        'Sunbeam Cafe Press Sandwich Press 4 Slice GR6450',
        'Sunbeam GR6450 4 Slice Compact Cafe Press',
      ),
    ).toMatchObject({ same: true, method: 'model' });
  });

  test.each([
    ['Bosch Corded Impact Drill GSB600RE', 'Bosch GSB600RE Professional Rotary Drill'],
    ['Bose Wireless Headphones QC45A1', 'Bose QC45A1B Premium Noise Cancelling Headphones'],
  ])('answers by the model number without linking: %s, %s', (left, right) => {
    const answer = priced(left, right);
    expect(answer).toMatchObject({ same: true, method: 'model' });
    expect(answer.confidence).toBeLessThan(LINK_FROM);
  });
});

describe('stated differences', () => {
  test.each([
    ['Apple iPhone 15 128GB Black', 'Apple iPhone 15 128GB Blue', 'different colours'],
    ['Apple iPhone 15 128GB', 'Apple iPhone 15 Pro 128GB', 'only one is "pro"'],
    ['Sony WH-1000XM5 Black', 'Sony WH-1000XM4 Black', 'another generation'],
    [
      'MacBook Air 13" M3 256GB Midnight',
      'MacBook Air 13-inch M2 256GB Midnight',
      'another generation',
    ],
    ['MacBook Air 13 M3 8GB 256GB', 'MacBook Air 13 M3 16GB 256GB', 'different memory'],
    ['LG 55 Inch C4 OLED TV', 'LG 65 Inch C4 OLED TV', 'different sizes'],
    ['Apple Watch SE 40mm', 'Apple Watch SE 44mm', 'different sizes'],
    [
      'Samsung 55 Inch Q80D 4K QLED TV QA55Q80DAWXXY',
      'Samsung 55" Q80C QLED 4K TV',
      'another model of the series',
    ],
    ["Nike Pegasus 41 Men's", "Nike Pegasus 41 Women's", 'made for'],
    ['Breville Barista Express BES870BSS', 'Breville Barista Pro BES878BSS', 'another generation'],
  ])('%s is not %s', (left, right, because) => {
    const answer = compareProducts(
      named(left, { brand: 'Maker' }),
      named(right, { brand: 'Maker' }),
    );
    expect(answer.same).toBe(false);
    expect(answer.because.join()).toContain(because);
  });
});

describe('supermarket goods and toys', () => {
  const at = (name: string, price: number, quantity: number | null = null) =>
    named(name, { price, quantity });
  test.each([
    ['A2 Milk Full Cream Uht Milk', 'a2 full cream milk 1l', 1, 'only one is "uht"'],
    ['White Wings Self Raising Flour', 'coles self raising flour 500g', 0.5, 'cole'],
    ['Kikkoman Soy Sauce', 'kikkoman soy sauce 1l', 0.25, 'different contents'],
  ])('%s is not %s', (left, right, quantity, because) => {
    const answer = compareProducts(at(left, 5, quantity), at(right, 5));
    expect(answer.same).toBe(false);
    expect(answer.because.join()).toContain(because);
  });
});

const word = fc.oneof(
  fc.constantFrom(
    'sony',
    'milk',
    '1L',
    '256GB',
    'WH-1000XM5',
    'black',
    'Men’s',
    '6 x 375mL',
    '15.6"',
    '"@en',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
const anyProduct = fc.record({
  name: text,
  brand: fc.option(text),
  model: fc.option(text),
  description: fc.option(text),
  price: fc.option(fc.double()),
  quantity: fc.option(fc.double()),
  gtin: fc.option(fc.string({ maxLength: 15 })),
});

test('compares symmetrically, with a confidence from 0.5 to 1', () => {
  fc.assert(
    fc.property(anyProduct, anyProduct, (left, right) => {
      for (const compare of [compareProducts, scored]) {
        const answer = compare(left, right);
        const swapped = compare(right, left);
        expect(swapped.same).toBe(answer.same);
        expect(swapped.confidence).toBe(answer.confidence);
        expect(answer.confidence >= 0.5 && answer.confidence <= 1).toBe(true);
        expect(answer.because.length).toBeGreaterThan(0);
      }
    }),
    { numRuns: 400 },
  );
});

test('limits long names to the maximum length', () => {
  const long = 'wh1000xm5 black 256gb '.repeat(5_000);
  const compared = (text: string) =>
    compareProducts(named(text, { description: text }), named(`x${text}`, { description: text }));
  expect(compared(long)).toEqual(compared(long.slice(0, 2_000)));
});
