import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import {
  failPicture,
  hasPicture,
  MAX_PICTURE_ATTEMPTS,
  type PictureClaim,
  postponePictures,
  type Rendition,
  storePicture,
} from '#db/queries/offers/pictures.ts';
import { BucketFault, type PictureBucket } from '#db/runtime/picture-bucket.ts';
import { type FetchRefusal, FetchRefused, HOST_WIDE, messageOf } from '#domain/errors.ts';
import { PICTURE_WIDTHS } from '#domain/picture-url.ts';
import { once } from '#domain/remembered.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import type { Fetcher } from '#worker/fetch/http.ts';
import { politeFetch } from '#worker/fetch/polite-fetch.ts';

const FIRST_RETRY_MS = 10 * MINUTE_MS;
/** Pictures leave later turns to price checks. */
const MAX_WAIT_MS = 1_000;

/** Refusals that are likely to last for days. */
const LASTING: ReadonlySet<FetchRefusal> = new Set([
  'not-found',
  'content-type',
  'too-large',
  'address-forbidden',
  'redirected-away',
  'redirect-loop',
  'robots-denied',
]);

export interface PictureServices {
  fetcher: Fetcher;
  log: Logger;
  /** Stores pictures instead of Postgres, if configured. */
  pictureBucket: PictureBucket | null;
}

/**
 * Fetches a claimed picture and stores it or the reason of its refusal. Returns the encoding time in ms. Throws our own faults and
 * AbortError.
 */
export async function fetchPicture(
  em: EntityManager,
  { fetcher, log, pictureBucket }: PictureServices,
  claim: PictureClaim,
  signal: AbortSignal,
): Promise<number> {
  const { url, paceMs } = claim;
  try {
    const pace = { paceMs, maxWaitMs: MAX_WAIT_MS, signal };
    const { content } = await politeFetch({ em, fetcher, pace }, { url, accept: 'image' });
    const bytes = content ?? new Uint8Array();
    const hash = pictureHash(bytes);
    if (await hasPicture(em, hash)) {
      await storePicture(em, url, hash, [], pictureBucket);
      return 0;
    }
    const startedAt = performance.now();
    await storePicture(em, url, hash, await reEncode(bytes), pictureBucket);
    return performance.now() - startedAt;
  } catch (error) {
    if (error instanceof BucketFault) {
      // Do not fetch again at once: the shop is not at fault.
      log.warn({ err: error }, 'could not store a picture');
      await postponePictures(em, [url], FIRST_RETRY_MS);
      return 0;
    }
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

/** A week for lasting refusals; otherwise the host's Retry-After, or 10 minutes, four times longer after each attempt. */
function retryAfter(refused: FetchRefused | PictureRefused, attempts: number): number {
  if (refused instanceof PictureRefused) return 7 * DAY_MS;
  if (refused.retryAfterMs !== null) return refused.retryAfterMs;
  if (LASTING.has(refused.reason)) return 7 * DAY_MS;
  return Math.min(FIRST_RETRY_MS * 4 ** (attempts - 1), 7 * DAY_MS);
}

/** The bytes are not a usable picture. `reason` is stored. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused';
  readonly reason: 'not-a-picture' | 'too-many-pixels' | 'too-small' | 'unreadable';
  constructor(reason: PictureRefused['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** More than any shop's picture; 24 million pixels decode within 100 MB. */
const MAX_PIXELS = 24_000_000;
/** Of all frames of an animation: only the first is shown, but the decoder indexes them all. */
const MAX_FRAME_PIXELS = 1_000_000_000;
/** Larger pictures are encoded one at a time, as each takes up to 100 MB. */
const LARGE_PIXELS = 4_000_000;
const oneAtATime = pLimit(1);
/** Smaller pictures are spacers or counters, not products. */
const MIN_SIDE_PX = 32;
const TIMEOUT_S = 5;
const WEBP = { quality: 78, effort: 2 } as const;
const INPUT = { limitInputPixels: MAX_PIXELS, animated: false, failOn: 'error' } as const;
const SAMPLE_PX = 32;
/** Part of every name, so that a change of the encoding gives new names: pictures are cached for a year. */
const RECIPE = 'webp-78-2, white under dark, 2';

/** Loaded with the first picture: few processes read any. */
const decoder = once(async () => {
  const { default: sharp } = await import('sharp');
  // One thread per picture leaves cores to the crawl.
  sharp.concurrency(1);
  // Each picture is read once.
  sharp.cache(false);
  return sharp;
});

/** The name of this content: two shops with equal bytes share one picture. */
export function pictureHash(content: Uint8Array): string {
  return createHash('sha256').update(RECIPE).update(content).digest('hex').slice(0, 32);
}

/** Encodes a picture as WebP in all widths, without metadata (AVIF takes four times as long). Throws PictureRefused. */
export async function reEncode(content: Uint8Array): Promise<Rendition[]> {
  if (!isRaster(content)) throw new PictureRefused('not-a-picture', 'the bytes are not a picture');
  const sharp = await decoder();
  try {
    const { width, height, pages = 1 } = await sharp(content, INPUT).metadata();
    if (width * height > MAX_PIXELS || width * height * pages > MAX_FRAME_PIXELS) {
      throw new PictureRefused('too-many-pixels', `${pages} × ${width} × ${height} pixels`);
    }
    if (Math.min(width, height) < MIN_SIDE_PX) {
      throw new PictureRefused('too-small', `${width} × ${height} pixels`);
    }
    const encode = async () => {
      const ground = (await vanishesInTheDark(content)) ? { background: '#ffffff' } : null;
      const renditions: Rendition[] = [];
      for (const side of PICTURE_WIDTHS) {
        const bytes = await sharp(content, INPUT)
          .autoOrient()
          .resize(side, side, { fit: 'inside', withoutEnlargement: true })
          .flatten(ground ?? false)
          .webp(WEBP)
          .timeout({ seconds: TIMEOUT_S })
          .toBuffer();
        renditions.push({ width: side, bytes });
      }
      return renditions;
    };
    return await (width * height > LARGE_PIXELS ? oneAtATime(encode) : encode());
  } catch (error) {
    if (error instanceof PictureRefused) throw error;
    const message = messageOf(error);
    const reason = /pixel limit/i.test(message) ? 'too-many-pixels' : 'unreadable';
    throw new PictureRefused(reason, message.slice(0, 200));
  }
}

/** Mean lightness, 0–255, below which a product is invisible on a dark page. */
const DARK = 40;

/** True for a transparent picture that shows nothing or only dark parts: it gets a white background. */
async function vanishesInTheDark(content: Uint8Array): Promise<boolean> {
  const sharp = await decoder();
  const pixels = await sharp(content, INPUT)
    .resize(SAMPLE_PX, SAMPLE_PX, { fit: 'fill' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer();
  const visible = Array.from({ length: SAMPLE_PX ** 2 }, (_, index) =>
    pixels.subarray(4 * index, 4 * index + 4),
  ).filter(([, , , alpha = 0]) => alpha > 127);
  const sum = visible.reduce((total, [r = 0, g = 0, b = 0]) => total + (r + g + b) / 3, 0);
  return visible.length === 0 || sum / visible.length < DARK;
}

/** True for JPEG, PNG, GIF, WebP and AVIF by the first bytes: no other format (SVG, PDF) reaches the decoder. */
function isRaster(content: Uint8Array): boolean {
  const head = Buffer.from(content.subarray(0, 12)).toString('latin1');
  return /^(?:\xff\xd8\xff|\x89PNG\r\n|GIF8[79]a|RIFF.{4}WEBP|.{4}ftypavi[fs])/s.test(head);
}
