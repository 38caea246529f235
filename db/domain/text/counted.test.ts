import { expect, test } from 'vitest';
import { countText } from '../count-text.ts';
import { type Cents, formatAud } from '../money.ts';
import { counted } from './counted.ts';

const COUNTS = [0, 7, 999, 1000, 12_400, 100_000, 999_999, 1_000_000, 1_234_567_890];

test.each(COUNTS)('%i reads as en-AU writes it', (count) => {
  expect(countText(count)).toBe(count.toLocaleString('en-AU'));
});

test('names one thing and several', () => {
  expect([0, 1, 1240].map((count) => counted(count, 'offer'))).toEqual([
    '0 offers',
    '1 offer',
    '1,240 offers',
  ]);
});

test.each([0, 5, 99, 100, 1299, 99_999, 129_900, 100_000_005, 1_234.5, 104_166.666])(
  '%d cents read as en-AU writes dollars',
  (amount) => {
    const aud = new Intl.NumberFormat('en-AU', { style: 'currency', currency: 'AUD' });
    expect(formatAud(amount as Cents)).toBe(aud.format(amount / 100));
  },
);
