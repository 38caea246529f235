/*
 * The calendar: every day, date and window is that of Sydney, with its daylight saving; moments are UTC ms. Built on Intl, because
 * shoppers' browsers run it too and not all of them have Temporal. The pure marks let the bundler drop formats that a page does not use.
 */
import { remembered } from './remembered.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';

/** The zone of days on screens, in mails and in forecasts, and of shops that state none: most of Australia lives by it. */
export const SHOPPERS_ZONE = 'Australia/Sydney';

const ZONED = { timeZone: SHOPPERS_ZONE } as const;
const OFFSET = /* @__PURE__ */ new Intl.DateTimeFormat('en-AU', {
  ...ZONED,
  timeZoneName: 'longOffset',
});

/** Day number since 1970 of a moment. */
export function dayOf(ms: number): number {
  return Math.floor(localMs(ms) / DAY_MS);
}

/** The moment at which a day begins; two days a year last 23 or 25 hours. */
export function dayStart(day: number): number {
  return momentOfLocal(day * DAY_MS);
}

/** '2026-11-22', from a day number since 1970. */
export function isoDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The day number of '2026-11-22'; NaN for any other text. */
export function dayNamed(date: string): number {
  return /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00Z`) / DAY_MS : Number.NaN;
}

/** The date of a moment: '2026-11-22'. */
export function dateOf(ms: number): string {
  return isoDay(dayOf(ms));
}

/** '2026-11-24 17:36', for operators. */
export function minuteText(at: Date): string {
  return new Date(localMs(at.getTime())).toISOString().slice(0, 16).replace('T', ' ');
}

/** Local time at a moment, as ms since the local 1 January 1970. */
export function localMs(ms: number): number {
  return ms + offsetMs(ms);
}

/** The moment of a local time: the inverse of `localMs`. NaN for NaN. */
export function momentOfLocal(local: number): number {
  if (Number.isNaN(local)) return local;
  // On the two days when the clocks change, the first guess may use the wrong offset.
  const nearMs = local - offsetMs(local);
  return local - offsetMs(nearMs);
}

/** Year first, or day first as in Australia; then a time and its offset if stated. */
const STAMP =
  /^(?:(?<year>\d{4})[-/](?<month>\d\d?)[-/](?<day>\d\d?)|(?<d>\d\d?)[-/](?<m>\d\d?)[-/](?<y>\d{4}))(?:[T ]\s*(?<hour>\d\d?):(?<minute>\d\d)(?::(?<second>\d\d))?(?:\.\d+)?\s*(?<half>[ap]m)?\s*(?<offset>Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$/i;
const MONTH_NAME = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec).*\d{4}/i;
const TIME_WITH_ZONE = /\d:\d.*(?:Z|GMT|UTC|[+-]\d\d:?\d\d)(?:\s*\([^)]*\))?$/i;

/**
 * The moment that a shop states. A stated offset wins; else the time is Sydney's. A date without a time is its first moment, or with
 * `isEnd` the first moment after it. NaN for a text that is no date.
 */
export function statedMoment(text: string, { isEnd = false } = {}): number {
  const stated = text.trim();
  const stamp = STAMP.exec(stated)?.groups;
  // 'Tue, 1 Dec 2026 09:00:00 GMT', 'December 1, 2026'.
  if (!stamp && !MONTH_NAME.test(stated)) return Number.NaN;
  if (!stamp && TIME_WITH_ZONE.test(stated)) return Date.parse(stated);
  const local = stamp ? stampMs(stamp) : Date.parse(`${stated} UTC`);
  const offset = stamp?.['offset'];
  if (offset) return local - statedOffsetMs(offset);
  return momentOfLocal(local + (isEnd && !/\d:\d/.test(stated) ? DAY_MS : 0));
}

/** The local time of a stamp, as ms since the local 1 January 1970. */
function stampMs(stamp: Record<string, string | undefined>): number {
  const { d, m, y, day = d, month = m, year = y } = stamp;
  const { hour = '0', minute = '00', second = '00', half } = stamp;
  const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : hour;
  const pad = (number: unknown) => String(number).padStart(2, '0');
  return Date.parse(`${year}-${pad(month)}-${pad(day)}T${pad(hours)}:${minute}:${second}Z`);
}

/** '+10:00', '-0330', '+10' or 'Z' in ms. */
function statedOffsetMs(offset: string): number {
  const [, sign, hours, minutes = 0] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? [];
  const ms = Number(hours ?? 0) * HOUR_MS + Number(minutes) * MINUTE_MS;
  return sign === '-' ? -ms : ms;
}

/** Offset of the zone from UTC at a moment, ms. */
const offsetMs = (atMs: number): number => offsetInHour(Math.floor(atMs / HOUR_MS));

const HOURS_REMEMBERED = 50_000;

/** Cached by the hour: the offset changes on the hour, and a search needs the same hours repeatedly. */
const offsetInHour = /* @__PURE__ */ remembered((hour: number) => {
  const zone = OFFSET.formatToParts(hour * HOUR_MS);
  const name = zone.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return statedOffsetMs(name.replace('GMT', ''));
}, HOURS_REMEMBERED);

/** '3 May', or with formatRange '3 – 9 May'. */
export const DAY_FORMAT = /* @__PURE__ */ new Intl.DateTimeFormat('en-AU', {
  day: 'numeric',
  month: 'long',
  ...ZONED,
});

/** '23 Nov 2026'. */
export const DATE_FORMAT = /* @__PURE__ */ new Intl.DateTimeFormat('en-AU', {
  dateStyle: 'medium',
  ...ZONED,
});

/** 'November 2026'. */
export const MONTH_FORMAT = /* @__PURE__ */ new Intl.DateTimeFormat('en-AU', {
  month: 'long',
  year: 'numeric',
  ...ZONED,
});

const MOMENT_FORMAT = /* @__PURE__ */ new Intl.DateTimeFormat('en-AU', {
  dateStyle: 'medium',
  timeStyle: 'short',
  ...ZONED,
});

/** '23 Nov 2026, 2:31 pm'. */
export function momentText(ms: number): string {
  return MOMENT_FORMAT.format(ms);
}

/** '3 May'; '3 May 2025' when that is not the year of `nowMs`. */
export function dayText(ms: number, nowMs = ms): string {
  const [date, today] = [dateOf(ms), dateOf(nowMs)];
  const isThisYear = date.slice(0, 4) === today.slice(0, 4);
  return isThisYear ? DAY_FORMAT.format(ms) : `${DAY_FORMAT.format(ms)} ${date.slice(0, 4)}`;
}
