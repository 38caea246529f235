import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '../money.ts';
import { parsePackSize } from '../pack/pack-size.ts';
import { MOST_LINES, readLines, readPaidLines } from './docket-lines.ts';
import { type DocketOffer, lineOptions } from './line-options.ts';

describe('a line', () => {
  test.each([
    ['2 L milk', 'milk', 1, { amount: 2_000, unit: 'mL' }],
    ['milk 2L', 'milk', 1, { amount: 2_000, unit: 'mL' }],
    ['weet-bix', 'weet-bix', 1, null],
    ['2 weet-bix', 'weet-bix', 2, null],
    ['24 loo rolls', 'loo rolls', 1, { amount: 24, unit: 'each' }],
    ['toilet paper 24 pack', 'toilet paper', 1, { amount: 24, unit: 'each' }],
    ['any 1 kg rice', 'rice', 1, { amount: 1_000, unit: 'g' }],
    ['1,000 g rice', 'rice', 1, { amount: 1_000, unit: 'g' }],
    ['2 x 500 g pasta', 'pasta', 2, { amount: 500, unit: 'g' }],
    ['2 packs of weet-bix', 'weet-bix', 2, null],
    ['3 tins tuna', 'tuna', 3, null],
    ['dozen eggs', 'eggs', 1, { amount: 12, unit: 'each' }],
    ['half a dozen eggs', 'eggs', 1, { amount: 6, unit: 'each' }],
    ['12 eggs', 'eggs', 1, { amount: 12, unit: 'each' }],
    ['- 1.25L coke', 'coke', 1, { amount: 1_250, unit: 'mL' }],
    ['iphone 15', 'iphone 15', 1, null],
  ])('%s', (text, query, packs, size) => {
    expect(readLines(text)).toEqual([{ text, query, packs, size }]);
  });

  test('splits lines at breaks, commas and semicolons, but not within a number', () => {
    expect(readLines('milk, bread\n eggs ;\n\n, 1,000 g rice').map(({ text }) => text)).toEqual([
      'milk',
      'bread',
      'eggs',
      '1,000 g rice',
    ]);
  });

  test('reads at most 40 lines, of at least one pack, from any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2_000 }), (text) => {
        const lines = readLines(text);
        expect(lines.length).toBeLessThanOrEqual(MOST_LINES);
        for (const { packs, size } of lines) {
          expect(packs).toBeGreaterThanOrEqual(1);
          if (size) expect(size.amount).toBeGreaterThan(0);
        }
      }),
    );
  });
});

describe('what would do', () => {
  const offer = (name: string, shop: string, priceCents: number): DocketOffer => ({
    offerId: `${shop} ${name}`,
    productId: name,
    shop,
    priceCents: cents(priceCents),
    pack: parsePackSize(name),
    isMachine: name.includes('Kettle'),
  });
  const ask = (text: string, ...offers: DocketOffer[]) => {
    const [line] = readLines(text);
    if (!line) throw new Error('no line');
    return lineOptions(line, offers);
  };

  test('takes as many packs as hold the amount, and marks another pack as a substitute', () => {
    const { options } = ask(
      '2 L milk',
      offer('Milk 1L', 'a', 150),
      offer('Milk 2L', 'a', 310),
      offer('Milk 3L', 'a', 450),
      offer('Milk powder 1kg', 'a', 100),
    );
    expect(
      options.map(({ packs, costCents, isSubstitute }) => [packs, costCents, isSubstitute]),
    ).toEqual([
      [2, 300, true],
      [1, 310, false],
      [1, 450, true],
    ]);
  });

  test('may replace two packs by one of twice the size', () => {
    const { options } = ask('2 x 500g pasta', offer('Pasta 1kg', 'a', 290));
    expect(options).toMatchObject([{ packs: 1, isSubstitute: true }]);
  });

  test('assumes the commonest size without one, with a tolerance', () => {
    const { size, options } = ask(
      'bread',
      offer('Rye Bread 680g', 'a', 500),
      offer('White Bread 700g', 'b', 400),
      offer('Toast Bread 700g', 'c', 450),
      offer('Mini Bread 300g', 'a', 200),
    );
    expect(size).toEqual({ amount: 700, unit: 'g', isAssumed: true });
    expect(options.map(({ packs, isSubstitute }) => [packs, isSubstitute])).toEqual([
      [1, false],
      [1, false],
      [1, false],
      [3, true],
    ]);
  });

  test('counts eggs by the dozen although their weight is printed', () => {
    const { options } = ask('12 eggs', offer('Free Range Eggs 12 pack 700g', 'a', 620));
    expect(options).toMatchObject([{ packs: 1, isSubstitute: false }]);
  });

  test('assumes no size of a machine, which only tells how much it can hold', () => {
    const cheap = offer('Kettle', 'a', 1_600);
    const { size, options } = ask('kettle', offer('Kettle 1.5L', 'b', 19_700), cheap);
    expect(size).toBeNull();
    expect(options[0]?.offer).toEqual(cheap);
  });

  test('takes a larger machine for a stated size, and never two smaller ones', () => {
    const { options } = ask(
      '1.5L kettle',
      offer('Kettle 1L', 'a', 2_000),
      offer('Kettle 1.5L', 'a', 9_000),
      offer('Kettle 1.7L', 'a', 5_000),
    );
    expect(
      options.map(({ offer: { productId }, ...need }) => [productId, need.isSubstitute]),
    ).toEqual([
      ['Kettle 1.7L', true],
      ['Kettle 1.5L', false],
    ]);
  });

  test('compares no packs where none is stated', () => {
    const { size, options } = ask('2 kettle', offer('Smart Kettle', 'a', 4_900));
    expect(size).toBeNull();
    expect(options).toMatchObject([{ packs: 2, costCents: 9_800 }]);
  });
});

test.each([
  ['weet-bix 1.2 kg $5.50', 'weet-bix', 550],
  ['2 L milk 3.60', 'milk', 360],
  ['Breville Bambino $1,299.00', 'Breville Bambino', 129_900],
  ['iphone 15', 'iphone 15', null],
  ['1 kg rice', 'rice', null],
])('reads the price paid from the end of a line: %s', (text, query, paidCents) => {
  expect(readPaidLines(text)).toMatchObject([{ text, query, paidCents }]);
});
