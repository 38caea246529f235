import { expect, test } from 'vitest';
import { cents } from '../money.ts';
import { heldAgainst, OFFER_REFUSALS, refusalWords, statedPrice } from './offer-refusal.ts';

test.each([
  ['1299.5', 'AUD', '$1,299.50'],
  ['0', 'AUD', '$0.00'],
  ['20000.01', 'AUD', '$20,000.01'],
  // Never rounded or reinterpreted.
  ['12.345', 'AUD', '12.345 AUD'],
  ['30.00', 'USD', '30.00 USD'],
  ['30.00', null, '30.00'],
  ['1e309', 'AUD', '1e309 AUD'],
  ['9999999999999', 'AUD', '9999999999999 AUD'],
  ['from $5', null, 'from $5'],
  [null, 'AUD', 'none'],
])('a stated %s %s reads %s', (price, currency, text) => {
  expect(statedPrice(price, currency)).toBe(text);
});

test('shows the limit that a price was checked against', () => {
  expect(heldAgainst(cents(2_000), null)).toBe('last price $20.00');
  expect(heldAgainst(null, cents(2_000_000))).toBe('at most $20,000.00');
  expect(heldAgainst(null, null)).toBeNull();
});

test('every reason has a text; an unknown one is shown as is', () => {
  for (const reason of OFFER_REFUSALS) expect(refusalWords(reason)).toContain(' ');
  expect(refusalWords('toString')).toBe('toString');
});
