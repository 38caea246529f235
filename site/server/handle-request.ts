/*
 * Routes every request that is not a file in memory (request-listener.ts), cheapest and strictest checks first:
 *   method → target → probes → host → metrics → API → picture → demo shops → canonical path
 *   → on-demand page, from the cache if it is the same for everyone → 404
 * Astro's adapter serves the calls under /api (site/pages/api) and the pages.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { PICTURE_PATH } from '#domain/picture-url.ts';
import type { HandleApi } from '../api/app.ts';
import { BODY_LIMIT_BYTES } from '../api/core/middleware.ts';
import { type AstroHandler, renderWithAstro } from './astro-pages.ts';
import { DEMO_PATH, fetchDemoShop } from './demo-proxy.ts';
import type { PageCache } from './page-cache.ts';
import type { Pictures } from './pictures.ts';
import type { PublicPages } from './public-pages/public-pages.ts';
import type { Replacements } from './replacements.ts';
import { type HostCheck, plainPath, remoteAddressOf, withoutEscapes } from './request-address.ts';
import { textResponse } from './response.ts';
import { isPage, NO_PAGE_POLICY } from './security-headers.ts';
import type { StaticFile } from './static-file.ts';
import type { StaticFiles } from './static-files.ts';

/** The dependencies of the server; one per process. */
export interface Site {
  siteUrl: string;
  replacements: Replacements;
  trustedHops: number;
  /** Port of the demo shops on 127.0.0.1; 0 without demo shops. */
  demoPort: number;
  files: StaticFiles;
  isOurHost: HostCheck;
  handleApi: HandleApi;
  handleAdmin: HandleApi;
  pictures: Pictures;
  publicPages: PublicPages;
  pages: PageCache;
  astro: AstroHandler;
  log: Logger;
  /** Calls and pages in progress with their start time, once their body has arrived. */
  inProgress: Set<{ sinceMs: number }>;
  /** True after the first SIGTERM. */
  isStopping(): boolean;
  /** A monotonic clock, in ms. */
  now(): number;
}

/** A request with its parsed parts. */
interface SiteRequest {
  site: Site;
  incoming: IncomingMessage;
  /** The request as the API takes it. */
  request: Request;
  /** Path and query as received. */
  target: string;
  path: string;
}

/** Maximum concurrent requests; the limits allow one shopper 300 searches. */
const MAX_IN_PROGRESS = 512;
/** With more than MAX_LATE requests older than LATE_MS, another request would only slow down all. */
const MAX_LATE = 32;
const LATE_MS = 250;
/** Calls that wait for a model or sign-in provider, or delay on purpose (forgotten passwords); they never count as late. */
const WAITS_FOR_OTHERS = /^\/(?:api\/(?:auth|recommend)\/|smart-search$)/;
/** The API's metrics, outside /api, where scrapers look for them. */
const METRICS_PATH = '/metrics';
/** Calls that monitors make at the address of one process, whose Host header is not the site's. */
const MONITORED: ReadonlySet<string> = new Set([METRICS_PATH, '/api/health']);
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Astro's fragments of pages. */
const ISLAND_PATH = '/_server-islands/';

type Answer = Response | StaticFile | null;

/** Returns a file or page from memory, a response, or null if nothing is at this address. */
export async function handleRequest(received: SiteRequest): Promise<Answer> {
  const { site, incoming, request, target, path } = received;
  const { method = '' } = incoming;
  if (!METHODS.includes(method)) {
    return refusal(path, 405, 'wrong-method', 'Method not allowed.', { allow: METHODS.join(', ') });
  }
  // '//evil.example' and 'http://evil.example/' would become other hosts in redirects and links.
  if (!target.startsWith('/') || /^\/[/\\]/.test(target)) return invalidAddress();
  if (path === '/livez') return textResponse(200, 'alive');
  if (path === '/readyz') return readiness(received);
  if (!MONITORED.has(path) && !site.isOurHost(incoming.headers.host)) {
    return refusal(
      path,
      421,
      'wrong-host',
      `This server answers for ${site.siteUrl} only. Set SITE_URL to the address that it is opened at.`,
    );
  }
  if (path === METRICS_PATH) return call(received, (locals) => locals.api(request));
  if (isApiPath(path)) {
    return call(received, (locals) => renderWithAstro(site.astro, forAstro(received), locals));
  }
  if (path === '/admin' || path.startsWith('/admin/')) {
    // Anyone but an operator gets null, and sees the usual 404 page.
    const response = await call(received, (locals) => site.handleAdmin(request, locals));
    return response?.status === 404 ? null : response;
  }
  if (path.startsWith(PICTURE_PATH)) return site.pictures(incoming, path);
  if (path.startsWith(DEMO_PATH) && site.demoPort > 0) {
    return fetchDemoShop(incoming, target, site.demoPort);
  }
  return findPage(received);
}

