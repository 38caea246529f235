/*
 * Pictures of products, from the shops to our own origin: every few seconds a round that is small enough to leave the
 * crawl its resources.
 *   offers' addresses → noteNewPictures → claimPictures (one a host) → fetch-picture (polite) → re-encode → picture rows, or the bucket
 * The site serves them (site/server/pictures.ts). All work is found in rows, so the next round makes up for a lost one.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  claimPictures,
  dropUnusedPictures,
  noteNewPictures,
  type PictureClaim,
  pictureStoreBytes,
  postponePictures,
} from '#db/queries/offers/pictures.ts';
import { BucketFault } from '#db/runtime/picture-bucket.ts';
import { HOUR_MS } from '#domain/time.ts';
import { fetchPicture, type PictureServices } from './fetch-picture.ts';

/** Pictures of a round, one of each host. */
const PICTURES_A_ROUND = 24;
const AT_ONCE = 3;
/** Processor time for re-encoding, and time for the whole round, of the 5 s between two rounds: 7 % of two cores. */
const ENCODE_BUDGET_MS = 700;
const ROUND_BUDGET_MS = 4_000;
/** How often new addresses are looked for; that takes no more than a hundredth of the time. */
const LOOK_EVERY_MS = 10_000;
const LOOK_SHARE = 100;
const NEW_AT_ONCE = 5_000;
const TIDY_EVERY_MS = 6 * HOUR_MS;
/** About 400,000 pictures of 20 KB. */
const MAX_STORE_BYTES = 8 * 1024 ** 3;

/** Runs one round; returns how many pictures were looked at. */
export type PictureRound = (em: EntityManager, signal: AbortSignal) => Promise<number>;

/** The rounds of a process, which share the times of the last look for addresses and the last tidying. */
export function createPictureRounds(
  services: PictureServices,
  maxStoreBytes = MAX_STORE_BYTES,
): PictureRound {
  let lookAt = 0;
  let tidyAt = performance.now() + TIDY_EVERY_MS;
  let isFull = false;

  async function lookForNew(em: EntityManager): Promise<void> {
    const startedAt = performance.now();
    if (startedAt < lookAt) return;
    await noteNewPictures(em, NEW_AT_ONCE);
    lookAt =
      performance.now() + Math.max(LOOK_EVERY_MS, LOOK_SHARE * (performance.now() - startedAt));
  }

  async function tidy(em: EntityManager): Promise<number> {
    try {
      return await dropUnusedPictures(em, services.pictureBucket);
    } catch (error) {
      if (!(error instanceof BucketFault)) throw error;
      services.log.warn({ err: error }, 'unused pictures stay until the next tidying');
      return 0;
    }
  }

  async function hasRoom(em: EntityManager): Promise<boolean> {
    const stored = await pictureStoreBytes(em);
    if (performance.now() >= tidyAt) {
      tidyAt = performance.now() + TIDY_EVERY_MS;
      const dropped = await tidy(em);
      services.log.info({ dropped, stored }, 'pictures tidied');
    }
    const wasFull = isFull;
    isFull = stored >= maxStoreBytes;
    if (isFull && !wasFull) {
      services.log.warn({ stored, maxStoreBytes }, 'the picture store is full: none are fetched');
    }
    return !isFull;
  }

  return async function round(em, signal) {
    if (!(await hasRoom(em))) return 0;
    await lookForNew(em);
    const claims = await claimPictures(em, PICTURES_A_ROUND);
    if (claims.length === 0) return 0;
    return work(em, services, claims, signal);
  };
}

/** Works through the claims, a few at once; claims beyond the budget are released. */
async function work(
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
