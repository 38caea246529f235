import { counted } from '#domain/text/counted.ts';
import { searchTimeAgo } from '#domain/text/search-time-ago.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { StatusRow } from '#site/server/public-pages/retailer.ts';

type Readings = Pick<
  StatusRow,
  'lastSuccessAt' | 'medianAgeMinutes' | 'pagesRead' | 'pagesRefused' | 'heldSince'
>;

/** How old and how complete the prices of a retailer are, in words. */
export function freshnessOf(retailer: Readings, nowMs = Date.now()) {
  const { lastSuccessAt, medianAgeMinutes, pagesRead, pagesRefused, heldSince } = retailer;
  const total = pagesRead + pagesRefused;
  return {
    lastRead: lastSuccessAt ? searchTimeAgo(Date.parse(lastSuccessAt), nowMs) : 'not yet',
    usualAge: medianAgeMinutes === null ? '–' : ageText(medianAgeMinutes),
    success: total > 0 ? `${Math.floor((100 * pagesRead) / total)}%` : '–',
    /** Notice for a quarantined retailer: the prices shown are the last good ones. */
    held: heldSince && `New prices held for checking: ${ageText(minutesSince(heldSince, nowMs))}`,
  };
}

/** At least 1. */
const minutesSince = (iso: string, nowMs: number) =>
  Math.max(1, Math.round((nowMs - Date.parse(iso)) / MINUTE_MS));

/** Rounds down, like the time of the last reading beside it. */
function ageText(minutes: number): string {
  if (minutes < 1) return 'under 1 min';
  if (minutes < 60) return `${minutes} min`;
  return minutes < 48 * 60
    ? counted(Math.floor(minutes / 60), 'hour')
    : `${Math.floor(minutes / 1440)} days`;
}
