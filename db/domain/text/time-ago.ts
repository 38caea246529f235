/* Wordings of time ago that the specification distinguishes (spec §9). Search has a file of its own, to load no others. */
import { DATE_FORMAT } from '../calendar.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts';

/** Favourites and histories: under 7 days 'N days ago', under 30 'N weeks ago', else the date. */
export function savedTimeAgo(thenMs: number, nowMs: number): string {
  const days = Math.max(0, Math.floor((nowMs - thenMs) / DAY_MS));
  if (days === 0) return 'today';
  if (days < 7) return counted(days, 'day');
  return days < 30 ? counted(Math.floor(days / 7), 'week') : DATE_FORMAT.format(thenMs);
}

/** Trending searches: 'just now' within the minute, minutes under 60, hours under 24, then days. */
export function trendingTimeAgo(thenMs: number, nowMs: number): string {
  const age = Math.max(0, nowMs - thenMs);
  if (age < MINUTE_MS) return 'just now';
  if (age < HOUR_MS) return counted(Math.floor(age / MINUTE_MS), 'minute');
  return age < DAY_MS
    ? counted(Math.floor(age / HOUR_MS), 'hour')
    : counted(Math.floor(age / DAY_MS), 'day');
}

/** The banner's freshness text by the local hour, 0–23: fixed by the spec (§1), not measured. Hour 0 says '24 hours ago'. */
export function bannerFreshness(localHour: number): string {
  if (localHour >= 9 && localHour <= 21) return 'just now';
  return `${Math.max(1, 24 - localHour)} hours ago`;
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
