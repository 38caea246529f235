/*
 * Copies product pictures from the shops to our own origin, in small rounds every few seconds that leave resources to the crawl.
 *   offers' addresses → noteNewPictures → claimPictures (one a host) → fetch-picture (polite) → re-encode → picture rows, or the bucket
 * The site serves them (site/server/pictures.ts). Rows hold all work, so the next round makes up for a lost one.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  claimPictures,
  dropUnusedPictures,
  noteNewPictures,
  type PictureClaim,
  pictureStoreBytes,
  postponePictures,
  replaceRefusedPictures,
} from '#db/queries/offers/pictures.ts';
import { BucketFault } from '#db/runtime/picture-bucket.ts';
import { throttle } from '#domain/throttle.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { fetchPicture, type PictureServices } from './fetch-picture.ts';

/** Pictures per round, one for each host. */
const PICTURES_PER_ROUND = 24;
const AT_ONCE = 3;
/** Encoding time and total time of a round; rounds start every 5 s, so encoding takes 7 % of two cores. */
const ENCODE_BUDGET_MS = 700;
const ROUND_BUDGET_MS = 4_000;
/** Minimum interval between searches for new addresses. */
const SEARCH_EVERY_MS = 10_000;
const NEW_AT_ONCE = 5_000;
/** Minimum interval between searches for products whose picture was refused. */
const REPLACE_EVERY_MS = 10 * MINUTE_MS;
const TIDY_EVERY_MS = 6 * HOUR_MS;
/** About 400,000 pictures of 20 KB. */
const MAX_STORE_BYTES = 8 * 1024 ** 3;

/** Runs one round; returns the number of pictures processed. */
export type PictureRound = (em: EntityManager, signal: AbortSignal) => Promise<number>;

/** Creates a process's picture rounds, which share the times of the last search for addresses and the last cleanup. */
export function createPictureRounds(
  services: PictureServices,
  maxStoreBytes = MAX_STORE_BYTES,
): PictureRound {
  let tidyAt = performance.now() + TIDY_EVERY_MS;
  let isFull = false;

  const noteNew = throttle((em: EntityManager) => noteNewPictures(em, NEW_AT_ONCE), {
    everyMs: SEARCH_EVERY_MS,
  });

  const replaceRefused = throttle(replaceRefusedPictures, { everyMs: REPLACE_EVERY_MS });

  async function tidy(em: EntityManager): Promise<number> {
    try {
      return await dropUnusedPictures(em, services.pictureBucket);
    } catch (error) {
      if (!(error instanceof BucketFault)) throw error;
      services.log.warn({ err: error }, 'unused pictures stay until the next cleanup');
      return 0;
    }
  }

  async function hasRoom(em: EntityManager): Promise<boolean> {
    const stored = await pictureStoreBytes(em);
    if (performance.now() >= tidyAt) {
      tidyAt = performance.now() + TIDY_EVERY_MS;
      const dropped = await tidy(em);
      services.log.info({ dropped, stored }, 'unused pictures were deleted');
    }
    const wasFull = isFull;
    isFull = stored >= maxStoreBytes;
    if (isFull && !wasFull) {
      services.log.warn(
        { stored, maxStoreBytes },
        'the picture store is full: no more pictures are fetched',
      );
    }
    return !isFull;
  }

  return async function round(em, signal) {
    if (!(await hasRoom(em))) return 0;
    await replaceRefused(em);
    await noteNew(em);
    const claims = await claimPictures(em, PICTURES_PER_ROUND);
    if (claims.length === 0) return 0;
    return processClaims(em, services, claims, signal);
  };
}

/** Processes the claims, a few at once, and releases those beyond the budget. */
async function processClaims(
  em: EntityManager,
  services: PictureServices,
  claims: PictureClaim[],
  signal: AbortSignal,
): Promise<number> {
  const waiting = [...claims];
  const endAt = performance.now() + ROUND_BUDGET_MS;
  let encodeMs = 0;
  const mayGoOn = () => !signal.aborted && performance.now() < endAt && encodeMs < ENCODE_BUDGET_MS;
  const lane = async (): Promise<void> => {
    while (mayGoOn()) {
      const claim = waiting.shift();
      if (!claim) return;
      try {
        encodeMs += await fetchPicture(em.fork(), services, claim, signal);
      } catch (error) {
        await postponePictures(em.fork(), [claim.url], 0);
        if (!signal.aborted) throw error;
      }
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE }, lane));
  const left = waiting.map(({ url }) => url);
  await postponePictures(em, left, 0);
  const failed = lanes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return claims.length - waiting.length;
}
