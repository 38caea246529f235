import { expect, test } from 'vitest';
import { seal, unseal } from './signed-link.ts';

const SECRET = 'a-secret-of-at-least-32-characters';

test('a sealed piece opens in its own mail only', () => {
  const link = `?token=${seal(SECRET, 'reset:1', 'abc')}`;
  expect(unseal(SECRET, 'reset:1', link)).toBe('?token=abc');
  expect(unseal(SECRET, 'alert:1', `Kettle ${link}`)).toBe(`Kettle ${link}`);
  expect(unseal('another-secret-of-at-least-32-characters', 'reset:1', link)).toBe(link);
});

test('a product name that looks sealed stays as it is beside a sealed link', () => {
  const name = 'Kettle factory-sealed.Nimbus-Games-Console-White-64GB-Australian-Stock';
  expect(unseal(SECRET, 'reset:1', `${name} ${seal(SECRET, 'reset:1', 'abc')}`)).toBe(
    `${name} abc`,
  );
});
