import type { FetchKind } from './fetch-kinds.ts';
import type { PageBody } from './page-body.ts';

export interface FetchRequest {
  url: string;
  /** Default 'page'. */
  accept?: FetchKind;
  /** Validators of the copy we hold; a 304 answer has an empty body. */
  etag?: string | null;
  lastModified?: string | null;
  /** Called around each hop: may refuse by throwing, or wait; its time is not counted. */
  aroundHop?: AroundHop;
}

/** Asks a host once; `onSent` is called when the request goes out. */
export type Exchange<T> = (onSent?: () => void) => Promise<T>;

/** Runs one exchange with `url`'s host, or throws to refuse it. */
export type AroundHop = <T>(url: URL, exchange: Exchange<T>) => Promise<T>;

/** A host's answer: a whole page, or that the copy we hold is current. */
export interface FetchedPage {
  status: 200 | 304;
  /** After redirects, without fragment; demo shops carry no port. */
  url: string;
  /** As it was fetched; empty for 304 and for images. */
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

/** A rendered page, whose body is text. */
export interface TextPage extends FetchedPage {
  body: string;
}
