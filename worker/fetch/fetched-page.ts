import type { FetchKind } from './fetch-kinds.ts';
import type { PageBody } from './page-body.ts';

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

/** A rendered page; its body is text. */
export interface TextPage extends FetchedPage {
  body: string;
}
