import type { FetchedPart } from './page-part.ts';

/** A request that Chromium holds until it is answered: `Fetch.requestPaused` of its protocol, as far as we read it. */
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

/** Kinds of request that can bear on what a page says; pictures, fonts, media, frames and sockets cannot. */
const NEEDED = new Set(['Script', 'Stylesheet', 'XHR', 'Fetch']);

/** Hosts that measure and advertise: not needed for a price, and not ours to feed. */
const TRACKERS =
  /(?:^|\.)(?:google-analytics|googletagmanager|googlesyndication|googleadservices|doubleclick|facebook|hotjar|clarity|segment|newrelic|nr-data|optimizely|criteo|tiktok|pinimg|demdex|omtrdc|adobedtm|sentry|datadoghq-browser-agent|bat\.bing|branch|braze|klaviyo|quantserve|scorecardresearch|taboola|outbrain|attentivemobile|dynamicyield|mouseflow|fullstory|heapanalytics|amplitude|mixpanel)\.(?:com|net|io|ms|tv|org)$/;

/** True when a rendering page may have this: reads only, of what can bear on its text. */
export function isNeeded({ resourceType, request }: PausedRequest): boolean {
  const url = URL.parse(request.url);
  if (!url || !NEEDED.has(resourceType) || TRACKERS.test(url.hostname)) return false;
  const headers = sentHeaders(request);
  // The protocol takes an EventSource, which never ends, for an XHR, and a page fetched beforehand for a Fetch.
  if (headers['accept']?.includes('text/event-stream') || 'sec-purpose' in headers) return false;
  if (request.method === 'GET') return true;
  // Many shops ask their own search with a JSON POST; anything else that posts is not for us to do.
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/.test(headers['content-type'] ?? '');
  return request.method === 'POST' && resourceType !== 'Script' && isJson;
}

/** A request's headers with their names in lower case. */
export function sentHeaders({ headers }: PausedRequest['request']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** What a request posts; null where it posts nothing. */
export function postedBody({ postDataEntries = [] }: PausedRequest['request']): Buffer | null {
  const pieces = postDataEntries.map(({ bytes = '' }) => Buffer.from(bytes, 'base64'));
  return pieces.length > 0 ? Buffer.concat(pieces) : null;
}

/**
 * The answer where a browser asks for a script's leave to ask another host (CORS preflight), else null. Leave is given: what
 * the script then asks is judged by itself, and may be read by it only where the host's own answer allows it.
 */
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
