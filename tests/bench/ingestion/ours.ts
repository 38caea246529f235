import { openRun } from '#db/queries/crawl/runs.ts';
import type { OfferToStore } from '#db/queries/offers/offer-columns.ts';
import { touchSameOffers } from '#db/queries/offers/store-offers.ts';
import type { FeedRow } from '#worker/feeds/feed-row.ts';
import { BATCH_ROWS, importFeed } from '#worker/feeds/import-feed.ts';
import { type FeedRun, type RowToStore, storeFeedRows } from '#worker/feeds/store-feed-batch.ts';
import type { ShopDatabase } from './shop-database.ts';

/** The storing alone, as worker/feeds/store-feed-batch.ts does it: offers that are guarded and matched. */
export async function storeAgain(
  { em, retailer }: ShopDatabase,
  offers: readonly OfferToStore[],
  observedAt: Date,
): Promise<void> {
  const runId = await openRun(em(), retailer.id, 'feed');
  const judged = { believe: false, isRepeated: false, recent: [] };
  const run: FeedRun = { retailerId: retailer.id, runId, observedAt, ...judged };
  for (let from = 0; from < offers.length; from += BATCH_ROWS) {
    const batch = offers.slice(from, from + BATCH_ROWS);
    const seen = await touchSameOffers(em(), retailer.id, batch, observedAt);
    const rows = batch.map((offer, nth): RowToStore => {
      const seenId = seen.get(nth);
      return seenId === undefined ? { ...offer, feedRow: nth } : { seenId };
    });
    await storeFeedRows(em(), run, rows);
  }
}

/** A whole import: rows read, guarded, matched, stored, and the changed products scored. */
export async function importAgain(
  { em, retailer }: ShopDatabase,
  rows: AsyncIterable<FeedRow>,
  now: Date,
): Promise<void> {
  const report = await importFeed(em(), retailer, rows, { now });
  if (report.refused.size > 0) throw new Error(`refused: ${[...report.refused.keys()].join(', ')}`);
}
