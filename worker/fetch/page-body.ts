import { isUtf8 } from 'node:buffer';

/** Larger bodies are unpacked and read in threads: allocating copies of megabytes can take 0.1 s. */
export const AT_ONCE_BYTES = 400_000;

/** A body as fetched; the extraction thread decodes a large one. */
export interface UndecodedBody {
  bytes: Uint8Array;
  /** The charset of its Content-Type header. */
  charset: string | null;
}

/** A fetched body, or the text of a rendered page. */
export type PageBody = string | UndecodedBody;

/** The text of a body; decoding a large one takes tens of milliseconds. */
export function bodyText(body: PageBody): string {
  return typeof body === 'string' ? body : utf8Of(body).toString('utf8');
}

/** HTML must declare its encoding within the first 1,024 bytes (WHATWG HTML §4.2.5.4). */
const PRESCAN_BYTES = 1024;

/**
 * The body in UTF-8, without a copy if it already is. The encoding is that of the byte-order mark, otherwise UTF-8 if valid (other
 * text is never valid by chance), the header's charset, the declared one, or UTF-8. Invalid sequences become U+FFFD.
 */
function utf8Of({ bytes, charset }: UndecodedBody): Buffer {
  const encoding = encodingOf(bytes, charset);
  if (encoding === 'utf-8') return withoutMark(bytes);
  return Buffer.from(new TextDecoder(encoding).decode(bytes));
}

function encodingOf(bytes: Uint8Array, headerCharset: string | null): string {
  const marked = bomEncoding(bytes);
  if (marked) return marked;
  const declared = encodingName(headerCharset) ?? encodingName(declaredCharset(bytes)) ?? 'utf-8';
  return !NOT_ASCII_BASED.test(declared) && declared !== 'utf-8' && isUtf8(bytes)
    ? 'utf-8'
    : declared;
}

function withoutMark(bytes: Uint8Array): Buffer {
  const from = bomEncoding(bytes) === 'utf-8' ? 3 : 0;
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, bytes.byteLength - from);
}

/** Encodings whose bytes can be valid UTF-8 with another meaning. */
const NOT_ASCII_BASED = /^(?:utf-16|iso-2022)/;

function bomEncoding(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return null;
}

function declaredCharset(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PRESCAN_BYTES));
  const text = head.toString('latin1');
  const meta = /<meta\b[^>]{0,200}?\bcharset\s*=\s*["']?\s*([\w-]{1,40})/i.exec(text);
  if (meta) return meta[1] ?? null;
  return /^<\?xml\b[^>]{0,100}?\bencoding\s*=\s*["']([\w-]{1,40})/i.exec(text)?.[1] ?? null;
}

/** The platform's name for a label; null for an unknown one, such as UTF-7, which browsers refuse too. */
function encodingName(label: string | null): string | null {
  if (!label) return null;
  try {
    return new TextDecoder(label).encoding;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
