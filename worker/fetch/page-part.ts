import { FETCH_KINDS } from './fetch-kinds.ts';
import type { AroundHop } from './fetched-page.ts';
import type { Hop } from './redirect.ts';
import { unpack } from './response-body.ts';
import type { LimitsOf, WireAnswer } from './wire-answer.ts';

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

/** A part comes under a page's caps; where it has moved, only the new address is of interest. */
export function partLimitsFor({ method }: PartRequest): LimitsOf {
  return (status, { location }) =>
    hasMoved(method, status) && location !== undefined ? null : FETCH_KINDS.page.limits;
}

/** Reads a part. Rejects with FetchRefused like a page does, but takes any status and type. */
export async function readPart(
  request: PartRequest,
  answer: WireAnswer,
): Promise<Hop<FetchedPart>> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  const { location } = headers;
  const { status } = answer;
  if (hasMoved(request.method, status) && location !== undefined) return { location };
  const encoding = headers['content-encoding'] ?? null;
  const body = await unpack(answer.body, encoding, FETCH_KINDS.page.limits);
  const kept = Object.entries(headers).filter(([name]) => !DROPPED.test(name));
  return { status, headers: Object.fromEntries(kept), body };
}

function hasMoved(method: PartRequest['method'], status: number): boolean {
  return method === 'GET' && status >= 301 && status <= 308;
}
