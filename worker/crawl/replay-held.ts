import { existsSync } from 'node:fs';
import type { EntityManager } from '@mikro-orm/postgresql';
import { lockKnownOffers } from '#db/queries/offers/offers.ts';
import { heldPageUrls, holdPage, lockRun } from '#db/queries/quarantine/quarantine.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import { inTransaction } from '#db/queries/sql/in-transaction.ts';
import { OperatorError } from '#domain/errors.ts';
import { pageVerdict } from '#domain/offers/run-quarantine.ts';
import { readPage } from '../extract/read-page.ts';
import { keptLink } from '../offers/assign-products.ts';
import { type GuardedReading, guardReading } from '../offers/guard-reading.ts';
import { offerToStore } from '../offers/offer-to-store.ts';
import { splitByJump } from '../offers/price-jump.ts';
import { identifiedOffers } from '../offers/rows-of-page.ts';
import { readSavedPage } from '../replay/page-file.ts';
import { findKeptPages } from '../replay/page-keeper.ts';

/** Extracts the kept pages of a quarantined run again and holds the new results. Throws OperatorError when no pages are kept. */
export async function replayHeld(
  em: EntityManager,
  retailer: RetailerRow,
  runId: string,
  pagesFolder: string,
): Promise<{ replayed: number; missing: number }> {
  if (!existsSync(pagesFolder)) {
    throw new OperatorError(
      `No pages of ${retailer.name} are kept; set KEEP_PAGES_DAYS to keep them.`,
    );
  }
  const findKept = await findKeptPages(pagesFolder);
  const result = { replayed: 0, missing: 0 };
  for (const page of await heldPageUrls(em, runId)) {
    const path = findKept(page.url);
    if (path === null) {
      result.missing += 1;
      continue;
    }
    const { body, head } = await readSavedPage(path);
    const observedAt = new Date(head?.fetchedAt ?? page.observedAt);
    const reading = readPage({
      body,
      url: head?.url ?? page.url,
      contentType: head?.contentType ?? null,
      nowMs: observedAt.getTime(),
      selectors: retailer.discovery.selectors,
    });
    await holdAgain(em, retailer, runId, page.id, observedAt, guardReading(reading, retailer));
    result.replayed += 1;
  }
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
