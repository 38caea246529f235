import { expect, test } from 'vitest';
import { listedIn, nounPhraseOf, phrasesIn } from './noun-phrase.ts';

test.each([
  ['can u show me non stick frypans that work on induction', 'non stick frypans'],
  ['when do the supermarkets have vegemite on the shelf', 'vegemite'],
  ['which toilet paper lasts the longest in a house of five', 'toilet paper'],
  ['is the acme kettle actually any good', 'acme kettle'],
  ['what laptop should I get my 12 year old mostly for homework', 'laptop'],
  ['a descaler for my coffee machine', 'descaler'],
  ['a bottle of olive oil', 'bottle of olive oil'],
  ['can I book flights', 'flights'],
  ['saw the acme kettle for less', 'acme kettle'],
  ['is it worth paying double for an acme kettle', 'acme kettle'],
  ['is huggies any better than cheap nappies', 'huggies nappies'],
])('“%s” is about “%s”', (text, thing) => {
  expect(nounPhraseOf(text)?.thing).toBe(thing);
});

test('the purpose behind a noun phrase ends with its last phrase', () => {
  expect(nounPhraseOf('a coffee machine with grinder for')?.purpose).toBe('with grinder');
  expect(nounPhraseOf('kettle, my wife likes tea')?.purpose).toBe('');
});

test('a stop word within a term ends no phrase', () => {
  const texts = phrasesIn('over ear headphones').map(({ text }) => text);
  expect(texts).toEqual(['over ear headphones']);
});

test('only stop words are no phrase', () => {
  expect(nounPhraseOf('what should i get')).toBeNull();
});

test.each([
  ['a toaster, a kettle and some mugs', ['toaster', 'kettle', 'mugs']],
  ['washing machine and dryer', ['washing machine', 'dryer']],
  ['kettle, toaster and microwave', ['kettle', 'toaster', 'microwave']],
  ['salt and pepper mill', []],
  ['a charger for a phone and a laptop', []],
  ['a phone, my screen is broken', []],
  ['doona queen size plus a cover and 2 pillows', ['doona queen size', 'cover', 'pillows']],
  ['school bag, drink bottle, lunch box', ['school bag', 'drink bottle', 'lunch box']],
  ['couch, grey', []],
  ['4 person tent and two sleeping bags', ['4 person tent', 'sleeping bags']],
])('“%s” lists %j', (text, goods) => {
  expect(listedIn(text)).toEqual(goods);
});
