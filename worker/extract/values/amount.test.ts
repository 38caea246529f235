import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAmount, readCurrency } from './candidate.ts';

describe('readAmount', () => {
  it.each([
    [49.95, null, '49.95'],
    ['49.95', 'AUD', '49.95'],
    ['$1,299.00', null, '1299.00'],
    ['1,299', 'AUD', '1299'],
    ['1.299,00 €', null, '1299.00'],
    ['2.449', 'ARS', '2449'],
    ['12.990', 'AUD', '12.99'],
    ["1'299.50", 'CHF', '1299.50'],
    ['AUD 15', null, '15'],
    [2.7199999999999998, 'AUD', '2.72'],
    ['185.130001', 'AUD', '185.13'],
    [19.999999, 'AUD', '20.00'],
    ['$0.56 avg/ea', 'AUD', '0.56'],
  ])('reads %s (%s) as %s', (value, currency, amount) => {
    expect(readAmount(value, currency)).toBe(amount);
  });

  it.each([
    [0],
    ['1,299.00.00'],
    ['10.11.12'],
    ['0.00'],
    [-5],
    ['-5.00'],
    [Number.POSITIVE_INFINITY],
    [Number.NaN],
    [JSON.parse('1e309')],
    ['1e309'],
    ['2 for $5'],
    ['call us'],
    [null],
    [{}],
    [9_999_999_999],
  ])('has no price in %s', (value) => {
    expect(readAmount(value)).toBeNull();
  });

  it('returns a plain decimal above 0 or null for any input', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.double(), fc.stringMatching(/^[\d.,' $€-]{1,20}$/)),
        (value) => {
          const amount = readAmount(value);
          if (amount === null) return;
          expect(amount).toMatch(/^\d+(\.\d+)?$/);
          expect(Number(amount)).toBeGreaterThan(0);
          expect(Number(amount)).toBeLessThan(1e9);
        },
      ),
    );
  });
});

describe('readCurrency', () => {
  it.each([
    ['AUD', 'AUD'],
    ['aud', 'AUD'],
    ['RUR', 'RUB'],
    ['A$12', 'AUD'],
    ['€', 'EUR'],
  ])('reads %s as %s', (text, code) => {
    expect(readCurrency(text)).toBe(code);
  });

  it('proves nothing by a bare dollar sign', () => {
    expect(readCurrency('$12.00')).toBeNull();
  });
});
