import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts';
import { searchTimeAgo } from './search-time-ago.ts';
import { bannerFreshness, savedTimeAgo, trendingTimeAgo } from './time-ago.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 2);

test.each([
  [-5, 'just now'],
  [59_999, 'just now'],
  [MINUTE_MS, '1m ago'],
  [59 * MINUTE_MS, '59m ago'],
  [2 * HOUR_MS, '2h ago'],
  [49 * HOUR_MS, '2d ago'],
])('search: %d ms is %s', (age, text) => expect(searchTimeAgo(NOW_MS - age, NOW_MS)).toBe(text));

test.each([
  [0, 'today'],
  [1, '1 day ago'],
  [6, '6 days ago'],
  [7, '1 week ago'],
  [29, '4 weeks ago'],
  [30, '22 Oct 2026'],
])('saved: %d days is %s', (days, text) =>
  expect(savedTimeAgo(NOW_MS - days * DAY_MS, NOW_MS)).toBe(text),
);

test.each([
  [0, 'just now'],
  [MINUTE_MS, '1 minute ago'],
  [59 * MINUTE_MS, '59 minutes ago'],
  [HOUR_MS, '1 hour ago'],
  [23 * HOUR_MS, '23 hours ago'],
  [40 * DAY_MS, '40 days ago'],
])('trending: %d ms is %s', (age, text) =>
  expect(trendingTimeAgo(NOW_MS - age, NOW_MS)).toBe(text),
);

test.each([
  [0, '24 hours ago'],
  [8, '16 hours ago'],
  [9, 'just now'],
  [21, 'just now'],
  [22, '2 hours ago'],
  [23, '1 hours ago'],
])('the banner at hour %d says %s', (hour, text) => expect(bannerFreshness(hour)).toBe(text));
