import type { ClaimedPage } from '#db/queries/crawl/pages.ts';

const MAX_BASE_INTERVALS = 4;

/** Shoppers' requests refresh a shop's search pages; the schedule reads them every 30 days only. */
const SEARCH_PAGE_MINUTES = 30 * 24 * 60;

/** Minutes until the next check: the base after a change; each check without a change adds half, up to four times the base. */
export function nextIntervalMinutes(
  claim: Pick<ClaimedPage, 'kind' | 'intervalMinutes'>,
  moved: boolean,
  baseMinutes: number,
): number {
  if (claim.kind === 'search') return SEARCH_PAGE_MINUTES;
  if (moved) return baseMinutes;
  return Math.min(
    baseMinutes * MAX_BASE_INTERVALS,
    Math.max(baseMinutes, Math.round(claim.intervalMinutes * 1.5)),
  );
}
