export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;

/** Prices known for this many days are a year of prices to texts. */
export const FULL_YEAR_DAYS = 350;

/** A moment (ms since 1970) as ISO 8601, UTC. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}
