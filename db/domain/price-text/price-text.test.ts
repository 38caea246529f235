import { describe, expect, test } from 'vitest';
import { priceMentions } from './mentions.ts';
import { parseMultiBuy, parsePriceText } from './price-text.ts';

type Row = readonly [text: string, amount: string | null];

function expectAmounts(rows: readonly Row[]) {
  for (const [text, amount] of rows)
    expect([text, parsePriceText(text, 'AUD').amount]).toEqual([text, amount]);
}

test('reads both ends of a range, with the sign before or after', () => {
  const amounts = (text: string) => priceMentions(text).map(({ amount }) => amount);
  expect(amounts('3.46€ - 4.15€')).toEqual(['3.46', '4.15']);
  expect(amounts('10€ - 12€ neu - 9€')).toEqual(['10', '12', '9']);
  expect(amounts('$3.46 -$4.15')).toEqual(['3.46', '4.15']);
  expect(amounts('$3.46 - $4.15')).toEqual(['3.46', '4.15']);
  expect(amounts('119,90 € -30,00 €')).toEqual(['119.90']);
});

test('reads every amount of a text with its role', () => {
  const roles = (text: string) =>
    priceMentions(text, 'AUD').map(({ amount, role }) => [amount, role]);
  expect(roles('$2.50 $0.27 / 100g')).toEqual([
    ['2.50', 'plain'],
    ['0.27', 'unit'],
  ]);
  expect(roles('$34.95 List price: List price: $39.95')).toEqual([
    ['34.95', 'plain'],
    ['39.95', 'reference'],
  ]);
  expect(roles('$10/week over 40 weeks with Zip $399')).toEqual([
    ['10', 'instalment'],
    ['399', 'plain'],
  ]);
  expect(priceMentions('Free', 'AUD')).toEqual([
    { amount: '0', currency: 'AUD', role: 'plain', before: '' },
  ]);
  for (const text of ['Sold out', '1.2.3 Ft']) expect(priceMentions(text, 'AUD')).toEqual([]);
});

