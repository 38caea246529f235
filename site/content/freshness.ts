/** How often the banner's freshness text is read anew, in ms (spec §9). */
export const FRESHNESS_REFRESH_MS = 60_000;

/**
 * The banner's freshness text for a local hour of 0–23 (spec §1): 'just now' from 9 to 21 inclusive, else
 * '{24 minus hour, minimum 1} hours ago'. A fixed rule, not a measurement.
 */
export function freshnessText(localHour: number): string {
  if (localHour >= 9 && localHour <= 21) return 'just now';
  return `${Math.max(1, 24 - localHour)} hours ago`;
}
