import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import {
  failPicture,
  hasPicture,
  MAX_PICTURE_ATTEMPTS,
  type PictureClaim,
  postponePictures,
  storePicture,
} from '#db/queries/offers/pictures.ts';
import { type FetchRefusal, FetchRefused, HOST_WIDE } from '#domain/errors.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import type { Fetcher } from '../fetch/http.ts';
import { politeFetch } from '../fetch/polite-fetch.ts';
import { PictureRefused, pictureHash, reEncode } from './re-encode.ts';

const FIRST_RETRY_MS = 10 * MINUTE_MS;
/** A later slot is left to the prices. */
const MAX_WAIT_MS = 1_000;

/** Refusals that will stay for days. */
const LASTING: ReadonlySet<FetchRefusal> = new Set([
  'not-found',
  'content-type',
  'too-large',
  'address-forbidden',
  'redirected-away',
  'redirect-loop',
  'robots-denied',
]);

/** What fetching a picture needs. */
export interface PictureServices {
  fetcher: Fetcher;
  log: Logger;
}

/** Fetches a claimed picture and stores it, or why not; returns the re-encoding's ms. Throws our own faults and AbortError. */
export async function fetchPicture(
  em: EntityManager,
  { fetcher, log }: PictureServices,
  claim: PictureClaim,
  signal: AbortSignal,
): Promise<number> {
  const { url, paceMs } = claim;
  try {
    const pace = { paceMs, maxWaitMs: MAX_WAIT_MS, signal };
    const { content } = await politeFetch(em, fetcher, { url, accept: 'image' }, pace);
    const bytes = content ?? new Uint8Array();
    const hash = pictureHash(bytes);
    if (await hasPicture(em, hash)) {
      await storePicture(em, url, hash, []);
      return 0;
    }
    const startedAt = performance.now();
    await storePicture(em, url, hash, await reEncode(bytes));
    return performance.now() - startedAt;
  } catch (error) {
    if (!(error instanceof FetchRefused) && !(error instanceof PictureRefused)) throw error;
    log.debug({ url, reason: error.reason }, error.message);
    await recordRefusal(em, claim, error);
    return 0;
  }
}

function recordRefusal(
  em: EntityManager,
  { url, attempts }: PictureClaim,
  refused: FetchRefused | PictureRefused,
): Promise<void> {
  if (refused instanceof FetchRefused && HOST_WIDE.has(refused.reason)) {
    return postponePictures(em, [url], Math.max(refused.retryAfterMs ?? 0, MINUTE_MS));
  }
  const isLast = attempts >= MAX_PICTURE_ATTEMPTS;
  return failPicture(em, url, refused.reason, isLast ? null : retryAfter(refused, attempts));
}

/** A week for lasting refusals; else what the host asked for, or 10 minutes, four times longer each time. */
function retryAfter(refused: FetchRefused | PictureRefused, attempts: number): number {
  if (refused instanceof PictureRefused) return 7 * DAY_MS;
  if (refused.retryAfterMs !== null) return refused.retryAfterMs;
  if (LASTING.has(refused.reason)) return 7 * DAY_MS;
  return Math.min(FIRST_RETRY_MS * 4 ** (attempts - 1), 7 * DAY_MS);
}
