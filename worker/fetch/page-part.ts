import type { Dispatcher } from 'undici';
import { FETCH_KINDS } from './fetch-kinds.ts';
import type { AroundHop } from './fetched-page.ts';
import type { Hop } from './redirect.ts';
import { readBody, unpack } from './response-body.ts';

/** Something a page loads while it renders: a script, a style sheet, an answer of the shop's own API. */
export interface PartRequest {
  url: string;
  method: 'GET' | 'POST';
  /** As the page's script set them, lower-case names. */
  headers: Record<string, string>;
  body: Buffer | null;
  aroundHop?: AroundHop;
}

/** What the host answered, whatever its status: the page's own script has to live with it. */
export interface FetchedPart {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Names of headers that a page's script may send: content negotiation and the shop's own `x-…` keys. */
const SENT =
  /^(?:accept|content-type|origin|referer|authorization|x-(?!forwarded|real-ip|client-ip)[\w-]+)$/;

/** Headers that describe the bytes on the wire, which the browser does not see, and those that act beyond the page. */
const DROPPED =
  /^(?:content-encoding|content-length|transfer-encoding|connection|keep-alive|set-cookie|location|refresh|link|alt-svc|report-to|nel)$/;

/** The headers to send for a part. Cookies are never among them. */
export function partHeaders(request: PartRequest, userAgent: string): Record<string, string> {
  const own = Object.entries(request.headers).filter(([name]) => SENT.test(name));
  return {
    'accept-language': 'en-AU,en;q=0.8',
    ...Object.fromEntries(own),
    'user-agent': userAgent,
    'accept-encoding': FETCH_KINDS.page.acceptEncoding,
  };
}

/** Reads a part under a page's caps. Throws FetchRefused like a page does, but takes any status and type. */
export async function readPart(
  request: PartRequest,
  response: Dispatcher.ResponseData,
): Promise<Hop<FetchedPart>> {
  const { limits } = FETCH_KINDS.page;
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  const { location } = headers;
  const status = response.statusCode;
  if (request.method === 'GET' && status >= 301 && status <= 308 && location !== undefined) {
    await response.body.dump();
    return { location };
  }
  const packed = await readBody(response.body, headers['content-length'] ?? null, limits);
  const body = unpack(packed, headers['content-encoding'] ?? null, limits);
  const kept = Object.entries(headers).filter(([name]) => !DROPPED.test(name));
  return { status, headers: Object.fromEntries(kept), body };
}
