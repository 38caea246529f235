const LONGEST_IN_BASES = 4;

/**
 * When a page is read again, in minutes: a moved price brings it back to the base interval, each quiet check
 * makes it half as long again, up to four times the base.
 */
export function nextIntervalMinutes(
  lastMinutes: number,
  moved: boolean,
  baseMinutes: number,
): number {
  if (moved) return baseMinutes;
  return Math.min(
    baseMinutes * LONGEST_IN_BASES,
    Math.max(baseMinutes, Math.round(lastMinutes * 1.5)),
  );
}
