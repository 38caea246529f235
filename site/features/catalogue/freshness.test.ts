import { expect, it } from 'vitest';
import { freshnessOf } from './freshness.ts';

const nowMs = Date.parse('2026-11-21T04:00:00Z');
const retailer = {
  name: 'Ozmart',
  isDemo: true,
  offers: 10,
  lastSuccessAt: '2026-11-21T02:25:00Z',
  medianAgeMinutes: 95,
  pagesRead: 999,
  pagesRefused: 1,
  heldSince: null,
};

it('states when a retailer was last read, the age of its prices rounded alike, and with what success', () => {
  expect(freshnessOf(retailer, nowMs)).toEqual({
    lastRead: '1h ago',
    usualAge: '1 hour',
    success: '99%',
    held: null,
  });
});

it('never states an age of 0 minutes', () => {
  expect(freshnessOf({ ...retailer, medianAgeMinutes: 0 }, nowMs).usualAge).toBe('under 1 min');
});

it('claims nothing about a retailer that was never read', () => {
  const unread = {
    ...retailer,
    lastSuccessAt: null,
    medianAgeMinutes: null,
    pagesRead: 0,
    pagesRefused: 0,
  };
  expect(freshnessOf(unread, nowMs)).toEqual({
    lastRead: 'not yet',
    usualAge: '–',
    success: '–',
    held: null,
  });
});

it('states how long new prices have been held', () => {
  const heldFor = (heldSince: string) => freshnessOf({ ...retailer, heldSince }, nowMs).held;
  expect(heldFor('2026-11-21T03:20:00Z')).toBe('New prices held for checking: 40 min');
  expect(heldFor('2026-11-19T22:00:00Z')).toBe('New prices held for checking: 30 hours');
});
