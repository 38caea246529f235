import { type RecentPrice, recentPrices } from '#db/queries/offers/price-points.ts';
import { dollars } from '#domain/money.ts';
import type { ApiServices } from '../core/services.ts';

/** How far back the small line on an offer's card goes, days. */
const RECENT_DAYS = 90;

const MINUTES_A_DAY = 1_440;

/** A price since so many days: [days ago, dollars]. */
export type RecentChange = [daysAgo: number, price: number];

/** The price changes of each offer over the last 90 days, oldest first, by offer; one query for all of them. */
export async function recentChanges(
  services: ApiServices,
  offerIds: readonly string[],
  nowMs: number,
): Promise<Map<string, RecentChange[]>> {
  const nowSlot = Math.floor(nowMs / 60_000);
  const rows = await recentPrices(services.em(), offerIds, nowSlot - RECENT_DAYS * MINUTES_A_DAY);
  const byOffer = Map.groupBy(rows, (row) => row.offerId);
  return new Map([...byOffer].map(([id, prices]) => [id, changesOf(prices, nowSlot)]));
}

/** One entry for each new price, in whole days; of two on one day the later stands. */
export function changesOf(
  prices: readonly Pick<RecentPrice, 'slot' | 'priceCents'>[],
  nowSlot: number,
): RecentChange[] {
  const byDay = new Map(
    prices.map(({ slot, priceCents }) => {
      const daysAgo = Math.round((nowSlot - slot) / MINUTES_A_DAY);
      return [Math.min(RECENT_DAYS, Math.max(0, daysAgo)), dollars(priceCents)];
    }),
  );
  return [...byDay].filter(([, price], index, all) => price !== all[index - 1]?.[1]);
}
