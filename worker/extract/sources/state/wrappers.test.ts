import { expect, it } from 'vitest';
import { unwrapped } from './wrappers.ts';

it.each([
  ['a type', { S: 'Socket Set' }, 'Socket Set'],
  ['a type of a document store', { doubleValue: 79.5 }, 79.5],
  ['a type of a database', { $numberDecimal: '5.99' }, '5.99'],
  ['where it matched', { raw: 12.5, snippet: null }, 12.5],
  ['languages', { tr: 'Bornoz', en: 'Bathrobe' }, 'Bathrobe'],
  ['a list', ['49.95'], '49.95'],
])('a value is freed of %s', (_what, wrapped, value) => {
  expect(unwrapped(wrapped)).toBe(value);
});

it('an object that says more stays', () => {
  for (const value of [{ name: 'Plush' }, { from: 5 }, { de: 'Sofa', fr: 'Canapé' }, {}])
    expect(unwrapped(value)).toBe(value);
});
