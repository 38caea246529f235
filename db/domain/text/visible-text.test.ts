import { expect, test } from 'vitest';
import { visibleText, withoutUnseen } from './visible-text.ts';

test.each([
  ['a right-to-left override', 'Mulga \u202eelttek\u202c Kettle', 'Mulga elttek Kettle'],
  ['isolates and marks', '\u2067Mulga\u2069 \u200eKettle\u200f\u061c', 'Mulga Kettle'],
  ['zero width', 'Mul\u2060ga\u200bKet\u200dtle\ufeff', 'Mulga Kettle'],
  ['the tags block', 'Mulga\u{e0041}\u{e0042}\u{e007f} Kettle\u{e0000}', 'Mulga Kettle'],
  ['fillers and variation selectors', 'Mulga\u3164 Kettle\ufe0f\u{e0100}', 'Mulga Kettle'],
  ['controls', 'Mulga\u0007Kettle\u0000\u0085', 'Mulga Kettle'],
  ['line ends', '\r\nMulga\u2028Kettle\u2029', 'Mulga Kettle'],
  ['half a surrogate pair', 'Mulga \ud83d', 'Mulga \ufffd'],
  ['ordinary text', 'Café “Mulga” 1.7 L – 100 % (N° 5)', 'Café “Mulga” 1.7 L – 100 % (N° 5)'],
])('visibleText: %s', (_what, text, visible) => {
  expect(visibleText(text)).toBe(visible);
});

test('withoutUnseen keeps the lines of a longer text', () => {
  expect(withoutUnseen('one\n  two\u202e\ttabbed')).toBe('one\n  two\ttabbed');
});

test('no character that the quick search passes is invisible', () => {
  for (let code = 0; code < 0x110000; code += 1) {
    const text = String.fromCodePoint(code);
    if (/[\p{Cf}\p{DI}\p{Cs}]|(?!\s)\p{Cc}/u.test(text)) expect(withoutUnseen(text)).not.toBe(text);
  }
});