describe('the price a shopper pays in Australia', () => {
  test('words between two amounts', () => {
    expectAmounts([
      ['$8.50 delivery $74.00', '74.00'],
      ['$74.00 delivery $8.50', '74.00'],
      ['+ $19.00 freight $15.00', '15.00'],
      ['$15 deposit $74', '74'],
      ['$70 member price $74', '74'],
      ['$74 member price $70', '74'],
      ['$90 value $74', '74'],
      ['$74 value $90', '74'],
      ['$74 | delivery $8.50', '74'],
    ]);
  });

  test('names of today’s price and of the one before it', () => {
    for (const today of [
      'Outlet',
      'Online',
      'Final',
      'Promo',
      'Catalogue',
      'Web',
      'Our',
      'Showroom',
    ]) {
      expectAmounts([
        [`Est. value: $279 ${today} price: $254`, '254'],
        [`$279 ${today} price $254`, '254'],
      ]);
    }
    for (const former of [
      'Pre-sale',
      'Non-sale',
      'Presale',
      'Before-sale',
      'Undiscounted',
      'List',
      'Retail',
    ])
      expectAmounts([[`${former} price: $279 Price: $254`, '254']]);
    expectAmounts([
      ['Price before discount $279 $254', '254'],
      ['Club Plus price $20 $30', '30'],
    ]);
  });

  test('the price of a piece beside that of its pack', () => {
    expectAmounts([
      ['$0.60 / 1EA $7.20', '7.20'],
      ['$0.25 ea $6.00', '6.00'],
      ['$1.20 per each $14.40', '14.40'],
      ['$6.00 $0.25 ea', '6.00'],
      ['Each $4.50', '4.50'],
      ['$18.00 each $97.20 per carton', '18.00'],
      ['$4.50 each $1.29 per 100g', '4.50'],
    ]);
  });

  test('plain prices', () => {
    expectAmounts([
      ['$12.99', '12.99'],
      ['AUD 12.99', '12.99'],
      ['12.99 AUD', '12.99'],
      ['A$1,299.00', '1299.00'],
      ['$1,299', '1299'],
      ['$12 99', '12.99'],
      ['$ 79 . 99', '79.99'],
      ['$79 .99', '79.99'],
      ['$1,299 . 95 each', '1299.95'],
      ['$12 99 ea in store', '12.99'],
      ['$12 99/ea', '12.99'],
      ['$12 24 pack', '12'],
      ['89c', '0.89'],
      ['50c each', '0.50'],
      ['$4.50 ea', '4.50'],
      ['$89 per person', '89'],
      ['1299.00', '1299.00'],
      ['Mayonnaise 3.50', '3.50'],
      ['December 12.99', null],
      ['$19.95 inc. GST ($18.14 ex GST)', '19.95'],
      ['$18.14 ex GST $19.95 inc GST', '19.95'],
      ['$100 (includes $9.09 GST)', '100'],
      ['$0.00', '0.00'],
      ['FREE', '0'],
      [' Free! ', '0'],
      ['1299', '1299'],
      ['$.99', '0.99'],
      ['$0012.50', '12.50'],
      ['22.75c each', '0.2275'],
      ['$\u200b12.99', '12.99'],
      ['１２９９', '1299'],
      ['INR.1,299.00', '1299.00'],
      ['$123456789012', '123456789012'],
      ['$0.123456789012', '0.123456789012'],
      ['AUD$12.99', '12.99'],
    ]);
  });

  test('a number without a currency that is alone, labelled or has cents', () => {
    expectAmounts([
      ['Now 15', '15'],
      ['Now 15.00', '15.00'],
      ['Adult: 15', '15'],
      ['Adult:15', '15'],
      ['15 each', '15'],
      ['15 ea in store', '15'],
      ['15ea', '15'],
      ['15/ea', '15'],
      ['15 / ea', '15'],
      ['Tea Towel 12.99', '12.99'],
      ['Price 12.99 Rated 4/5', '12.99'],
      ['Now 12.99 1-2 days', '12.99'],
      ['Tea/Coffee now 12.99', '12.99'],
      ['45 incl.', '45'],
    ]);
  });

  test('was and now, RRP and savings, in any order', () => {
    expectAmounts([
      ['Was $20.00 Now $15.00', '15.00'],
      ['$15.00 was $20.00', '15.00'],
      ['was $20 $15', '15'],
      ['RRP: $99.95 Our price: $79.95 Save $20.00', '79.95'],
      ['$49 RRP $59', '49'],
      ['Market price: $119.95 $29.95', '29.95'],
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
      ['Was$20 $15', '15'],
      ['Tim TamsWas $4.00 $3.50', '3.50'],
      ['Chocolate barwas$4.00 $3.50', '3.50'],
      ['Huge savings, now $15', '15'],
      ['Tim Tam - now - $3.50', '3.50'],
      ['Tea Towel - now $5', '5'],
      ['Sale - $15', '15'],
      ['Sale -$15', '15'],
      ['Was $20 Red - $15', '15'],
      ['RRP $20 - Blue $15', '15'],
      ['$79 30% OFF', '79'],
      ['$1.299.00 $999', '999'],
      ['Save: 20% $15.00', '15.00'],
      ['Save up to 20% $15.00', '15.00'],
      ['Save 33.33% $15.00', '15.00'],
      ['Save 20 % $15.00', '15.00'],
      ['Save 20% (online) $15.00', '15.00'],
      ['Save $10 discount $49', '49'],
      ['Plus $9.95 delivery to QLD $49.00', '49.00'],
      ['$6.50 $3.25 SAVE $1.00', '6.50'],
      ['$6.50 $3.25 $2.00 SAVE $3.25', '6.50'],
    ]);
  });

  test('the first of a range, the lowest of "from"', () => {
    expectAmounts([
      ['from $742.50', '742.50'],
      ['$10.00 - $20.00', '10.00'],
      ['$10 to $20', '10'],
      ['– $20.00', '20.00'],
      ['RRP $10 - $20', null],
      ['RRP $10-$20', null],
      ['Was $20 - $15 ex GST', '15'],
    ]);
  });

  test('ignores amounts other than the article’s price', () => {
    const others = `
      Was $8.90 | Save $5.00 | $10 off | up to $50 off | 2 for $5 | 2/$5 |
      4 payments of $10.25 | or 4 interest-free payments of $10.25 with Afterpay |
      Pay $19.99 today with Afterpay | from $10 per week | Free shipping over $50 |
      Free delivery on orders over $99 | Shipping: $9.95 | $50 gift card | Under $50 |
      $4.19 per kg | $3.90 kg | Price per 100g: $2.35 | $0.31/100SS | $169 / SQM | $100/Lm |
      $12.50 per square metre | $2.05/sq ft | -$5.00 | $-5.00 | 20% off | iPhone 15 128GB |
      4.5 out of 5 stars | Only 3 left | Call 1300 123 456 | 12 pack | 500 g | $1e309 |
      NaN | 10.11.12 | 01/11/2024 | July, 2004 | TOP 10 | Sold out | - $5.00 |
      Save 20% ($5.00) | Save 20%($5.00) | Save on 3% fat milk $1.00 | $2.62 / 100G |
      $2.00 per 1.25L | $1.20 per 10 units | 5.25% p.a. | 6.99 % p.a. | $1e+21 |
      $25k to be won | Only 1500c | Postage free | Qty: 3 | Ref: 12-345 | 4.75/5 |
      4.75 / 5 | Score 15/20.00 | Score 15 / 20.00 | ABC12.99 | 500G | 12 eggs | 5 stars |
      Type: Series 9 | TOP 10 picks each week | Lens 1.565 coated | $0.1234567890123 |
      $1,299.000,500 | $1,2.50 | $..75,333
    `;
    expectAmounts(others.split('|').map((text) => [text.trim(), null]));
    expectAmounts([['', null]]);
  });

  test('finds the price among conditions and other amounts', () => {
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
      ['In any six $14.50 Per bottle $15.99', '15.99'],
      ['$4 each when you buy 3 $4.50', '4.50'],
      ['$134.10 with code SAVE10 $149.00', '149.00'],
      ['One-off purchase $89.99', '89.99'],
      ['$49.95 Flat rate shipping $15', '49.95'],
      ['$49.95 Delivery from $9.95', '49.95'],
      ['$49.95 Spend $50 for free shipping', '49.95'],
      ['Auto-delivery $45.00', '45.00'],
      ['Regular size was $20 Member price $15', '15'],
      ['Club price $38.25 Reg. $45.00', '45.00'],
      ['$12.50 priced per kg in store', '12.50'],
      ['$30 assembly $399', '399'],
      ['$1.80 per blade $9.00', '9.00'],
      ['$399 Queen $449', '399'],
      ['Packing fee $4.00 $31.00', '31.00'],
      ['Two for $30 $18.00', '18.00'],
      ['$24.95 (RRP $29.95)', '24.95'],
      ['$45 → $30', '30'],
      ['$45.00 (30% off) $31.50', '31.50'],
      ['$18 more to get free delivery', null],
      ['Earn $5 on your next order', null],
    ]);
  });
});

test('a multi-buy keeps its quantity and total', () => {
  const offers = [
    ['$3.00 Any 2 for $5.00', { quantity: 2, total: '5.00' }],
    ['Cola 24 pack 2 for $50', { quantity: 2, total: '50' }],
    ['12 for $20', { quantity: 12, total: '20' }],
    ['100 for $5', { quantity: 100, total: '5' }],
    ['250 for $10', null],
    ['1 for $5', null],
    ['$3.00', null],
  ] as const;
  for (const [text, offer] of offers) expect([text, parseMultiBuy(text)]).toEqual([text, offer]);
});
