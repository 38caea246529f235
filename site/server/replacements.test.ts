import { expect, it } from 'vitest';
import { replacementsOf, withReplacements } from './replacements.ts';

const replacements = replacementsOf([
  ['http://localhost:4321', 'https://prices.test'],
  ['support@built.example', 'help+$&@prices.test'],
  ['hello@built.example', null],
  ['same', 'same'],
]);

it('replaces built values with the values of this site, literally', () => {
  const page = '<a href="http://localhost:4321/a">support@built.example, hello@built.example</a>';
  const here = '<a href="https://prices.test/a">help+$&@prices.test, hello@built.example</a>';
  expect(withReplacements(page, replacements)).toBe(here);
  expect(withReplacements(Buffer.from(page), replacements)).toBe(here);
});

it('returns a body without built values unchanged, so that its compressed copy can be sent', () => {
  const body = Buffer.from('the same hello@built.example');
  expect(withReplacements(body, replacements)).toBe(body);
});
