import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { priceMentions } from './mentions.ts';
import { parseMultiBuy, parsePriceText } from './price-text.ts';

type Row = readonly [text: string, amount: string | null];

function expectAmounts(rows: readonly Row[], hint: string | null = 'AUD') {
  for (const [text, amount] of rows)
    expect([text, parsePriceText(text, hint).amount]).toEqual([text, amount]);
}

test('reads both ends of a range, with the sign before or after', () => {
  const amounts = (text: string) => priceMentions(text).map(({ amount }) => amount);
  expect(amounts('3.46€ - 4.15€')).toEqual(['3.46', '4.15']);
  expect(amounts('$3.46 - $4.15')).toEqual(['3.46', '4.15']);
  expect(amounts('119,90 € -30,00 €')).toEqual(['119.90']);
});

describe('the price a shopper pays in Australia', () => {
  test('plain prices', () => {
    expectAmounts([
      ['$12.99', '12.99'],
      ['AUD 12.99', '12.99'],
      ['12.99 AUD', '12.99'],
      ['A$1,299.00', '1299.00'],
      ['$1,299', '1299'],
      ['$12 99', '12.99'],
      ['$ 79 . 99', '79.99'],
      ['89c', '0.89'],
      ['50c each', '0.50'],
      ['$4.50 ea', '4.50'],
      ['1299.00', '1299.00'],
      ['$19.95 inc. GST ($18.14 ex GST)', '19.95'],
      ['$18.14 ex GST $19.95 inc GST', '19.95'],
      ['$100 (includes $9.09 GST)', '100'],
      ['$0.00', '0.00'],
      ['FREE', '0'],
    ]);
  });

  test('was and now, RRP and savings, in any order', () => {
    expectAmounts([
      ['Was $20.00 Now $15.00', '15.00'],
      ['$15.00 was $20.00', '15.00'],
      ['was $20 $15', '15'],
      ['RRP: $99.95 Our price: $79.95 Save $20.00', '79.95'],
      ['$49 RRP $59', '49'],
      ['Why pay $34.95? $19.99', '19.99'],
      ['Ticket price $1,199 $899', '899'],
      ['$1,988 SAVE $511 OFF TICKETED PRICE OF $2,499', '1988'],
      ['$59 RRP, now $49', '49'],
      ['SAVE $20 WAS $99 NOW $79', '79'],
      ['30% OFF $79 WAS $112.85', '79'],
      ['Save 20% $15.00', '15.00'],
      ['Original price was: $249.00. Current price is: $199.00.', '199.00'],
      ['Price reduced from $249 to $199', '199'],
      ['Regular price $20.00 Sale price $15.00', '15.00'],
      ['Regular price $20.00', '20.00'],
      ['$2.60Was $3.85', '2.60'],
      ['$6.50 $3.25 SAVE $3.25', '3.25'],
      ['$15.99 per 6 pack', '15.99'],
      ['$12⁹⁹', '12.99'],
    ]);
  });

  test('the first of a range, the lowest of "from"', () => {
    expectAmounts([
      ['from $742.50', '742.50'],
      ['$10.00 - $20.00', '10.00'],
      ['$10 to $20', '10'],
    ]);
  });

  test('ignores amounts other than the article’s price', () => {
    expectAmounts(
      [
        'Was $8.90',
        'Save $5.00',
        '$10 off',
        'up to $50 off',
        '2 for $5',
        '2/$5',
        '4 payments of $10.25',
        'or 4 interest-free payments of $10.25 with Afterpay',
        'Pay $19.99 today with Afterpay',
        'from $10 per week',
        'Free shipping over $50',
        'Free delivery on orders over $99',
        'Shipping: $9.95',
        '$50 gift card',
        'Under $50',
        '$4.19 per kg',
        '$3.90 kg',
        'Price per 100g: $2.35',
        '$0.31/100SS',
        '$169 / SQM',
        '$100/Lm',
        '$12.50 per square metre',
        '$2.05/sq ft',
        '-$5.00',
        '$-5.00',
        '20% off',
        'iPhone 15 128GB',
        '4.5 out of 5 stars',
        'Only 3 left',
        'Call 1300 123 456',
        '12 pack',
        '500 g',
        '$1e309',
        'NaN',
        '10.11.12',
        '01/11/2024',
        'July, 2004',
        'TOP 10',
        'Sold out',
        '$..75,333',
        '',
      ].map((text) => [text, null]),
    );
  });

  test('the price beside conditions and other amounts', () => {
    expectAmounts([
      ['$3.00 2 for $5', '3.00'],
      ['$8.95 ea 10 or more $7.50', '8.95'],
      ['Club price $38.25 Regular price $45.00', '45.00'],
      ['$122.00 Ex Tax: $110.91', '122.00'],
      ['Mix & match 3 for $20 $8.00 ea', '8.00'],
      ['$41.00 or 4 payments of $10.25', '41.00'],
      ['$1,899 or $79/mth for 24 months', '1899'],
      ['$29.95 + $9.95 delivery', '29.95'],
      ['$29.95 Free shipping over $50', '29.95'],
      ['Member price $12.00 $15.00', '15.00'],
      ['OnePass price $12', '12'],
      ['Open box from $399 New $499', '499'],
      ['$2.50 $0.27 / 100g', '2.50'],
      ['$1.50 per wash $30.00', '30.00'],
      ['$199 cashback $50', '199'],
      ['Trade-in from $50 $999', '999'],
      ['Member Offer $13.99 per bottle Non-Member $15.99 per bottle', '15.99'],
      ['$14.50 in any six $15.99', '15.99'],
      ['$4 each when you buy 3 $4.50', '4.50'],
      ['$134.10 with code SAVE10 $149.00', '149.00'],
      ['One-off purchase $89.99', '89.99'],
      ['$49.95 Flat rate shipping $15', '49.95'],
      ['$49.95 Delivery from $9.95', '49.95'],
      ['$49.95 Spend $50 for free shipping', '49.95'],
    ]);
  });
});

