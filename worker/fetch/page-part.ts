/* What a page loads while it renders: fetched one by one, and kept for the other pages of its origin where HTTP allows. */
import { LRUCache } from 'lru-cache';
import { ACCEPT_LANGUAGE, FETCH_KINDS } from './fetch-kinds.ts';
import type { AroundHop } from './fetched-page.ts';
import type { Hop } from './redirect.ts';
import { unpack } from './response-body.ts';
import { headerText, type LimitsOf, type WireAnswer } from './wire-answer.ts';

/** A request of a rendering page: for a script, a style sheet, or the shop's own API. */
export interface PartRequest {
  url: string;
  method: 'GET' | 'POST';
  /** As the page's script set them, lower-case names. */
  headers: Record<string, string>;
  body: Buffer | null;
  aroundHop?: AroundHop;
}

/** The host's answer, whatever its status: the page's script deals with that. */
export interface FetchedPart {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Gets one part for a page, or throws FetchRefused. */
export type LoadPart = (request: Omit<PartRequest, 'aroundHop'>) => Promise<FetchedPart>;

/** Request headers that a page's script may send: content negotiation and the shop's own `x-…` keys. */
const SENT =
  /^(?:accept|content-type|origin|referer|authorization|x-(?!forwarded|real-ip|client-ip)[\w-]+)$/;

/** Response headers that describe the packed bytes, or that act beyond the page. */
const DROPPED =
  /^(?:content-encoding|content-length|transfer-encoding|connection|keep-alive|set-cookie|location|refresh|link|alt-svc|report-to|nel)$/;

/** The headers to send for a part. Cookies are never among them. */
export function partHeaders(request: PartRequest, userAgent: string): Record<string, string> {
  const own = Object.entries(request.headers).filter(([name]) => SENT.test(name));
  return {
    'accept-language': ACCEPT_LANGUAGE,
    ...Object.fromEntries(own),
    'user-agent': userAgent,
    'accept-encoding': FETCH_KINDS.page.acceptEncoding,
  };
}

/** A part has a page's caps; of a redirect only the new address is needed. */
export function partLimitsFor({ method }: PartRequest): LimitsOf {
  return (status, { location }) =>
    hasMoved(method, status) && location !== undefined ? null : FETCH_KINDS.page.limits;
}

/** Reads a part of any status and type. Rejects with FetchRefused like a page. */
export async function readPart(
  request: PartRequest,
  answer: WireAnswer,
): Promise<Hop<FetchedPart>> {
  const { status, headers } = answer;
  const location = headerText(headers['location']);
  if (hasMoved(request.method, status) && location !== null) return { location };
  const encoding = headerText(headers['content-encoding']);
  const body = await unpack(answer.body, encoding, FETCH_KINDS.page.limits);
  const kept = Object.entries(headers)
    .filter(([name]) => !DROPPED.test(name))
    .map(([name, value]) => [name, headerText(value) ?? '']);
  return { status, headers: Object.fromEntries(kept), body };
}

function hasMoved(method: PartRequest['method'], status: number): boolean {
  return method === 'GET' && status >= 301 && status <= 308;
}

/** Bytes held of all shops together. */
const HELD_BYTES = 24 * 1024 * 1024;
/** The longest a part is held, in seconds, whatever the shop allows: so no wrong one stays for long. */
const HELD_SECONDS = 3_600;
/** Never data: prices are fetched each time. */
const SHARED_TYPES = /^(?:text\/(?:javascript|css)|application\/(?:x-)?javascript)\b/i;
const VARIES_HARMLESSLY = /^(?:\s*(?:accept-encoding|origin)\s*(?:,|$))*$/i;

/** A cache of scripts and style sheets by the page's origin: `load` is called only for what is not held fresh for that origin. */
export function createPartCache(heldBytes = HELD_BYTES) {
  const held = new LRUCache<string, FetchedPart>({
    maxSize: heldBytes,
    // Read at the call: a test may have replaced the clock.
    perf: performance,
    sizeCalculation: ({ body }) => Math.max(1, body.length),
  });
  return (origin: string, load: LoadPart): LoadPart =>
    async (request) => {
      const isPlain = request.method === 'GET' && !('authorization' in request.headers);
      if (!isPlain) return load(request);
      const key = `${origin} ${request.url}`;
      const found = held.get(key);
      if (found) return found;
      const part = await load(request);
      const seconds = freshSeconds(part);
      if (seconds > 0) held.set(key, part, { ttl: seconds * 1_000 });
      return part;
    };
}

/** How long a part may be held, in seconds, by its max-age alone (RFC 9111); 0 for not at all. */
function freshSeconds({ status, headers }: FetchedPart): number {
  const control = headers['cache-control'] ?? '';
  const isShared =
    status === 200 &&
    SHARED_TYPES.test(headers['content-type'] ?? '') &&
    VARIES_HARMLESSLY.test(headers['vary'] ?? '') &&
    !/\b(?:no-store|no-cache|private)\b/i.test(control);
  const [, maxAge = '0'] = /\bmax-age=(\d+)/i.exec(control) ?? [];
  return isShared ? Math.min(Number(maxAge) - Number(headers['age'] ?? 0), HELD_SECONDS) : 0;
}
