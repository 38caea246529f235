import { setTimeout as sleep } from 'node:timers/promises';
import { FetchRefused } from '#domain/errors.ts';
import type { FetchedPage } from './fetched-page.ts';
import { bodyText } from './page-body.ts';
import type { FetchedPart, LoadPart } from './page-part.ts';

/** Error reasons of Chromium's protocol. */
export type RequestFailure = 'Aborted' | 'BlockedByClient' | 'Failed';

export type Reply = (answer: FetchedPart | RequestFailure) => Promise<void>;

/** Limits on the requests of one page. */
export interface TrafficLimits {
  parts: number;
  partBytes: number;
}

/** Poll interval while waiting for a page's requests, in milliseconds. */
const POLL_MS = 5;

/** Answers or refuses all requests of one page that is being rendered, and counts them. */
export function createPageTraffic(fetched: FetchedPage, loadPart: LoadPart, limits: TrafficLimits) {
  const left = Promise.withResolvers<void>();
  let isDocumentServed = false;
  let open = 0;
  let parts = 0;
  let bytes = 0;
  let lastAt = performance.now();

  async function answerTo(paused: PausedRequest): Promise<FetchedPart | RequestFailure> {
    const { request } = paused;
    if (paused.resourceType === 'Document') {
      const isOwn = request.url === new URL(fetched.url).href;
      if (isDocumentServed || !isOwn) {
        left.resolve();
        // Any other reason would replace the page with an error page.
        return 'Aborted';
      }
      isDocumentServed = true;
      const headers = { 'content-type': 'text/html; charset=utf-8' };
      return { status: 200, headers, body: Buffer.from(bodyText(fetched.body)) };
    }
    const preflight = preflightResponse(paused);
    if (preflight) return preflight;
    parts += 1;
    const isWithin = parts <= limits.parts && bytes < limits.partBytes;
    if (!isWithin || !isNeeded(paused)) return 'BlockedByClient';
    const part = await loadPart({
      url: request.url,
      method: request.method === 'POST' ? 'POST' : 'GET',
      headers: sentHeaders(request),
      body: postedBody(request),
    });
    bytes += part.body.length;
    return part;
  }

  return {
    /** Resolves when the page tries to navigate, which is refused but ends its loading. */
    leaving: left.promise,
    /** Time of the last request or answer, by performance.now(). */
    lastAt: () => lastAt,
    /** Answers one intercepted request by `reply`. Never rejects: a closed page needs no answer. */
    async answer(paused: PausedRequest, reply: Reply): Promise<void> {
      open += 1;
      lastAt = performance.now();
      try {
        await reply(await answerTo(paused));
      } catch (error) {
        const why = error instanceof FetchRefused ? 'BlockedByClient' : 'Failed';
        await reply(why).catch(() => undefined);
      } finally {
        open -= 1;
        lastAt = performance.now();
      }
    },
    /** Resolves after `quietMs` without a new or pending request. */
    async settled(quietMs: number): Promise<void> {
      for (;;) {
        const restMs = quietMs - (performance.now() - lastAt);
        if (open === 0 && restMs <= 0) return;
        await sleep(Math.max(restMs, POLL_MS));
      }
    },
  };
}

export type PageTraffic = ReturnType<typeof createPageTraffic>;

/** A request that Chromium holds until we answer: the fields of `Fetch.requestPaused` that we read. */
interface PausedRequest {
  requestId: string;
  /** The protocol's resource type: 'Document', 'Script', 'XHR'. */
  resourceType: string;
  request: {
    url: string;
    method: string;
    headers: Record<string, string>;
    /** Pieces of the request body in base64. */
    postDataEntries?: { bytes?: string }[];
  };
}

/** Resource types that can change a page's text. */
const NEEDED = new Set(['Script', 'Stylesheet', 'XHR', 'Fetch']);

/** Analytics and advertising hosts: no price depends on them. */
const TRACKERS =
  /(?:^|\.)(?:google-analytics|googletagmanager|googlesyndication|googleadservices|doubleclick|facebook|hotjar|clarity|segment|newrelic|nr-data|optimizely|criteo|tiktok|pinimg|demdex|omtrdc|adobedtm|sentry|datadoghq-browser-agent|bat\.bing|branch|braze|klaviyo|quantserve|scorecardresearch|taboola|outbrain|attentivemobile|dynamicyield|mouseflow|fullstory|heapanalytics|amplitude|mixpanel)\.(?:com|net|io|ms|tv|org)$/;

/** True if a page that is being rendered may send this request: a read that can change its text. */
function isNeeded({ resourceType, request }: PausedRequest): boolean {
  const url = URL.parse(request.url);
  if (!url || !NEEDED.has(resourceType) || TRACKERS.test(url.hostname)) return false;
  const headers = sentHeaders(request);
  // The protocol reports an EventSource, which never ends, as XHR, and a prefetch as Fetch.
  if (headers['accept']?.includes('text/event-stream') || 'sec-purpose' in headers) return false;
  if (request.method === 'GET') return true;
  // Many shops query their search API with a JSON POST; all other POSTs are refused.
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/.test(headers['content-type'] ?? '');
  return request.method === 'POST' && resourceType !== 'Script' && isJson;
}

/** A request's headers with their names in lower case. */
function sentHeaders({ headers }: PausedRequest['request']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function postedBody({ postDataEntries = [] }: PausedRequest['request']): Buffer | null {
  const pieces = postDataEntries.map(({ bytes = '' }) => Buffer.from(bytes, 'base64'));
  return pieces.length > 0 ? Buffer.concat(pieces) : null;
}

/**
 * The response to a CORS preflight, otherwise null. The actual request is checked separately, and its host decides who may read the
 * response.
 */
function preflightResponse({ request }: PausedRequest): FetchedPart | null {
  const preflight = sentHeaders(request);
  // Scripts cannot set this header.
  const method = preflight['access-control-request-method'];
  if (request.method !== 'OPTIONS' || method === undefined) return null;
  const headers = {
    'access-control-allow-origin': preflight['origin'] ?? '*',
    'access-control-allow-methods': method,
    'access-control-allow-headers': preflight['access-control-request-headers'] ?? '',
    'access-control-allow-credentials': 'true',
  };
  return { status: 204, headers, body: Buffer.alloc(0) };
}
