import { isUtf8 } from 'node:buffer';

/** Where HTML may declare its encoding: the first 1,024 bytes (WHATWG HTML §4.2.5.4). */
const PRESCAN_BYTES = 1024;

/**
 * Bytes of a page as text. A byte-order mark wins; bytes that are valid UTF-8 are UTF-8 whatever a
 * single-byte label says (mislabelled UTF-8 is common, the reverse never passes by chance); then the
 * header's charset, then the one the document declares, then UTF-8. Bad sequences become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, headerCharset: string | null): string {
  const encoding = encodingOf(bytes, headerCharset);
  // Buffer's decoder is several times as fast as TextDecoder and replaces bad sequences alike.
  if (encoding === 'utf-8') return withoutMark(bytes).toString('utf8');
  return new TextDecoder(encoding).decode(bytes);
}

/** The same text in UTF-8, not copied where the page has it so. */
export function utf8Of(bytes: Uint8Array, headerCharset: string | null): Buffer {
  const encoding = encodingOf(bytes, headerCharset);
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

/** Encodings whose texts may be valid UTF-8 and still mean something else. */
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

/** The platform's name for a label, null when it knows none (UTF-7 is refused on purpose by all). */
function encodingName(label: string | null): string | null {
  if (!label) return null;
  try {
    return new TextDecoder(label).encoding;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
