import { describe, expect, it } from 'vitest';
import { normalised } from './fields.ts';
import { readPrices } from './prices.ts';

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

it('parts of a cent are rounded as the text beside them is, and else left', () => {
  const price = { value: 17.894, currencyIso: 'SAR', formattedValue: 'SAR 17.89' };
  expect(read({ price }).price).toBe('17.89');
  expect(read({ price: { value: 13.5909 } }).price).toBe('13.5909');
});

it('an amount that is printed with its currency states it', () => {
  expect(read({ price: '£5.00', wasPrice: '£6.00' })).toMatchObject({
    price: '5.00',
    was: '6.00',
    currency: 'GBP',
  });
  expect(read({ price: '$5.00' }).currency).toBeNull();
});

it('neither end of a range is the price', () => {
  const range = (low: number, high: number) => ({
    price_range: {
      minimum_price: { final_price: { value: low, currency: 'AUD' } },
      maximum_price: { final_price: { value: high, currency: 'AUD' } },
    },
  });
  expect(read(range(78, 78)).price).toBe('78');
  expect(read(range(78, 98)).price).toBeNull();
  expect(read(range(18, 0)).price).toBeNull();
  expect(
    read({ priceRange: { minVariantPrice: { amount: '5.0' }, maxVariantPrice: { amount: '9.0' } } })
      .price,
  ).toBeNull();
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

describe('no price of several is taken', () => {
  it.each([
    ['a range whose ends differ', { priceRange: { min: 59, max: 119 } }],
    ['the same with its low end as the price', { price: 299, priceMax: 449 }],
    ['ends as a list', { price: 7, price_range: [7, 24] }],
    ['a price before tax', { price: { amount: 100, taxIncluded: false } }],
    ['a rent', { price: 25, priceText: '$25.00 per week' }],
    ['a price that is a list', { price: [39, 59] }],
    ['prices of several branches', { storePrices: [{ price: 14.5 }, { price: 16.2 }] }],
    ['a flag', { price: 59, price_varies: true }],
    ['a text that says from', { price: 59, priceText: 'From $59.00' }],
    ['a price whose type says from', { price: { value: 129, priceType: 'FROM' } }],
    ['prices that differ by state', { prices: { NSW: { price: 8.9 }, VIC: { price: 9.4 } } }],
  ])('%s', (_what, object) => {
    expect(read(object)).toMatchObject({ price: null, was: null, isSpread: true });
  });

  it('where all are the same they are the price', () => {
    expect(read({ priceRange: { minPrice: 59, maxPrice: 59 } }).price).toBe('59');
    expect(read({ prices: { NSW: { price: 8.9 }, VIC: { price: 8.9 } } }).price).toBe('8.9');
    expect(read({ price: 59, price_range: '50:75' }).price).toBe('59');
  });
});

describe('of listed prices', () => {
  const aud = (amount: number) => ({ value: { centAmount: amount, currencyCode: 'AUD' } });

  it('ours is taken, not that of a group, a quantity, another country or a used piece', () => {
    const nzd = { value: { centAmount: 100, currencyCode: 'NZD' } };
    const trade = { ...aud(200), customerGroup: { id: 'trade' } };
    expect(
      read({ prices: [nzd, trade, { ...aud(300), minimumQuantity: 10 }, aud(400)] }).price,
    ).toBe('4.00');
    const used = { condition: 'USED', price: 149 };
    expect(read({ offers: [used, { condition: 'NEW', price: 219 }] }).price).toBe('219');
  });

  it('that for one piece is taken', () => {
    const tiers = [
      { quantity: 10, price: 8 },
      { quantity: 1, price: 10 },
    ];
    expect(read({ prices: tiers }).price).toBe('10');
  });

  it('their types say which is which', () => {
    const prices = [
      { type: 'LIST', amount: 69 },
      { type: 'SALE', amount: 49 },
    ];
    expect(read({ prices })).toMatchObject({ price: '49', was: '69' });
  });

  it('a promotion that is over counts no more', () => {
    const list = { type: 'list', amount: '40.00', endDate: '9999-12-31' };
    const promo = { type: 'promo', amount: '30.00', endDate: '2024-12-24' };
    expect(read({ prices: [list, promo] })).toMatchObject({ price: '40.00', was: null });
    const endless = { ...promo, endDate: '0001-01-01T00:00:00' };
    expect(read({ prices: [list, endless] })).toMatchObject({ price: '30.00', was: '40.00' });
  });
});

it('of the sellers the one that the shop puts first is believed', () => {
  const sellers = [
    { name: 'A', price: { current: 319 } },
    { name: 'B', isBuyBox: true, price: { current: 329 } },
  ];
  expect(read({ sellers }).price).toBe('329');
});

it.each([
  ['a divisor', { price: { amount: 3800, divisor: 100 } }, '38.00', null],
  ['a payment service', { price_money: { amount: 950, currency: 'AUD' } }, '9.50', null],
  [
    'a printed form',
    { display_price: { with_tax: { amount: 6490, formatted: '$64.90' } } },
    '64.90',
    null,
  ],
  [
    'a number of pieces',
    { calculatedPrice: { unitPrice: 49.95, quantity: 6, totalPrice: 299.7, listPrice: 69.95 } },
    '49.95',
    '69.95',
  ],
])('amounts are stated by %s', (_what, object, price, was) => {
  expect(read(object)).toMatchObject({ price, was });
});

it('names say cents and tax', () => {
  expect(read({ priceInCents: 14900, wasPriceInCents: 18900 })).toMatchObject({
    price: '149.00',
    was: '189.00',
  });
  expect(read({ priceDollars: 4, priceCents: 99 }).price).toBeNull();
  expect(read({ price: 120, priceExGst: 120, priceIncGst: 132 }).price).toBe('132');
});
