import type { FetchedPart } from './page-part.ts';

/** A request that Chromium holds until we answer: the fields of `Fetch.requestPaused` that we read. */
export interface PausedRequest {
  requestId: string;
  /** What it is for, as the protocol names it: 'Document', 'Script', 'XHR'. */
  resourceType: string;
  request: {
    url: string;
    method: string;
    headers: Record<string, string>;
    /** Pieces of what is posted, in base64. */
    postDataEntries?: { bytes?: string }[];
  };
}

/** Types of request that can change a page's text. */
const NEEDED = new Set(['Script', 'Stylesheet', 'XHR', 'Fetch']);

/** Hosts that measure and advertise: no price depends on them. */
const TRACKERS =
  /(?:^|\.)(?:google-analytics|googletagmanager|googlesyndication|googleadservices|doubleclick|facebook|hotjar|clarity|segment|newrelic|nr-data|optimizely|criteo|tiktok|pinimg|demdex|omtrdc|adobedtm|sentry|datadoghq-browser-agent|bat\.bing|branch|braze|klaviyo|quantserve|scorecardresearch|taboola|outbrain|attentivemobile|dynamicyield|mouseflow|fullstory|heapanalytics|amplitude|mixpanel)\.(?:com|net|io|ms|tv|org)$/;

/** True when a rendering page may make this request: a read that can change its text. */
export function isNeeded({ resourceType, request }: PausedRequest): boolean {
  const url = URL.parse(request.url);
  if (!url || !NEEDED.has(resourceType) || TRACKERS.test(url.hostname)) return false;
  const headers = sentHeaders(request);
  // The protocol reports an EventSource, which never ends, as XHR, and a prefetch as Fetch.
  if (headers['accept']?.includes('text/event-stream') || 'sec-purpose' in headers) return false;
  if (request.method === 'GET') return true;
  // Many shops query their own search by a JSON POST; no other POST is made.
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/.test(headers['content-type'] ?? '');
  return request.method === 'POST' && resourceType !== 'Script' && isJson;
}

/** A request's headers with their names in lower case. */
export function sentHeaders({ headers }: PausedRequest['request']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** The body of a request; null where it has none. */
export function postedBody({ postDataEntries = [] }: PausedRequest['request']): Buffer | null {
  const pieces = postDataEntries.map(({ bytes = '' }) => Buffer.from(bytes, 'base64'));
  return pieces.length > 0 ? Buffer.concat(pieces) : null;
}

/** The answer to a CORS preflight, else null. The request that follows is judged by itself; the host decides who reads its answer. */
export function leaveFor({ request }: PausedRequest): FetchedPart | null {
  const asked = sentHeaders(request);
  // Scripts cannot set this header.
  const method = asked['access-control-request-method'];
  if (request.method !== 'OPTIONS' || method === undefined) return null;
  const headers = {
    'access-control-allow-origin': asked['origin'] ?? '*',
    'access-control-allow-methods': method,
    'access-control-allow-headers': asked['access-control-request-headers'] ?? '',
    'access-control-allow-credentials': 'true',
  };
  return { status: 204, headers, body: Buffer.alloc(0) };
}
