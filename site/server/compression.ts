import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';

/** Smaller bodies, in bytes, are sent uncompressed: the extra headers outweigh the saving. */
export const COMPRESS_ABOVE_BYTES = 1_024;

/** Supported encodings, preferred first. */
export const ENCODINGS = ['br', 'gzip'] as const;

export type Encoding = (typeof ENCODINGS)[number];

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** The best encoding that an Accept-Encoding header allows (RFC 9110 §12.5.3); '' for none. */
export function preferredEncoding(accepted: string | undefined): Encoding | '' {
  if (!accepted) return '';
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accepted } });
  const allowed = negotiator.encodings(ENCODINGS);
  return ENCODINGS.find((encoding) => allowed.includes(encoding)) ?? '';
}

/** True for compressible types; pictures and fonts are compressed already. */
export function isCompressible(contentType: string): boolean {
  return /^(?:text\/|application\/(?:json|javascript|manifest\+json|xml|rss\+xml|ld\+json|wasm)|image\/svg\+xml)/i.test(
    contentType,
  );
}

/** Compresses fast, for the body of one request; `thorough` compresses best, for files served often. */
export async function compress(
  body: Buffer,
  encoding: Encoding,
  thorough = false,
): Promise<Buffer<ArrayBuffer>> {
  if (encoding === 'gzip') return zip(body, { level: thorough ? 9 : 6 });
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  return brotli(body, {
    params: { [BROTLI_PARAM_QUALITY]: thorough ? 11 : 4, [BROTLI_PARAM_SIZE_HINT]: body.length },
  });
}
