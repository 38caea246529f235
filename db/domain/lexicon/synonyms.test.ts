import { expect, test } from 'vitest';
import { TERMS } from './lexicon.ts';
import { usualPhrase, wordsThatMean } from './synonyms.ts';

test('finds synonyms from each of them, in singular and plural', () => {
  expect(wordsThatMean('telly')).toContain('tv');
  expect(wordsThatMean('Fridges')).toContain('refrigerator');
  expect(wordsThatMean('doonas')).toContain('quilt');
  expect(wordsThatMean('xyzzy')).toEqual([]);
});

test('reads a phrase without synonyms as the known one that says the same word by word', () => {
  expect(usualPhrase('choccy bickies')).toBe('chocolate biscuit');
  expect(wordsThatMean('choc biscuits')).toEqual(wordsThatMean('chocolate biscuits'));
  expect(usualPhrase('biscuits')).toBe('biscuits');
});

test('includes brands in a kind, but not the kind in a brand', () => {
  expect(wordsThatMean('paracetamol')).toContain('panadol');
  expect(wordsThatMean('panadol')).toEqual([]);
  expect(wordsThatMean('game console')).toContain('xbox');
  expect(wordsThatMean('nintendo switch')).not.toContain('xbox');
});

test('no synonym loses one of its two words to the words that Postgres ignores', () => {
  const phrases = TERMS.flatMap(({ phrase, synonyms, kindOf }) =>
    synonyms[0] || kindOf[0] ? [phrase, ...synonyms, ...kindOf] : [],
  );
  expect(
    phrases.filter((phrase) => /^(?:(?:can|no) \S+|\S+ (?:can|no)|can|no)$/.test(phrase)),
  ).toEqual([]);
});
