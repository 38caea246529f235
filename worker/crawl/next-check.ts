import type { ClaimedPage } from '#db/queries/crawl/pages.ts';

const LONGEST_IN_BASES = 4;

/** A shop's search is asked when a shopper asks, not by the clock: 30 days. */
const SEARCH_PAGE_MINUTES = 30 * 24 * 60;

/**
 * When a page is read again, in minutes: a moved price brings it back to the base interval, each quiet check
 * makes it half as long again, up to four times the base.
 */
export function nextIntervalMinutes(
  claim: Pick<ClaimedPage, 'kind' | 'intervalMinutes'>,
  moved: boolean,
  baseMinutes: number,
): number {
  if (claim.kind === 'search') return SEARCH_PAGE_MINUTES;
  if (moved) return baseMinutes;
  return Math.min(
    baseMinutes * LONGEST_IN_BASES,
    Math.max(baseMinutes, Math.round(claim.intervalMinutes * 1.5)),
  );
}
