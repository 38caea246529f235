import { expect, it } from 'vitest';
import { parseLoose } from './script-json.ts';

const words = (text: string) =>
  Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`message.${index}`, text]));
const parsed = (value: unknown) => parseLoose(JSON.stringify(value));

it('leaves out long lists of words, and nothing beside them', () => {
  const product = { name: 'Kettle', price: 49.95 };
  expect(parsed({ texts: words('Add to cart'), product, more: { labels: words('Next') } })).toEqual(
    { texts: {}, product, more: { labels: {} } },
  );
});

it.each([
  ['that speaks of a price', { ...words('Add to cart'), price: '49.95' }],
  ['that holds objects', { ...words('Add to cart'), brand: { name: 'Wattle & Co' } }],
  ['that is short', Object.fromEntries(Object.entries(words('Next')).slice(0, 100))],
  ['with a bracket at the beginning of a text', words('}, or what follows')],
  ['with a bracket at the end of a text', words('for you, {')],
  ['with brackets in a text', words('Hello {name}')],
  ['with a text that reads as a key and a bracket', words('a":{"b')],
  ['with a text that reads as its end', words('the end"}')],
])('keeps a list %s', (_, list) => {
  const state = { list, product: { name: 'Kettle', price: 49.95 } };
  expect(parsed(state)).toEqual(state);
});

it('keeps a text that reads as such a list', () => {
  const state = { text: JSON.stringify({ list: words('Add to cart') }), twice: 'x' };
  expect(parsed(state)).toEqual(state);
});