describe('prices of other countries', () => {
  test('grouping and decimals', () => {
    expectAmounts(
      [
        ['1.299,00 €', '1299.00'],
        ["CHF 1'049,95", '1049.95'],
        ['399 167.00 руб 420 176.16 руб', '399167.00'],
        ['35€ 99', '35.99'],
        ['$ 1.144.000', '1144000'],
        ['73,460 €', '73460'],
        ['423.923 KD', '423.923'],
        ['Rs. 1,23,456.00', '123456.00'],
        ['105. –', '105'],
        ['1 Ft', '1'],
        ['R8,499', '8499'],
        ['٢٥٫٥٠ ريال', '25.50'],
      ],
      null,
    );
  });

  test('states only a proven currency', () => {
    const currency = (text: string, hint: string | null) => parsePriceText(text, hint).currency;
    expect(currency('$12.99', 'AUD')).toBe('AUD');
    expect(currency('$12.99', null)).toBeNull();
    expect(currency('$12.99', 'EUR')).toBeNull();
    expect(currency('£12.99', 'AUD')).toBe('GBP');
    expect(currency('US$12.99', 'AUD')).toBe('USD');
    expect(currency('NZD $100.70', 'AUD')).toBe('NZD');
    expect(currency('AU $59.95', null)).toBe('AUD');
    expect(currency('12.99', 'AUD')).toBe('AUD');
    expect(currency('129.00', '€')).toBe('EUR');
    expect(currency('34.99', 'eMail')).toBeNull();
    expect(currency('Sold out', 'AUD')).toBeNull();
  });

  test('a point before three digits is a decimal point in Australia and a separator elsewhere', () => {
    expect(parsePriceText('$1.899', 'AUD').amount).toBe('1.899');
    expect(parsePriceText('129.900', null).amount).toBe('129900');
  });
});

test('a multi-buy keeps its quantity and total', () => {
  expect(parseMultiBuy('$3.00 Any 2 for $5.00')).toEqual({ quantity: 2, total: '5.00' });
  expect(parseMultiBuy('$3.00')).toBeNull();
});

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
