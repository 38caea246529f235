/* A file or page in memory, in each encoding that shrinks it, with its headers ready to write. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  COMPRESS_ABOVE_BYTES,
  compress,
  ENCODINGS,
  type Encoding,
  isCompressible,
  preferredEncoding,
} from './compression.ts';
import { secure } from './security-headers.ts';

/** A file by encoding; '' (uncompressed) is always present. */
export type StaticFile = { '': Variant } & Partial<Record<Encoding, Variant>>;

interface Variant {
  body: Buffer;
  etag: string;
  /** Alternating names and values, the fastest form for `writeHead`. */
  headers: string[];
  unchangedHeaders: string[];
}

/** Headers that a 304 repeats (RFC 9110 §15.4.5). */
const REPEATED = ['cache-control', 'content-security-policy', 'etag', 'vary'];

/** Prepares `body` for repeated sending. `encode` lets a caller supply precompressed copies. */
export async function createStaticFile(
  body: Buffer,
  own: Headers,
  siteOrigin: string,
  encode: (encoding: Encoding) => Promise<Buffer> = (encoding) => compress(body, encoding),
): Promise<StaticFile> {
  const shared = secure(own, siteOrigin);
  const canShrink = isCompressible(shared.get('content-type') ?? '');
  if (canShrink) shared.append('vary', 'accept-encoding');
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 20);

  const variant = (encoded: Buffer, encoding: Encoding | ''): Variant => {
    const etag = `"${hash}${encoding && `-${encoding}`}"`;
    const whole = new Headers(shared);
    whole.set('etag', etag);
    whole.set('content-length', String(encoded.length));
    if (encoding) whole.set('content-encoding', encoding);
    const unchanged = [...whole].filter(([name]) => REPEATED.includes(name));
    return { body: encoded, etag, headers: [...whole].flat(), unchangedHeaders: unchanged.flat() };
  };

  const file: StaticFile = { '': variant(body, '') };
  if (!canShrink || body.length < COMPRESS_ABOVE_BYTES) return file;
  for (const encoding of ENCODINGS) {
    const encoded = await encode(encoding);
    if (encoded.length < body.length) file[encoding] = variant(encoded, encoding);
  }
  return file;
}

/** Sends `file` in the best accepted encoding; 304 if the browser already has it. */
export function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: StaticFile,
  status = 200,
): void {
  const { headers } = request;
  const variant = file[preferredEncoding(headers['accept-encoding'])] ?? file[''];
  if (status === 200 && namesEtag(headers['if-none-match'], variant.etag)) {
    response.writeHead(304, variant.unchangedHeaders);
    response.end();
    return;
  }
  response.writeHead(status, variant.headers);
  response.end(variant.body);
}

export function bytesOf(file: StaticFile): number {
  return [file[''], file.br, file.gzip].reduce((sum, one) => sum + (one?.body.length ?? 0), 0);
}

/** True if If-None-Match contains this tag (RFC 9110 §13.1.2, weak comparison). */
export function namesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
