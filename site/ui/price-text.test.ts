import { expect, it } from 'vitest';
import { audText, plainText, unitPriceText } from './price-text.ts';

it('writes the two currency formats of the specification', () => {
  expect(audText(1299)).toBe('$1,299.00');
  expect(plainText(1299)).toBe('$1299.00');
  expect(audText(0.1 + 0.2)).toBe('$0.30');
});

it.each([
  [{ price: '2.62', quantity: 100, unit: 'g' }, '$2.62 per 100 g'],
  [{ price: '4', quantity: 1, unit: 'L' }, '$4.00 per L'],
  [{ price: '1196', quantity: 1, unit: 'L' }, '$1,196.00 per L'],
  [{ price: '0.5', quantity: 1, unit: 'each' }, '$0.50 each'],
  [{ price: '0.07', quantity: 1, unit: 'each' }, '$0.07 each'],
  [{ price: '0.0049', quantity: 1, unit: 'each' }, '0.49c each'],
  [{ price: '0.015', quantity: 1, unit: 'g' }, '1.5c per g'],
])('writes a unit price as shelves do', (unitPrice, text) => {
  expect(unitPriceText(unitPrice)).toBe(text);
});
