import { describe, expect, it } from 'vitest';
import { normalised } from './state-fields.ts';
import { readPrices } from './state-prices.ts';

const read = (object: Record<string, unknown>) => readPrices(normalised(object), null);

describe('amounts in cents are told by', () => {
  it.each([
    [
      'their number of decimals',
      {
        prices: {
          price: '1450',
          regular_price: '1800',
          sale_price: '1450',
          currency_minor_unit: 2,
        },
      },
      '14.50',
      '18.00',
    ],
    [
      'the text beside them',
      { price: { amount: 399, amountRelevantDisplay: '$3.99' } },
      '3.99',
      null,
    ],
    ['their name', { price: { centAmount: 14900, currencyCode: 'AUD' } }, '149.00', null],
    [
      'a storefront script’s range',
      { handle: 'lamp', price: 12000, price_min: 12000, compare_at_price: 15000 },
      '120.00',
      '150.00',
    ],
  ])('%s', (_what, object, price, was) => {
    expect(read(object)).toMatchObject({ price, was });
  });

  it('nothing else: a round number of dollars stays what it is', () => {
    expect(read({ price: 2500 }).price).toBe('2500');
    expect(read({ price: 300, label: 'Save $3 today', priceText: '$300' }).price).toBe('300');
  });
});

describe('prices that shops nest', () => {
  it.each([
    [
      'in the low end of a range',
      {
        price_range: {
          minimum_price: {
            regular_price: { value: 99, currency: 'AUD' },
            final_price: { value: 79, currency: 'AUD' },
          },
        },
      },
      { price: '79', was: '99' },
    ],
    ['by country', { price: { AUD: { default: 99.95 } } }, { price: '99.95' }],
    [
      'in a variant range',
      { priceRange: { minVariantPrice: { amount: '49.0', currencyCode: 'AUD' } } },
      { price: '49.0', currency: 'AUD' },
    ],
    [
      'in a list of prices',
      { prices: [{ value: { centAmount: 14900, currencyCode: 'AUD' } }] },
      { price: '149.00' },
    ],
    [
      'as text and number',
      { price: { currencyIso: 'AUD', value: 17.99, formattedValue: '$17.99' } },
      { price: '17.99', currency: 'AUD' },
    ],
  ])('%s', (_where, object, expected) => {
    expect(read(object)).toMatchObject(expected);
  });

  it('beside a sale price the plain one is the "was"', () => {
    expect(read({ price: 80, sale_price: 70 })).toMatchObject({ price: '70', was: '80' });
    expect(read({ price: 80, sale_price: 80 })).toMatchObject({ price: '80', was: null });
  });
});
