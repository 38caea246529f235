import type { PageBody } from './page-body.ts';
import type { BodyLimits } from './response-body.ts';

export interface FetchRequest {
  url: string;
  /** Default 'page'. */
  accept?: FetchKind;
  /** Validators of our copy; a 304 response has an empty body. */
  etag?: string | null;
  lastModified?: string | null;
  /** Wraps each hop. It may wait, which does not count against the time limit, or throw to refuse. */
  aroundHop?: AroundHop;
}

/** Sends one request; calls `onSent` when the request is sent. */
export type Exchange<T> = (onSent?: () => void) => Promise<T>;

/** Runs one exchange with `url`'s host, or throws to refuse it. */
export type AroundHop = <T>(url: URL, exchange: Exchange<T>) => Promise<T>;

/** A host's response: a whole page, or confirmation that our copy is current. */
export interface FetchedPage {
  status: 200 | 304;
  /** After redirects, without fragment; demo shops carry no port. */
  url: string;
  /** The fetched body; empty for 304 and for images. */
  body: PageBody;
  /** The bytes of an image, null for everything else. */
  content: Uint8Array | null;
  /** Lower case, without parameters: 'text/html'. Empty when the host sent none. */
  contentType: string;
  etag: string | null;
  lastModified: string | null;
  /** Bytes of the body on the wire, still packed. */
  bytes: number;
  /** Network time over all hops. */
  elapsedMs: number;
}

export interface TextPage extends FetchedPage {
  body: string;
}

type FetchKind = 'page' | 'sitemap' | 'image' | 'robots';

export const ACCEPT_LANGUAGE = 'en-AU,en;q=0.8';

const MB = 1024 * 1024;

/** RFC 9309 §2.5 requires parsers to read at least 500 KiB of robots.txt; we read exactly that. */
const ROBOTS_BYTES = 500 * 1024;

/** The Accept header, the accepted content types and the byte caps of each kind. */
export const FETCH_KINDS: Record<
  FetchKind,
  { accept: string; acceptEncoding: string; contentTypes: RegExp; limits: BodyLimits }
> = {
  page: {
    accept: 'text/html,application/xhtml+xml,application/json;q=0.9',
    acceptEncoding: 'gzip, br, deflate',
    contentTypes:
      /^(?:text\/html|application\/xhtml\+xml|(?:application|text)\/(?:[\w.-]+\+)?json)$/,
    limits: { wireBytes: 8 * MB, unpackedBytes: 8 * MB, onExcess: 'refuse' },
  },
  sitemap: {
    accept: 'application/xml,text/xml;q=0.9,text/plain;q=0.5',
    acceptEncoding: 'gzip, br, deflate',
    contentTypes:
      /^(?:(?:application|text)\/(?:[\w.-]+\+)?xml|text\/plain|application\/(?:x-)?gzip|(?:application|binary)\/octet-stream)$/,
    limits: { wireBytes: 16 * MB, unpackedBytes: 16 * MB, onExcess: 'refuse' },
  },
  image: {
    accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
    acceptEncoding: 'identity',
    // No SVG, which can contain scripts and references.
    contentTypes: /^image\/(?:jpe?g|pjpeg|png|webp|gif|avif)$/,
    limits: { wireBytes: 8 * MB, unpackedBytes: 8 * MB, onExcess: 'refuse' },
  },
  robots: {
    accept: 'text/plain,*/*;q=0.1',
    acceptEncoding: 'identity',
    // Accept any type as robots.txt: an HTML page contains no rules.
    contentTypes: /(?:)/,
    limits: { wireBytes: ROBOTS_BYTES, unpackedBytes: ROBOTS_BYTES, onExcess: 'cut' },
  },
};
