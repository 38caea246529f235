import { createHash } from 'node:crypto';
import { type Encoding, isCompressible } from './encodings.ts';
import { COMPRESS_ABOVE_BYTES } from './limits.ts';
import { type HeaderMap, secure } from './security-headers.ts';

/** One way to send a file. */
export interface Variant {
  body: Buffer;
  etag: string;
  /** Names and values in turn, as `writeHead` takes them fastest. */
  headers: string[];
  /** Those of a 304. */
  headersUnchanged: string[];
}

/** A file by encoding; '' is always there. */
export type StaticFile = { '': Variant } & Partial<Record<Encoding, Variant>>;

/** Headers that a 304 repeats (RFC 9110 §15.4.5). */
const REPEATED = ['cache-control', 'content-security-policy', 'vary'];

/**
 * `body` with all that is needed to answer with it again and again: secured headers, a tag of its content, and each
 * encoding that makes it smaller, packed by `pack`. `headers` must name its content-type.
 */
export async function packedFile(
  body: Buffer,
  headers: HeaderMap,
  siteOrigin: string,
  pack: (encoding: 'br' | 'gzip') => Promise<Buffer>,
): Promise<StaticFile> {
  const isPacked = isCompressible(String(headers['content-type']));
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 20);
  const shared: HeaderMap = { ...headers, ...(isPacked && { vary: 'accept-encoding' }) };

  const variant = (encoded: Buffer, encoding: Encoding): Variant => {
    const etag = `"${hash}${encoding && `-${encoding}`}"`;
    const full = secure({ ...shared, etag }, siteOrigin);
    full['content-length'] = String(encoded.length);
    if (encoding) full['content-encoding'] = encoding;
    const unchanged = Object.entries(full).filter(([name]) => REPEATED.includes(name));
    return {
      body: encoded,
      etag,
      headers: flat(Object.entries(full)),
      headersUnchanged: flat([['etag', etag], ...unchanged]),
    };
  };

  const file: StaticFile = { '': variant(body, '') };
  if (!isPacked || body.length < COMPRESS_ABOVE_BYTES) return file;
  for (const encoding of ['br', 'gzip'] as const) {
    const packed = await pack(encoding);
    if (packed.length < body.length) file[encoding] = variant(packed, encoding);
  }
  return file;
}

function flat(headers: [string, string | string[]][]): string[] {
  return headers.flatMap(([name, value]) => [name, String(value)]);
}
