import type { EntityManager } from '@mikro-orm/postgresql';
import { lockKnownOffers } from '#db/queries/offers/offers.ts';
import { heldPages, holdPage, lockRun } from '#db/queries/quarantine/quarantine.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import { inTransaction } from '#db/queries/sql/in-transaction.ts';
import { pageVerdict } from '#domain/offers/run-quarantine.ts';
import { readPage } from '../extract/read-page.ts';
import { keptLink } from '../offers/assign-products.ts';
import { type GuardedReading, guardReading } from '../offers/guard-reading.ts';
import { offerToStore } from '../offers/offer-to-store.ts';
import { splitByJump } from '../offers/price-jump.ts';
import { identifiedOffers } from '../offers/rows-of-page.ts';
import { readKeptPage } from '../replay/page-keeper.ts';
import { noneKept } from '../replay/replay-pages.ts';

/** Extracts the kept pages of a quarantined run again and holds the new results. Throws OperatorError when no pages are kept. */
export async function replayHeld(
  em: EntityManager,
  retailer: RetailerRow,
  runId: string,
): Promise<{ replayed: number; missing: number }> {
  const result = { replayed: 0, missing: 0 };
  for (const page of await heldPages(em, runId)) {
    const kept = await readKeptPage(em, page);
    if (!kept) {
      result.missing += 1;
      continue;
    }
    const { body, url, contentType, fetchedAt } = kept;
    const { selectors } = retailer.discovery;
    const reading = readPage({ body, url, contentType, nowMs: fetchedAt.getTime(), selectors });
    await holdAgain(em, retailer, runId, page, fetchedAt, guardReading(reading, retailer));
    result.replayed += 1;
  }
  if (result.replayed === 0) throw noneKept(retailer);
  return result;
}

async function holdAgain(
  em: EntityManager,
  retailer: RetailerRow,
  runId: string,
  pageId: string,
  observedAt: Date,
  guarded: GuardedReading,
): Promise<void> {
  const items = await identifiedOffers(em, retailer.id, guarded);
  await inTransaction(em, async (tx) => {
    // The quarantine has been approved or has healed in the meantime.
    if ((await lockRun(tx, runId)).heldIn !== runId) return;
    const contents = items.map(({ content }) => content);
    const known = await lockKnownOffers(tx, retailer.id, contents);
    const offers = items.flatMap((item, nth) => {
      const productId = known[nth]?.productId;
      return productId === undefined ? [] : [offerToStore(item, keptLink(productId))];
    });
    const { judged } = splitByJump(
      offers,
      known.filter((offer) => offer !== undefined),
    );
    await holdPage(tx, runId, {
      id: pageId,
      observedAt,
      verdict: pageVerdict(judged) ?? 'failed',
      reason: Object.keys(guarded.refusals)[0] ?? null,
      offers,
    });
  });
}
