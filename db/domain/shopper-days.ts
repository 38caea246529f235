import { remembered } from './remembered.ts';
import { DAY_MS, HOUR_MS, SHOPPERS_ZONE } from './time.ts';

/* Days of the shoppers' zone, from midnight to midnight; two a year are an hour shorter or longer. */

const ZONE = new Intl.DateTimeFormat('en-AU', {
  timeZone: SHOPPERS_ZONE,
  timeZoneName: 'longOffset',
});

/** Day number since 1970 of a moment (UTC ms) in the shoppers' zone. */
export function shopperDay(ms: number): number {
  return Math.floor(localMs(ms) / DAY_MS);
}

/** The shoppers' local time at a moment, as ms since their 1 January 1970. */
export function localMs(ms: number): number {
  return ms + offsetMs(ms);
}

/** The moment (UTC ms) of a local time: the inverse of `localMs`. NaN for NaN. */
export function momentOfLocal(local: number): number {
  if (Number.isNaN(local)) return local;
  // On the two days when the clocks change, the first guess may use the wrong offset.
  const nearMs = local - offsetMs(local);
  return local - offsetMs(nearMs);
}

/** Offset of the shoppers' zone from UTC at a moment, ms. */
const offsetMs = (atMs: number): number => offsetInHour(Math.floor(atMs / HOUR_MS));

const HOURS_REMEMBERED = 50_000;

/** Cached by the hour: the offset changes on the hour, and a search needs the same hours repeatedly. */
const offsetInHour = remembered((hour: number) => {
  const zone = ZONE.formatToParts(hour * HOUR_MS);
  const name = zone.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return Date.parse('1970-01-01T00:00Z') - Date.parse(`1970-01-01T00:00${name.replace('GMT', '')}`);
}, HOURS_REMEMBERED);
