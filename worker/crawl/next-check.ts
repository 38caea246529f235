import type { ClaimedPage } from '#db/queries/crawl/pages.ts';

const LONGEST_IN_BASES = 4;

/** A shop's search is read when a shopper asks, hardly by the schedule: 30 days. */
const SEARCH_PAGE_MINUTES = 30 * 24 * 60;

/** Minutes until the next check: the base after a change; each check without one adds half, up to four times the base. */
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
