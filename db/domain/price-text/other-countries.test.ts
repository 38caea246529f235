import { expect, test } from 'vitest';
import { parsePriceText } from './price-text.ts';

test('grouping and decimals of other countries', () => {
  const rows = [
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
    ['١٬٢٩٩٫٠٠ ريال', '1299.00'],
    ['599 krOrd. pris 899 kr', '599'],
    ['ab 5€99 pro Stück', '5.99'],
    ['5€ 10€', '5'],
    ['1€299', '1299'],
    ['1.299 €', '1299'],
    ['10,500 €', '10500'],
    ['0,125 €', '0.125'],
    ['1299,000 €', '1299.000'],
  ] as const;
  for (const [text, amount] of rows)
    expect([text, parsePriceText(text).amount]).toEqual([text, amount]);
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
  expect(currency('12.99 aud', null)).toBe('AUD');
  expect(currency('AUS$12.99', null)).toBe('AUD');
  expect(currency('AUD$12.99', null)).toBe('AUD');
  expect(currency('NowA$15', null)).toBe('AUD');
  expect(currency('NowAU$ 15', null)).toBe('AUD');
  expect(currency('49,99 Lei', null)).toBe('RON');
  expect(currency('12.99', 'AUD')).toBe('AUD');
  expect(currency('45 net', 'AUD')).toBe('AUD');
  expect(currency('FREE', 'AUD')).toBe('AUD');
  expect(currency('12.99', '$')).toBeNull();
  expect(currency('$12.99', '$')).toBeNull();
  expect(currency('12.99', 'Price in AUD')).toBe('AUD');
  expect(currency('12.99', 'Now €26,95')).toBe('EUR');
  expect(currency('12.99', 'RM')).toBe('MYR');
  expect(currency('129.00', '€')).toBe('EUR');
  expect(currency('34.99', 'eMail')).toBeNull();
  expect(currency('Sold out', 'AUD')).toBeNull();
});

test('a country beside the dollar, on either side and with or without a space', () => {
  const rows = [
    [
      'USD',
      'US $789.99',
      'US: $789.99',
      'U.S. $12',
      '$12.00 US',
      '$45 (US)',
      '$45 US dollars',
      '12.50 US dollars',
      'US dollars $12',
      'In USD: $12',
      'Price (USD): $12',
    ],
    ['NZD', 'NZ $40', 'NZ$ 40', 'N.Z. $15', 'Price: NZ $40.00', '$40 NZ'],
    ['CAD', 'C $35.50', 'CA $30', 'CAD $30', 'Now C $30 was C $40'],
    ['SGD', 'S$20', 'S $20', 'SGD $20'],
    ['AUD', 'AU $20', 'A $20', 'Size S $29', 'US 8 $89.95', '$89.95 US 8', 'Vitamin C $12'],
  ] as const;
  for (const [code, ...texts] of rows)
    for (const text of texts)
      expect([text, parsePriceText(text, 'AUD').currency]).toEqual([text, code]);
});

test('a point before three digits is a decimal point in Australia and a separator elsewhere', () => {
  expect(parsePriceText('$1.899', 'AUD').amount).toBe('1.899');
  expect(parsePriceText('129.900', null).amount).toBe('129900');
});