/** Returns a page or a redirect to its canonical address; null if there is none. */
async function findPage(received: SiteRequest): Promise<Answer> {
  const { site, incoming, target, path } = received;
  const plain = plainPath(path, site.files);
  if (plain !== path) return movedTo(plain + target.slice(path.length));
  // Of Astro's own endpoints only server islands; the image endpoint would convert pictures for anyone.
  const isIsland = path.startsWith(ISLAND_PATH) && incoming.method === 'GET';
  if (path.startsWith('/_') && !isIsland) return null;
  // None of our paths needs percent-escapes, so a page has one canonical address.
  if (path.includes('%')) {
    const unescaped = withoutEscapes(path);
    return unescaped === null ? null : movedTo(unescaped + target.slice(path.length));
  }
  const render = () => runUnlessBusy(received, () => renderPage(received));
  if (incoming.method !== 'GET' || site.publicPages.isChosen(path, target)) return render();
  // The query does not affect a page that is the same for everyone.
  const version = () => site.publicPages.versionOf(path);
  return site.pages(path, { version, render });
}

export function isApiPath(path: string): boolean {
  return path.startsWith('/api/') || path === '/api' || path === METRICS_PATH;
}

/** A refusal before the API or a page is asked: plain text, or the envelope of the API's failures (docs/api.md). */
function refusal(
  path: string,
  status: number,
  code: string,
  error: string,
  headers: Record<string, string> = {},
): Response {
  if (!isApiPath(path)) return textResponse(status, error, headers);
  const body = { success: false, error, code, requestId: randomUUID() };
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } });
}

async function call(
  received: SiteRequest,
  answer: (locals: App.Locals) => Promise<Response | null>,
): Promise<Response | null> {
  const { incoming } = received;
  if (incoming.method !== 'GET') {
    // @hono/node-server and Astro read an already buffered body from these properties.
    const body = await readBody(incoming);
    Object.assign(incoming, { rawBody: body, body });
  }
  return runUnlessBusy(received, () => answer(localsOf(received)));
}

/** Runs `work`, or returns 503 immediately if the server is overloaded. */
async function runUnlessBusy<T>({ site, path }: SiteRequest, work: () => Promise<T>) {
  if (isOverloaded(site)) {
    const error = 'There is more to do than we can. Try again in a moment.';
    return refusal(path, 503, 'busy', error, { 'retry-after': '1' });
  }
  const sinceMs = WAITS_FOR_OTHERS.test(path) ? Number.POSITIVE_INFINITY : site.now();
  const turn = { sinceMs };
  site.inProgress.add(turn);
  try {
    return await work();
  } finally {
    site.inProgress.delete(turn);
  }
}

function isOverloaded({ inProgress, now }: Site): boolean {
  if (inProgress.size >= MAX_IN_PROGRESS) return true;
  const lateMs = now() - LATE_MS;
  const late = inProgress.values().filter(({ sinceMs }) => sinceMs < lateMs);
  return late.take(MAX_LATE + 1).toArray().length > MAX_LATE;
}

/**
 * The body, or one byte more than the API accepts. The rest is read and discarded until the request times out: an unread body
 * would block the next request of its connection, and closing the connection could lose the refusal in transit.
 */
function readBody(message: IncomingMessage): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let length = 0;
  const finish = () => resolve(Buffer.concat(chunks, Math.min(length, BODY_LIMIT_BYTES + 1)));
  message.on('data', (chunk: Buffer) => {
    if (length > BODY_LIMIT_BYTES) return;
    chunks.push(chunk);
    length += chunk.length;
    if (length > BODY_LIMIT_BYTES) finish();
  });
  message
    .on('end', finish)
    .on('error', reject)
    .on('close', () => reject(new Error('aborted')));
  return promise;
}

async function readiness({ site, incoming }: SiteRequest): Promise<Response> {
  if (site.isStopping()) return textResponse(503, 'stopping');
  const health = new Request(`${site.siteUrl}/api/health`);
  const remoteAddress = incoming.socket.remoteAddress ?? '';
  const { status } = await site.handleApi(health, { remoteAddress });
  return status === 200 ? textResponse(200, 'ready') : textResponse(503, 'not ready');
}

async function renderPage(received: SiteRequest): Promise<Response | null> {
  const { astro, replacements } = received.site;
  const page = await renderWithAstro(astro, forAstro(received), localsOf(received), replacements);
  // A page without content returns an empty 404; the caller then sends the usual 404 page.
  if (page?.status === 404 && !isPage(page.headers.get('content-type') ?? '')) return null;
  // The page's policy holds for its fragments; Astro's for one has 3 kB.
  if (page && received.path.startsWith(ISLAND_PATH))
    page.headers.set('content-security-policy', NO_PAGE_POLICY);
  // Private to this shopper, unless the page says otherwise.
  if (page && !page.headers.has('cache-control'))
    page.headers.set('cache-control', 'private, no-cache');
  return page;
}

/** The request for Astro's adapter, with the target as received. */
function forAstro({ incoming, target }: SiteRequest): IncomingMessage {
  return Object.create(incoming, { url: { value: target } });
}

/** The `locals` of Astro's pages and endpoints. */
function localsOf({ site, incoming }: SiteRequest): App.Locals {
  const remoteAddress = remoteAddressOf(incoming, site.trustedHops);
  return {
    api: (call) => site.handleApi(call, { remoteAddress }),
    publicPages: site.publicPages,
    remoteAddress,
    siteOrigin: site.siteUrl,
  };
}

function movedTo(location: string): Response {
  return textResponse(308, `Moved to ${location}`, {
    location,
    'cache-control': 'public, max-age=3600',
  });
}

/** The refusal of an invalid target. */
export function invalidAddress(): Response {
  return textResponse(400, 'The address is not valid.');
}
