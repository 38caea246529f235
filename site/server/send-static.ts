import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Encoding, preferredEncoding } from './encodings.ts';
import type { StaticFile, Variant } from './static-files.ts';

/** Writes a file from memory: the best encoding the browser takes, 304 when it has it already. */
export function sendStatic(
  request: IncomingMessage,
  response: ServerResponse,
  file: StaticFile,
  status = 200,
): void {
  const variant = variantFor(file, preferredEncoding(request.headers['accept-encoding']));
  if (status === 200 && isUnchanged(request.headers['if-none-match'], variant)) {
    response.writeHead(304, variant.headersUnchanged);
    response.end();
    return;
  }
  response.writeHead(status, variant.headers);
  response.end(request.method === 'HEAD' ? undefined : variant.body);
}

function variantFor(file: StaticFile, preferred: Encoding): Variant {
  return file[preferred] ?? file[''];
}

/** If-None-Match names this variant (RFC 9110 §13.1.2: weak comparison). */
function isUnchanged(header: string | undefined, variant: Variant): boolean {
  if (header === undefined) return false;
  if (header === variant.etag || header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === variant.etag);
}
