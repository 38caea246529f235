import { setTimeout as sleep } from 'node:timers/promises';
import { FetchRefused } from '#domain/errors.ts';
import type { FetchedPage } from './fetched-page.ts';
import { bodyText } from './page-body.ts';
import type { FetchedPart, LoadPart } from './page-part.ts';

/** Why a request gets no answer, as Chromium's protocol names it. */
export type RequestFailure = 'Aborted' | 'BlockedByClient' | 'Failed';

/** Answers an intercepted request. */
export type Reply = (answer: FetchedPart | RequestFailure) => Promise<void>;

/** How much one page may ask for. */
export interface TrafficLimits {
  parts: number;
  partBytes: number;
}

/** Between two looks whether a page's requests are answered, in milliseconds. */
const POLL_MS = 5;

/** Answers or refuses all requests of one rendering page, and counts them. */
export class PageTraffic {
  readonly #left = Promise.withResolvers<void>();
  /** Resolves when the page tried to navigate: that is refused, but ends the page's loading. */
  readonly leaving = this.#left.promise;
  readonly #fetched: FetchedPage;
  readonly #loadPart: LoadPart;
  readonly #limits: TrafficLimits;
  #isDocumentServed = false;
  #open = 0;
  #parts = 0;
  #bytes = 0;
  #lastAt = performance.now();

  /** Time of the last request or answer, by performance.now(). */
  get lastAt(): number {
    return this.#lastAt;
  }

  constructor(fetched: FetchedPage, loadPart: LoadPart, limits: TrafficLimits) {
    this.#fetched = fetched;
    this.#loadPart = loadPart;
    this.#limits = limits;
  }

  /** Answers one intercepted request by `reply`. Never rejects: a closed page needs no answer. */
  async answer(paused: PausedRequest, reply: Reply): Promise<void> {
    this.#open += 1;
    this.#lastAt = performance.now();
    try {
      await reply(await this.#answerTo(paused));
    } catch (error) {
      const why = error instanceof FetchRefused ? 'BlockedByClient' : 'Failed';
      await reply(why).catch(() => undefined);
    } finally {
      this.#open -= 1;
      this.#lastAt = performance.now();
    }
  }

  async #answerTo(paused: PausedRequest): Promise<FetchedPart | RequestFailure> {
    const { request } = paused;
    if (paused.resourceType === 'Document') {
      const isOwn = request.url === new URL(this.#fetched.url).href;
      if (this.#isDocumentServed || !isOwn) {
        this.#left.resolve();
        // Any other failure would replace the page with an error page.
        return 'Aborted';
      }
      this.#isDocumentServed = true;
      const headers = { 'content-type': 'text/html; charset=utf-8' };
      return { status: 200, headers, body: Buffer.from(bodyText(this.#fetched.body)) };
    }
    const leave = leaveFor(paused);
    if (leave) return leave;
    this.#parts += 1;
    const isWithin = this.#parts <= this.#limits.parts && this.#bytes < this.#limits.partBytes;
    if (!isWithin || !isNeeded(paused)) return 'BlockedByClient';
    const part = await this.#loadPart({
      url: request.url,
      method: request.method === 'POST' ? 'POST' : 'GET',
      headers: sentHeaders(request),
      body: postedBody(request),
    });
    this.#bytes += part.body.length;
    return part;
  }

  /** Resolves once no request was made or open for `quietMs`. */
  async settled(quietMs: number): Promise<void> {
    for (;;) {
      const restMs = quietMs - (performance.now() - this.#lastAt);
      if (this.#open === 0 && restMs <= 0) return;
      await sleep(Math.max(restMs, POLL_MS));
    }
  }
}

/** A request that Chromium holds until we answer: the fields of `Fetch.requestPaused` that we read. */
interface PausedRequest {
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
function isNeeded({ resourceType, request }: PausedRequest): boolean {
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
function sentHeaders({ headers }: PausedRequest['request']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** The body of a request; null where it has none. */
function postedBody({ postDataEntries = [] }: PausedRequest['request']): Buffer | null {
  const pieces = postDataEntries.map(({ bytes = '' }) => Buffer.from(bytes, 'base64'));
  return pieces.length > 0 ? Buffer.concat(pieces) : null;
}

/** The answer to a CORS preflight, else null. The request that follows is judged by itself; the host decides who reads its answer. */
function leaveFor({ request }: PausedRequest): FetchedPart | null {
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
