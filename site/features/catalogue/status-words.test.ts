import { expect, test } from 'vitest';
import { FETCH_REFUSALS } from '#domain/errors.ts';
import { READING_REFUSALS } from '#domain/offers/page-reading.ts';
import type { StatusRow } from '#site/server/public-pages/retailer.ts';
import { refusalText, statusTotals, statusWord } from './status-words.ts';

const row = (own: Partial<StatusRow>, day: Partial<StatusRow['day']> = {}): StatusRow => ({
  slug: 'kite',
  name: 'Kite',
  path: '/retailers/kite',
  description: '',
  delivery: null,
  category: 'Toys',
  isDemo: false,
  trustScore: 8,
  offers: 10,
  lastSuccessAt: '2026-11-21T00:00:00Z',
  medianAgeMinutes: 90,
  pagesRead: 10,
  pagesRefused: 0,
  heldSince: null,
  held: 0,
  ...own,
  day: {
    runs: 1,
    pagesDone: 5,
    pricesChanged: 2,
    refusals: [],
    ...day,
  },
});

test.each([
  [row({}), 'Fresh'],
  [row({ medianAgeMinutes: 1_441 }), 'Late'],
  [row({ lastSuccessAt: null }), 'Not read yet'],
  [row({ medianAgeMinutes: 1_441, heldSince: '2026-11-21T00:00:00Z' }), 'Held'],
])('a word for the state of a retailer: %#', (retailer, word) => {
  expect(statusWord(retailer).word).toBe(word);
});

test('has words for every refusal reason', () => {
  for (const reason of [...FETCH_REFUSALS, ...READING_REFUSALS]) {
    expect(refusalText([{ reason, n: 2 }])).not.toContain(reason.includes('-') ? reason : '\0');
    expect(refusalText([{ reason, n: 2 }])).toMatch(/^2 \S/);
  }
  expect(refusalText([])).toBe('none');
  expect(
    refusalText([
      { reason: 'not-found', n: 1_200 },
      { reason: 'timeout', n: 1 },
    ]),
  ).toBe('1,200 page gone, 1 too slow');
});

test('totals are the sums over the retailers', () => {
  const rows = [
    row({ held: 3 }, { refusals: [{ reason: 'timeout', n: 4 }] }),
    row({ medianAgeMinutes: 9_999, offers: 5 }),
  ];
  expect(statusTotals(rows)).toEqual({
    retailers: 2,
    fresh: 1,
    offers: 15,
    pagesDone: 10,
    pricesChanged: 4,
    refused: 4,
    held: 3,
  });
});
