import { expect, test } from 'vitest';
import { CHECKLIST_SYMBOLS, PASSWORD_MIN, passwordChecklist } from './password-rule.ts';

const passes = (password: string) =>
  passwordChecklist(password)
    .filter(({ passed }) => passed)
    .map(({ id }) => id);

test('the server requires 6 characters', () =>
  expect(`${PASSWORD_MIN} characters`).toBe('6 characters'));

test('of 7, 8, 64 and 65 characters, those of 8 to 64 pass', () => {
  const lengths = [7, 8, 64, 65].filter((length) => passes('x'.repeat(length)).includes('length'));
  expect(lengths, 'lengths that pass').toEqual([8, 64]);
});

test.each([
  ['a', 'letter'],
  ['Z', 'letter'],
  ['7', 'digit'],
])('%s is a %s', (password, id) => expect(passes(password)).toEqual([id]));

test('the symbols are those of the hint', () => {
  expect(CHECKLIST_SYMBOLS).toBe('!@#$%^*-_+=');
  for (const symbol of '!@#$%^*-_+=') expect(passes(symbol)).toEqual(['symbol']);
  for (const other of '~&()?. ') expect(passes(other)).toEqual([]);
});
