import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  DATE_FORMAT,
  dateOf,
  dayOf,
  dayStart,
  dayText,
  localMs,
  momentOfLocal,
  statedMoment,
} from './calendar.ts';
import { HOUR_MS } from './time.ts';

const dateAt = (moment: string) => dateOf(Date.parse(moment));

test('a day begins at local midnight in summer and in winter', () => {
  expect(dateAt('2026-12-08T12:59:59Z')).toBe('2026-12-08');
  expect(dateAt('2026-12-08T13:00:00Z')).toBe('2026-12-09');
  expect(dateAt('2026-07-08T13:59:59Z')).toBe('2026-07-08');
  expect(dateAt('2026-07-08T14:00:00Z')).toBe('2026-07-09');
});

test.each([
  ['the clocks go forward', '2026-10-04', 23],
  ['the clocks go back', '2026-04-05', 25],
  ['nothing happens', '2026-11-23', 24],
])('the day on which %s has its own hours', (_what, day, hours) => {
  const midnight = Date.parse(`${day}T00:00Z`);
  const startMs = momentOfLocal(midnight);
  expect(dayText(startMs)).toBe(dayText(startMs + HOUR_MS));
  expect(momentOfLocal(midnight + 24 * HOUR_MS) - startMs).toBe(hours * HOUR_MS);
});

test('local time maps back to the moment, except in the hour that repeats', () => {
  const from = Date.UTC(2020, 0, 1);
  fc.assert(
    fc.property(fc.integer({ min: from, max: Date.UTC(2030, 0, 1) }), (ms) => {
      expect([0, HOUR_MS, -HOUR_MS]).toContain(momentOfLocal(localMs(ms)) - ms);
      const midnightMs = dayStart(dayOf(ms));
      expect(midnightMs).toBeLessThanOrEqual(ms);
      expect(dayOf(midnightMs)).toBe(dayOf(ms));
      expect(dayOf(midnightMs - 1)).toBe(dayOf(ms) - 1);
    }),
  );
  expect(momentOfLocal(Number.NaN)).toBeNaN();
});

test.each([
  ['2026-12-01', '2026-11-30T13:00:00Z', '2026-12-01T13:00:00Z'],
  ['2026-07-01', '2026-06-30T14:00:00Z', '2026-07-01T14:00:00Z'],
  ['2026-10-04', '2026-10-03T14:00:00Z', '2026-10-04T13:00:00Z'],
  ['1/12/2026', '2026-11-30T13:00:00Z', '2026-12-01T13:00:00Z'],
  ['1 December 2026', '2026-11-30T13:00:00Z', '2026-12-01T13:00:00Z'],
  ['Dec 1, 2026', '2026-11-30T13:00:00Z', '2026-12-01T13:00:00Z'],
])('a stated day without a time is a day in Sydney: %s', (text, from, to) => {
  expect(statedMoment(text)).toBe(Date.parse(from));
  expect(statedMoment(text, { isEnd: true })).toBe(Date.parse(to));
});

test.each([
  ['2026-12-01T09:00', '2026-11-30T22:00:00Z'],
  ['2026-12-01 09:00:30.5', '2026-11-30T22:00:30Z'],
  ['1/12/2026 9:00:00 AM', '2026-11-30T22:00:00Z'],
  ['01-12-2026 12:30 am', '2026-11-30T13:30:00Z'],
  ['1 Dec 2026 21:00', '2026-12-01T10:00:00Z'],
  ['2026-12-01T09:00:00Z', '2026-12-01T09:00:00Z'],
  ['2026-12-01T09:00+0800', '2026-12-01T01:00:00Z'],
  ['2026-12-01T09:00 -03:30', '2026-12-01T12:30:00Z'],
  ['2026-12-01T09:00+10', '2026-11-30T23:00:00Z'],
  ['Tue, 01 Dec 2026 09:00:00 GMT', '2026-12-01T09:00:00Z'],
  ['Tue Dec 01 2026 09:00:00 GMT+1100 (Australian Eastern Daylight Time)', '2026-11-30T22:00:00Z'],
])('a stated offset wins, else the time is that of Sydney: %s', (text, moment) => {
  expect(statedMoment(text)).toBe(Date.parse(moment));
  expect(statedMoment(text, { isEnd: true })).toBe(Date.parse(moment));
});

test.each(['', 'soon', '12', '1764547200', '25/13/2026', '2026-13-01', 'May', 'from Sep'])(
  'no date: %j',
  (text) => expect(statedMoment(text)).toBeNaN(),
);

test('a date reads the same however it is formatted', () => {
  const parts = new Intl.DateTimeFormat('en-AU', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  for (let month = 0; month < 12; month += 1)
    expect(DATE_FORMAT.format(Date.UTC(2026, month, 3))).toBe(
      parts.format(Date.UTC(2026, month, 3)),
    );
});

test('the year of a day is that of Sydney', () => {
  expect(dayText(Date.parse('2025-12-31T13:30Z'))).toBe('1 January');
  expect(dayText(Date.parse('2025-12-31T12:30Z'), Date.parse('2025-12-31T13:30Z'))).toBe(
    '31 December 2025',
  );
});
