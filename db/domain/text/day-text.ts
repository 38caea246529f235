import { SHOPPERS_ZONE } from '../time.ts';

/** '3 May', or with formatRange '3 – 9 May', in the shoppers' zone. */
export const DAY_FORMAT = new Intl.DateTimeFormat('en-AU', {
  day: 'numeric',
  month: 'long',
  timeZone: SHOPPERS_ZONE,
});

const YEAR_FORMAT = new Intl.DateTimeFormat('en-AU', { year: 'numeric', timeZone: SHOPPERS_ZONE });

/** '3 May', in Sydney; '3 May 2025' when that is not the year of `nowMs`. */
export function dayText(ms: number, nowMs = ms): string {
  const year = YEAR_FORMAT.format(ms);
  return year === YEAR_FORMAT.format(nowMs)
    ? DAY_FORMAT.format(ms)
    : `${DAY_FORMAT.format(ms)} ${year}`;
}
