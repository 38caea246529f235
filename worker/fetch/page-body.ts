import { isAscii } from 'node:buffer';
import { decodeText, utf8Of } from './charset.ts';

/**
 * Up to here a body is unpacked and, where its data answers alone, read in the event loop; a larger one is left to threads.
 * Each copy of megabytes is new memory, which the system may take 0.1 s to hand out. Bytes.
 */
export const AT_ONCE_BYTES = 400_000;

/** A body as it was fetched: many are read without being decoded as a whole. */
export interface UndecodedBody {
  bytes: Uint8Array;
  /** What its Content-Type header names. */
  charset: string | null;
}

/** What was fetched, or drawn by a browser. */
export type PageBody = string | UndecodedBody;

/** The text of a body; of a large one work for tens of milliseconds. */
export function bodyText(body: PageBody): string {
  return typeof body === 'string' ? body : decodeText(body.bytes, body.charset);
}

/**
 * A body's UTF-8, one character for each byte. A single '★' makes a text twice as large, and slower to search by a third; here
 * all that is ASCII, tags and JSON among it, can be found without decoding the rest. What is taken from it to be read goes
 * through `textOfBytes`.
 */
export function byteText(body: PageBody): string {
  const bytes = typeof body === 'string' ? Buffer.from(body) : utf8Of(body.bytes, body.charset);
  return bytes.toString('latin1');
}

/** The text of a piece of a byte text, cut at ASCII characters. */
export function textOfBytes(piece: string): string {
  const bytes = Buffer.from(piece, 'latin1');
  return isAscii(bytes) ? piece : bytes.toString('utf8');
}

/** How a text stands in a byte text. */
export function bytesOfText(text: string): string {
  return Buffer.from(text).toString('latin1');
}
