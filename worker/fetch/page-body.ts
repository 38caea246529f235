import { decodeText } from './charset.ts';

/**
 * Up to here a body is unpacked, decoded and, where its data answers alone, read in the event loop; a larger one is left
 * to threads. Each copy of megabytes is new memory, which the system may take 0.1 s to hand out. Bytes, characters.
 */
export const AT_ONCE_BYTES = 400_000;

/** A body that the event loop did not decode: its bytes are handed to the thread that reads it. */
export interface UndecodedBody {
  bytes: Uint8Array;
  /** What its Content-Type header names. */
  charset: string | null;
}

/** What was fetched: text, or what becomes text by `bodyText`. */
export type PageBody = string | UndecodedBody;

/** A fetched body, as text where it is small. */
export function pageBody(bytes: Uint8Array, charset: string | null): PageBody {
  return bytes.length > AT_ONCE_BYTES ? { bytes, charset } : decodeText(bytes, charset);
}

/** The text of a body; of a large one work for tens of milliseconds. */
export function bodyText(body: PageBody): string {
  return typeof body === 'string' ? body : decodeText(body.bytes, body.charset);
}
