import { expect, test } from 'vitest';
import { MAX_RETRY_AFTER_MS, retryAfterMs } from './answer.ts';

const NOW = new Date('2026-11-21T00:00:00Z');

test.each([
  ['0', 0],
  ['120', 120_000],
  [' 5 ', 5_000],
  ['86401', MAX_RETRY_AFTER_MS],
  ['9'.repeat(400), MAX_RETRY_AFTER_MS],
  ['Sat, 21 Nov 2026 00:01:00 GMT', 60_000],
  ['Saturday, 21-Nov-26 00:01:00 GMT', 60_000],
  ['Sat Nov 21 00:01:00 2026 GMT', 60_000],
  ['Fri, 20 Nov 2026 00:00:00 GMT', 0],
  ['Tue, 01 Jan 2999 00:00:00 GMT', MAX_RETRY_AFTER_MS],
])('%s → %d ms', (header, expected) => {
  expect(retryAfterMs(header, NOW)).toBe(expected);
});

test.each([null, '', '-5', '1.5', '1e3', 'soon', 'Sat', '2026-11-21', 'Infinity', 'NaN'])(
  'rejects %s as a Retry-After',
  (header) => {
    expect(retryAfterMs(header, NOW)).toBeNull();
  },
);
