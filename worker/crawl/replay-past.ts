import type { EntityManager } from '@mikro-orm/postgresql';
import { addToRun, closeRun, openRun } from '#db/queries/crawl/runs.ts';
import {
  markReplayed,
  type OfferWithoutPast,
  offersWithoutPast,
} from '#db/queries/offers/offers.ts';
import { addPastPrices } from '#db/queries/offers/price-points.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import { DAY_MS } from '#domain/time.ts';
import { pastPack, pastPrices } from '../demo/world/offer-past.ts';

const PAST_MS = 365 * DAY_MS;

/** Offers whose past is computed at once: about 20 ms, so that the process stays responsive. */
const OFFERS_A_STEP = 20;

/** Writes the past year of a demo shop's new offers as a `replay` run, which fires no alerts. Returns how many points it wrote. */
export async function replayPast(em: EntityManager, retailer: RetailerRow, signal: AbortSignal) {
  if (retailer.kind !== 'demo') return 0;
  let written = 0;
  let offers = await offersWithoutPast(em, retailer.id, OFFERS_A_STEP);
  if (offers.length === 0) return written;
  const runId = await openRun(em, retailer.id, 'replay');
  while (offers.length > 0 && !signal.aborted) {
    written += await replayOffers(em, runId, offers);
    offers = await offersWithoutPast(em, retailer.id, OFFERS_A_STEP);
  }
  await closeRun(em, runId);
  return written;
}

async function replayOffers(em: EntityManager, runId: string, offers: OfferWithoutPast[]) {
  const pasts = offers.map(({ id, url, seller, firstSeenAt: until }) => {
    const from = new Date(until.getTime() - PAST_MS);
    const prices = pastPrices(url, seller, from, until);
    return { id, prices, earlierPack: pastPack(url, seller, from, until) };
  });
  const points = pasts.flatMap(({ id, prices }) => prices.map((at) => ({ offerId: id, ...at })));
  await em.transactional(async (tx) => {
    await addPastPrices(tx, runId, points);
    await markReplayed(tx, pasts);
    await addToRun(tx, runId, { offersSeen: offers.length, pricesChanged: points.length });
  });
  return points.length;
}
