/** A moment in milliseconds since 1970 as ISO 8601, UTC. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** A minute in milliseconds. */
export const MINUTE_MS = 60_000;

/** An hour in milliseconds. */
export const HOUR_MS = 60 * MINUTE_MS;

/** A day of 24 hours in milliseconds. */
export const DAY_MS = 24 * HOUR_MS;

/** Seven days in milliseconds. */
export const WEEK_MS = 7 * DAY_MS;
