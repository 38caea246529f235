import { expect, it } from 'vitest';
import { settle, wordsToSettle } from './settled-words.ts';

const words = wordsToSettle([
  ['http://localhost:4321', 'https://prices.test'],
  ['support@built.example', 'help+$&@prices.test'],
  ['hello@built.example', null],
  ['same', 'same'],
]);

it('puts what holds here in the place of what the build took for it, as it is', () => {
  const page = '<a href="http://localhost:4321/a">support@built.example, hello@built.example</a>';
  const here = '<a href="https://prices.test/a">help+$&@prices.test, hello@built.example</a>';
  expect(settle(page, words)).toBe(here);
  expect(settle(Buffer.from(page), words)).toBe(here);
});

it('gives a body without such words back as it came, so that its packed copy serves', () => {
  const body = Buffer.from('the same hello@built.example');
  expect(settle(body, words)).toBe(body);
});
