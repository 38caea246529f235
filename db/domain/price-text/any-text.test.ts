import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePriceText } from './price-text.ts';

const shopText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '$',
        'AUD',
        '€',
        'Was',
        'Now',
        'Save',
        'per',
        '/',
        '100g',
        'kg',
        '%',
        '-',
        ' ',
        ',',
        '.',
        'for',
        '2',
        '١',
        'e',
        'x',
      ),
      fc.nat(99_999).map(String),
      fc.string({ maxLength: 4, unit: 'binary' }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

describe('for any text', () => {
  test('the result is a plain non-negative decimal or null', () => {
    fc.assert(
      fc.property(
        fc.oneof(shopText, fc.string({ unit: 'binary' })),
        fc.option(shopText),
        (text, hint) => {
          const { amount, currency, unitPrice } = parsePriceText(text, hint);
          if (amount !== null) expect(amount).toMatch(/^(0|[1-9]\d{0,11})(\.\d{1,12})?$/);
          if (currency !== null) expect(currency).toMatch(/^[A-Z]{3}$/);
          if (unitPrice) expect(Number(unitPrice.price) > 0 && unitPrice.quantity > 0).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('every dollar price survives its own formatting', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), (priceCents) => {
        const decimal = (priceCents / 100).toFixed(2);
        const printed = new Intl.NumberFormat('en-AU', {
          style: 'currency',
          currency: 'AUD',
        }).format(priceCents / 100);
        expect(parsePriceText(printed, 'AUD')).toMatchObject({ amount: decimal, currency: 'AUD' });
        expect(parsePriceText(`Was $99,999,999.00 Now ${printed}`, 'AUD').amount).toBe(decimal);
      }),
    );
  });

  test.each(['1 ', '$ ', '1,', '$1 ', 'was ', '1 111', '2 x '])(
    'reads no more than 2,000 characters of repeated %j',
    (piece) => {
      const run = piece.repeat(100_000);
      expect(parsePriceText(run, 'AUD')).toEqual(parsePriceText(run.slice(0, 2_000), 'AUD'));
    },
  );
});
