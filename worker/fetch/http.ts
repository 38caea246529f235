import { Agent } from 'undici';
import { type FetchRefusal, FetchRefused } from '#domain/errors.ts';
import type { AddressPolicy } from './address-guard.ts';
import { exchangeOnce, type LimitsOf, limitsFor, readAnswer, type WireAnswer } from './answer.ts';
import {
  ACCEPT_LANGUAGE,
  FETCH_KINDS,
  type FetchedPage,
  type FetchRequest,
} from './fetched-page.ts';
import { guardedConnector, type Resolve } from './guarded-connect.ts';
import {
  type FetchedPart,
  type PartRequest,
  partHeaders,
  partLimitsFor,
  readPart,
} from './page-part.ts';
import { followRedirects } from './redirect.ts';
import { transportRefusal, watchNetwork } from './transport-error.ts';

/** Time limits of one fetch in milliseconds. `totalMs` covers all hops, excluding the waits between them. */
export interface FetchTimeouts {
  connectMs: number;
  headersMs: number;
  /** Longest pause within a body. */
  bodyMs: number;
  totalMs: number;
}

/** Defaults: every fetch ends within 15 s. */
const FETCH_TIMEOUTS: FetchTimeouts = {
  connectMs: 5_000,
  headersMs: 8_000,
  bodyMs: 5_000,
  totalMs: 15_000,
};

/** Maximum header bytes of a response; shops with long policies and many cookies stay below 20 KB. */
const MAX_HEADER_BYTES = 32 * 1024;

/** Refusals without a response, caused by the host or by our own network. */
const SILENCE: ReadonlySet<FetchRefusal> = new Set(['timeout', 'network']);

export interface FetcherOptions {
  /** Product token and version: 'PricerooBot/1.0'. */
  userAgent: string;
  /** A page that tells shops who we are and how to contact us; part of the User-Agent header. */
  contactUrl: string;
  /** Port of the demo shops on 127.0.0.1, null when they are not served. */
  demoPort: number | null;
  /** Origins of our own servers that the address guard allows. */
  allowedOrigins?: readonly string[];
  /** Ports of public hosts besides 80 and 443. */
  allowedPorts?: readonly number[];
  timeouts?: Partial<FetchTimeouts>;
  resolve?: Resolve;
  /** PEM of the only certificate authority to trust, instead of the system's. */
  trustedCa?: string;
}

/** Creates an HTTP client that visits only addresses that the guard allows, within size and time limits. */
export function createFetcher(options: FetcherOptions) {
  const policy: AddressPolicy = {
    demoPort: options.demoPort,
    allowedOrigins: options.allowedOrigins ?? [],
    allowedPorts: options.allowedPorts ?? [],
  };
  const network = watchNetwork();
  const timeouts = { ...FETCH_TIMEOUTS, ...options.timeouts };
  const agent = new Agent({
    connect: guardedConnector(policy, {
      timeoutMs: timeouts.connectMs,
      resolve: options.resolve,
      trustedCa: options.trustedCa,
    }),
    headersTimeout: timeouts.headersMs,
    bodyTimeout: timeouts.bodyMs,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  const userAgentHeader = `${options.userAgent} (+${options.contactUrl})`;

  async function exchange(
    url: URL,
    spentMs: number,
    sent: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: Buffer | null },
    limitsOf: LimitsOf,
    onSent?: () => void,
  ): Promise<WireAnswer> {
    const limitMs = Math.max(1, Math.floor(timeouts.totalMs - spentMs));
    const request = { ...sent, origin: url.origin, path: url.pathname + url.search };
    let isAnswered = false;
    const onHeaders: LimitsOf = (status, headers) => {
      isAnswered = true;
      network.answered();
      return limitsOf(status, headers);
    };
    try {
      return await exchangeOnce(agent, request, limitMs, onHeaders, onSent);
    } catch (error) {
      const refused = transportRefusal(error, url.href);
      if (isAnswered || !SILENCE.has(refused.reason)) throw refused;
      throw network.isOwnFault(url.origin)
        ? new FetchRefused('own-network', refused.message)
        : refused;
    }
  }

  return {
    /** Product token of the User-Agent, for robots.txt. */
    userAgent: options.userAgent,
    userAgentHeader,
    /** The address policy, for other code that opens connections. */
    policy,
    /** Fetches a page. Throws FetchRefused for any other response. */
    fetchPage: (request: FetchRequest): Promise<FetchedPage> =>
      followRedirects(request.url, policy, request.aroundHop, async (url, spentMs, onSent) => {
        const sent = { method: 'GET', headers: requestHeaders(request, userAgentHeader) } as const;
        const answer = await exchange(url, spentMs, sent, limitsFor(request), onSent);
        return readAnswer(request, url, answer);
      }),
    /** Fetches a resource of a page that is being rendered, whatever its status. Throws FetchRefused like `fetchPage`. */
    fetchPart: (request: PartRequest): Promise<FetchedPart> =>
      followRedirects(request.url, policy, request.aroundHop, async (url, spentMs) => {
        const { method, body } = request;
        const sent = { method, body, headers: partHeaders(request, userAgentHeader) };
        return readPart(request, await exchange(url, spentMs, sent, partLimitsFor(request)));
      }),
    close: () => agent.destroy(),
  };
}

export type Fetcher = ReturnType<typeof createFetcher>;

function requestHeaders(request: FetchRequest, userAgent: string): Record<string, string> {
  const kind = FETCH_KINDS[request.accept ?? 'page'];
  return {
    'user-agent': userAgent,
    accept: kind.accept,
    'accept-encoding': kind.acceptEncoding,
    'accept-language': ACCEPT_LANGUAGE,
    ...(request.etag ? { 'if-none-match': request.etag } : {}),
    ...(request.lastModified ? { 'if-modified-since': request.lastModified } : {}),
  };
}
