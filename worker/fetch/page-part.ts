/* Resources that a page loads while it renders: fetched one at a time, and cached for other pages of the origin if HTTP allows. */
import { LRUCache } from 'lru-cache';
import { headerText, type LimitsOf, type WireAnswer } from './answer.ts';
import { ACCEPT_LANGUAGE, type AroundHop, FETCH_KINDS } from './fetched-page.ts';
import type { Hop } from './redirect.ts';
import { unpack } from './response-body.ts';

/** A request of a rendering page: for a script, a style sheet, or the shop's own API. */
export interface PartRequest {
  url: string;
  method: 'GET' | 'POST';
  /** As set by the page's script, with lower-case names. */
  headers: Record<string, string>;
  body: Buffer | null;
  aroundHop?: AroundHop;
}

/** The host's response, whatever its status: the page's script handles it. */
export interface FetchedPart {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Loads one resource for a page, or throws FetchRefused. */
export type LoadPart = (request: Omit<PartRequest, 'aroundHop'>) => Promise<FetchedPart>;

/** Request headers that a page's script may send: content negotiation and the shop's own `x-…` keys. */
const SENT =
  /^(?:accept|content-type|origin|referer|authorization|x-(?!forwarded|real-ip|client-ip)[\w-]+)$/;

/** Response headers that describe the packed bytes or act beyond the page. */
const DROPPED =
  /^(?:content-encoding|content-length|transfer-encoding|connection|keep-alive|set-cookie|location|refresh|link|alt-svc|report-to|nel)$/;

/** The request headers for a resource, never with cookies. */
export function partHeaders(request: PartRequest, userAgent: string): Record<string, string> {
  const own = Object.entries(request.headers).filter(([name]) => SENT.test(name));
  return {
    'accept-language': ACCEPT_LANGUAGE,
    ...Object.fromEntries(own),
    'user-agent': userAgent,
    'accept-encoding': FETCH_KINDS.page.acceptEncoding,
  };
}

/** Resources have a page's caps; the body of a redirect is not needed. */
export function partLimitsFor({ method }: PartRequest): LimitsOf {
  return (status, { location }) =>
    hasMoved(method, status) && location !== undefined ? null : FETCH_KINDS.page.limits;
}

/** Reads a resource of any status and type. Rejects with FetchRefused like a page. */
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

/** Cache size over all shops. */
const HELD_BYTES = 24 * 1024 * 1024;
/** Maximum cache time in seconds, whatever the shop allows, so that no wrong resource stays long. */
const HELD_SECONDS = 3_600;
/** Never data, so that prices are always fetched. */
const SHARED_TYPES = /^(?:text\/(?:javascript|css)|application\/(?:x-)?javascript)\b/i;
const VARIES_HARMLESSLY = /^(?:\s*(?:accept-encoding|origin)\s*(?:,|$))*$/i;

/** A cache of scripts and style sheets by the page's origin; `load` is called for resources without a fresh copy. */
export function createPartCache(heldBytes = HELD_BYTES) {
  const held = new LRUCache<string, FetchedPart>({
    maxSize: heldBytes,
    // Passed explicitly, because tests replace the clock.
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

/** Cache time of a resource in seconds, by its max-age only (RFC 9111); 0 if it must not be cached. */
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
