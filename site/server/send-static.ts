import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Encoding, preferredEncoding } from './encodings.ts';
import type { StaticFile, Variant } from './packed-file.ts';

/** Writes a file from memory: the best encoding the browser takes, 304 when it has it already. */
export function sendStatic(
  request: IncomingMessage,
  response: ServerResponse,
  file: StaticFile,
  status = 200,
): void {
  const variant = variantFor(file, preferredEncoding(request.headers['accept-encoding']));
  if (status === 200 && namesEtag(request.headers['if-none-match'], variant.etag)) {
    response.writeHead(304, variant.headersUnchanged);
    response.end();
    return;
  }
  response.writeHead(status, variant.headers);
  response.end(request.method === 'HEAD' ? undefined : variant.body);
}

/** The packed copy in `preferred`, or the plain file where there is none. */
export function variantFor(file: StaticFile, preferred: Encoding): Variant {
  return file[preferred] ?? file[''];
}

/** True when If-None-Match names this tag (RFC 9110 §13.1.2: weak comparison). */
export function namesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
