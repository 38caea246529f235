import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { canonicalGtin, hasCheckDigit, printedGtin, readGtin } from './gtin.ts';

describe('readGtin', () => {
  it.each([
    ['9300633450403', '9300633450403'],
    [' 9300633 450403 ', '9300633450403'],
    ['gtin13:9300633450403', '9300633450403'],
    [196214109247, '196214109247'],
    [32429335302, '032429335302'], // leading zero lost on the way through a number
    ['96385074', '96385074'],
  ])('takes %s', (value, gtin) => {
    expect(readGtin(value)).toBe(gtin);
  });

  it.each([
    ['9300633450404', 'wrong check digit'],
    ['0267113000000', 'in-store code'],
    ['0264011000002', 'in-store code'],
    ['2000000000008', 'in-store code'],
    ['0412345678903', 'coupon or in-store code'],
    ['0000000000000', 'filler'],
    ['12345', 'too short'],
    [60092, 'a PLU number'],
    ['n/a', 'no digits'],
    [null, 'nothing'],
    [{ gtin: '9300633450403' }, 'a node'],
  ] as [unknown, string][])('refuses %s (%s)', (value) => {
    expect(readGtin(value)).toBeNull();
  });

  it('accepts only the correct check digit', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^9[0-9]{11}$/), (digits) => {
        const valid = [...'0123456789'].filter((check) => hasCheckDigit(digits + check));
        expect(valid).toHaveLength(1);
      }),
    );
  });
});

test.each([
  ['a UPC', '009800895007', '00009800895007'],
  ['its EAN', '0009800895007', '00009800895007'],
  ['an EAN', '9300633450403', '09300633450403'],
  ['a short one', '96385074', '00000096385074'],
  ['a carton', '19312345678904', '19312345678904'],
])('%s is stored with 14 digits, and what is stored is read as it is', (_what, printed, stored) => {
  expect(canonicalGtin(printed)).toBe(stored);
  expect(canonicalGtin(stored)).toBe(stored);
});

test.each(['0267113000000', '9300633450404', '', null])('no GTIN: %s', (text) => {
  expect(canonicalGtin(text)).toBeNull();
});

test.each([
  ['an EAN', '09312345678907', '9312345678907'],
  ['a UPC as its EAN', '00009800895007', '0009800895007'],
  ['a short one', '00000096385074', '96385074'],
  ['a carton', '19312345678904', '19312345678904'],
])('%s', (_what, stored, printed) => {
  expect(printedGtin(stored)).toBe(printed);
});
