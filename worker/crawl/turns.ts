import type { CrawlOutcome } from './services.ts';

/** A page that takes longer makes its shop slow. */
const SLOW_PAGE_MS = 5_000;
/** Time budget of a visit to a shop that is not known to be quick. */
const SHORT_BUDGET_MS = 5_000;
/** A visit without a free slot is tried again after this time. It is short because the next worker to take the job may have a free slot. */
const RETRY_MS = 1_000;

/**
 * Shares a process's crawl slots fairly. Once some shops are known to be quick, slow and new shops get at most half of the slots
 * and short visits, so that many slow shops cannot delay the others.
 */
export function createTurns(slots: number, now: () => number = () => performance.now()) {
  const quick = new Set<string>();
  const maxUnproven = Math.max(1, Math.floor(slots / 2));
  let unproven = 0;
  return async (
    retailerId: string,
    visit: (budgetMs: number | undefined) => Promise<CrawlOutcome>,
  ): Promise<{ againInMs: number } | undefined> => {
    const isQuick = quick.has(retailerId);
    if (!isQuick && quick.size > 0 && unproven >= maxUnproven) return { againInMs: RETRY_MS };
    if (!isQuick) unproven += 1;
    const startedAt = now();
    try {
      const { pages, more } = await visit(isQuick ? undefined : SHORT_BUDGET_MS);
      const isSlow = now() - startedAt > SLOW_PAGE_MS * Math.max(1, pages);
      if (isSlow) quick.delete(retailerId);
      else if (pages > 0) quick.add(retailerId);
      // More pages than the budget allows: the job continues behind the other retailers.
      return more ? { againInMs: 0 } : undefined;
    } finally {
      if (!isQuick) unproven -= 1;
    }
  };
}
