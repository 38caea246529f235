import type { IncomingMessage, ServerResponse } from 'node:http';
import { compress, isCompressible, preferredEncoding } from './encodings.ts';
import { COMPRESS_ABOVE_BYTES } from './limits.ts';
import { type HeaderMap, secure } from './security-headers.ts';

/** A whole answer, before compression and security headers. Header names in lower case. */
export interface Answer {
  status: number;
  headers: HeaderMap;
  /** Text stays text: Node writes it together with the headers, in one call to the system. */
  body: string | Buffer;
}

/** A plain-text answer, never stored. */
export function textAnswer(status: number, text: string, headers: HeaderMap = {}): Answer {
  return {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...headers,
    },
    body: `${text}\n`,
  };
}

/** The answer that `response` stands for. */
export async function answerOf(response: Response): Promise<Answer> {
  const headers: HeaderMap = {};
  for (const [name, value] of response.headers) headers[name] = value;
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  return { status: response.status, headers, body: await bodyOf(response) };
}

async function bodyOf(response: Response): Promise<string | Buffer> {
  const type = response.headers.get('content-type') ?? '';
  return isCompressible(type) ? response.text() : Buffer.from(await response.arrayBuffer());
}

/** Writes `answer`: secured, compressed where it pays, without its body for HEAD. */
export async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Answer,
  siteOrigin: string,
): Promise<void> {
  secure(headers, siteOrigin);
  const packed = await pack(request, headers, body);
  if (response.destroyed || response.headersSent) return;
  // 204 and 304 have no body and must not state a length.
  if (status !== 204 && status !== 304)
    headers['content-length'] = String(Buffer.byteLength(packed));
  response.writeHead(status, headers);
  response.end(request.method === 'HEAD' ? undefined : packed);
}

async function pack(
  request: IncomingMessage,
  headers: HeaderMap,
  body: string | Buffer,
): Promise<string | Buffer> {
  if (headers['content-encoding'] || body.length < COMPRESS_ABOVE_BYTES) return body;
  if (!isCompressible(String(headers['content-type'] ?? ''))) return body;
  const { vary = [] } = headers;
  const encoding = preferredEncoding(request.headers['accept-encoding']);
  Object.assign(headers, { vary: [vary, 'accept-encoding'].flat().join(', ') });
  if (encoding === '') return body;
  headers['content-encoding'] = encoding;
  return compress(Buffer.from(body), encoding);
}
