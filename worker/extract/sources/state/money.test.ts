import { expect, it } from 'vitest';
import { amountOf } from './money.ts';

it.each([
  ['cents of a stated number of digits', { centAmount: 4320, fractionDigits: 2 }, '43.20'],
  ['a divisor', { amount: 3800, divisor: 100 }, '38.00'],
  ['an exponent', { amount: 2450, exponent: 2 }, '24.50'],
  ['minor units by name', { amountMinor: 35_000, currency: 'AUD' }, '350.00'],
  ['units and nanos', { units: '189', nanos: 950_000_000 }, '189.95'],
  ['a whole and a rest', { beforeDecimal: '10', afterDecimal: '72' }, '10.72'],
  ['print beside cents', { amount: '1499', formattedPrice: '$14.99' }, '14.99'],
  ['print alone', { description: '$200' }, '200'],
])('an amount is read from %s', (_what, money, amount) => {
  expect(amountOf(money, null)).toBe(amount);
});

it('digits that may be shown or stand for cents give no amount, unless print tells', () => {
  const money = { value: 8990, currency: 'AUD', precision: 2 };
  expect(amountOf(money, null)).toBeNull();
  expect(amountOf({ ...money, formatted: '$8,990.00' }, null)).toBe('8990');
  expect(amountOf({ ...money, value: 92.13 }, null)).toBe('92.13');
});
