import type { CrawlOutcome } from './services.ts';

/** A page that takes longer is slow: the shop answers late, or not at all. */
const SLOW_PAGE_MS = 5_000;
/** The time of a visit to a shop that has not proven to be quick. */
const SHORT_BUDGET_MS = 5_000;
/** How long a visit that finds no place waits for the next look. */
const AGAIN_MS = 5_000;

/**
 * Shares the places of a process: once some shops have proven to be quick, those that are slow, or new and may be, hold half of
 * the places at most and are visited shortly. A crowd of them cannot keep the others waiting.
 */
export function createTurns(places: number, now: () => number = () => performance.now()) {
  const quick = new Set<string>();
  const most = Math.max(1, Math.floor(places / 2));
  let doubtful = 0;
  return async (
    retailerId: string,
    visit: (budgetMs: number | undefined) => Promise<CrawlOutcome>,
  ): Promise<{ againInMs: number } | undefined> => {
    const isQuick = quick.has(retailerId);
    if (!isQuick && quick.size > 0 && doubtful >= most) return { againInMs: AGAIN_MS };
    if (!isQuick) doubtful += 1;
    const startedAt = now();
    try {
      const { pages, more } = await visit(isQuick ? undefined : SHORT_BUDGET_MS);
      const isSlow = now() - startedAt > SLOW_PAGE_MS * Math.max(1, pages);
      if (isSlow) quick.delete(retailerId);
      else if (pages > 0) quick.add(retailerId);
      // More pages than one job's budget: the job continues behind the other retailers.
      return more ? { againInMs: 0 } : undefined;
    } finally {
      if (!isQuick) doubtful -= 1;
    }
  };
}
