import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** In the order of preference; '' is no encoding. */
export type Encoding = 'br' | 'gzip' | '';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** The best encoding that the Accept-Encoding header allows (RFC 9110 §12.5.3; q=0 forbids). */
export function preferredEncoding(accepted: string | string[] | undefined): Encoding {
  if (!accepted) return '';
  const header = String(accepted);
  if (allows(header, 'br')) return 'br';
  return allows(header, 'gzip') ? 'gzip' : '';
}

function allows(header: string, coding: string): boolean {
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';');
    if (name.trim().toLowerCase() !== coding) continue;
    return !parameters.some((parameter) => /^\s*q\s*=\s*0(?:\.0*)?\s*$/i.test(parameter));
  }
  return false;
}

/** True for types that shrink; pictures and fonts are packed already. */
export function isCompressible(contentType: string): boolean {
  return /^(?:text\/|application\/(?:json|javascript|manifest\+json|xml|rss\+xml|ld\+json)|image\/svg\+xml)/i.test(
    contentType,
  );
}

/** Fast, for answers made on the spot; `thorough` for files that are packed once and served often. */
export async function compress(
  body: Buffer,
  encoding: Encoding,
  thorough = false,
): Promise<Buffer> {
  if (encoding === 'gzip') return zip(body, { level: thorough ? 9 : 6 });
  if (encoding === '') return body;
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  return brotli(body, {
    params: { [BROTLI_PARAM_QUALITY]: thorough ? 11 : 4, [BROTLI_PARAM_SIZE_HINT]: body.length },
  });
}
