import { remembered } from './remembered.ts';
import { DAY_MS, HOUR_MS, SHOPPERS_ZONE } from './time.ts';

/* Days as shoppers live them: from midnight to midnight in their zone, two of them a year an hour shorter or longer. */

const ZONE = new Intl.DateTimeFormat('en-AU', {
  timeZone: SHOPPERS_ZONE,
  timeZoneName: 'longOffset',
});

/** The number since 1970 of the day on which a moment (UTC ms) falls. */
export function shopperDay(ms: number): number {
  return Math.floor(localMs(ms) / DAY_MS);
}

/** What the shoppers' clocks show at a moment, as ms since their 1 January 1970. */
export function localMs(ms: number): number {
  return ms + offsetMs(ms);
}

/** The moment (UTC ms) at which the shoppers' clocks show this: the inverse of `localMs`. NaN for NaN. */
export function momentOfLocal(local: number): number {
  if (Number.isNaN(local)) return local;
  // On the two days when the clocks change the first guess may use the other offset; the second one is right.
  const nearMs = local - offsetMs(local);
  return local - offsetMs(nearMs);
}

/** How far the shoppers' clocks are ahead of UTC at a moment, ms. */
const offsetMs = (atMs: number): number => offsetInHour(Math.floor(atMs / HOUR_MS));

const HOURS_REMEMBERED = 50_000;

/** The clocks change on the hour, and a search asks about the same hours again and again. */
const offsetInHour = remembered((hour: number) => {
  const zone = ZONE.formatToParts(hour * HOUR_MS);
  const name = zone.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return Date.parse('1970-01-01T00:00Z') - Date.parse(`1970-01-01T00:00${name.replace('GMT', '')}`);
}, HOURS_REMEMBERED);
