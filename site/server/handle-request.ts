/*
 * The way of a request that is no file in memory (request-listener.ts), cheapest and strictest first:
 *   method → address → probes → host → API → picture → demo shops → plain address
 *   → on-demand page, from memory where it is the same for everyone → 404
 */
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { PICTURE_PATH } from '#domain/picture-url.ts';
import type { HandleApi } from '../api/app.ts';
import { type AstroHandler, askAstro } from './astro-pages.ts';
import { DEMO_PATH, fetchDemoShop } from './demo-proxy.ts';
import type { PageCache } from './page-cache.ts';
import type { Pictures } from './pictures.ts';
import type { PublicPages } from './public-pages/public-pages.ts';
import type { Replacements } from './replacements.ts';
import { type HostCheck, plainPath, remoteAddressOf, withoutEscapes } from './request-address.ts';
import { textResponse } from './response.ts';
import { isPage } from './security-headers.ts';
import type { StaticFile } from './static-file.ts';
import type { StaticFiles } from './static-files.ts';

/** What the server needs to answer; one a process. */
export interface Site {
  siteUrl: string;
  replacements: Replacements;
  trustedHops: number;
  /** Port of the demo shops on 127.0.0.1; 0: there are none. */
  demoPort: number;
  files: StaticFiles;
  isOurHost: HostCheck;
  handleApi: HandleApi;
  /** True: calls under /api go through Astro's handler (site/pages/api) to `handleApi`; false: straight to it. */
  apiThroughAstro: boolean;
  pictures: Pictures;
  publicPages: PublicPages;
  pages: PageCache;
  astro: AstroHandler;
  log: Logger;
  /** Calls and pages that are worked on now, with when they began; not those whose body is still to come. */
  underWay: Set<{ sinceMs: number }>;
  /** True from the first SIGTERM on. */
  isStopping(): boolean;
}

/** One request on its way. */
interface Asked {
  site: Site;
  incoming: IncomingMessage;
  /** The same request as the API takes it. */
  request: Request;
  /** Path and query as they came. */
  target: string;
  path: string;
}

/** The API refuses a larger body; no more than this and one byte is ever read. */
const BODY_LIMIT_BYTES = 64 * 1024;
/** Most requests worked on at once; one shopper alone may ask for 300 searches. */
const MOST_UNDER_WAY = 512;
/** With more than MOST_LATE requests older than LATE_MS, one more would only slow all of them down. */
const MOST_LATE = 32;
const LATE_MS = 250;
/** These calls wait for a model or a sign-in provider, or delay their answer on purpose (forgotten passwords): they do not count as late. */
const WAITS_FOR_OTHERS = /^\/(?:api\/(?:auth|recommend)\/|smart-search$)/;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Gives a file or page from memory, a response, or null when nothing is at this address. */
export async function handleRequest(asked: Asked): Promise<Response | StaticFile | null> {
  const { site, incoming, target, path } = asked;
  const { method = '' } = incoming;
  if (!METHODS.includes(method)) {
    return textResponse(405, 'Method not allowed.', { allow: METHODS.join(', ') });
  }
  // '//evil.example' and 'http://evil.example/' would become other hosts in redirects and links.
  if (!target.startsWith('/') || /^\/[/\\]/.test(target)) return invalidAddress();
  if (path === '/livez') return textResponse(200, 'alive');
  if (path === '/readyz') return readiness(asked);
  if (!site.isOurHost(incoming.headers.host)) {
    return textResponse(
      421,
      `This server answers for ${site.siteUrl} only. Set SITE_URL to the address that it is opened at.`,
    );
  }
  if (isApiPath(path)) return callApi(asked);
  if (path === '/admin' || path.startsWith('/admin/')) {
    const response = await callApi(asked);
    // Whoever is no operator sees what anyone sees who mistypes an address.
    return response.status === 404 ? null : response;
  }
  if (path.startsWith(PICTURE_PATH)) return site.pictures(incoming, path);
  if (path.startsWith(DEMO_PATH) && site.demoPort > 0) {
    return fetchDemoShop(incoming, target, site.demoPort);
  }
  const plain = plainPath(path, site.files);
  if (plain !== path) return movedTo(plain + target.slice(path.length));
  // Astro's image endpoint would fetch and convert pictures for anyone; ours are made by the worker.
  if (path.startsWith('/_')) return null;
  // Each address could be written with thousands of escapes, and none of ours needs one: a page has one address.
  if (path.includes('%')) {
    const unescaped = withoutEscapes(path);
    return unescaped === null ? null : movedTo(unescaped + target.slice(path.length));
  }
  const draw = () => unlessBusy(asked, () => drawPage(asked));
  if (method !== 'GET' || site.publicPages.isChosen(path, target)) return draw();
  // Whatever follows a '?' changes nothing on a page that is the same for everyone.
  const version = () => site.publicPages.versionOf(path);
  return site.pages(path, { version, draw });
}

/** True for paths that site/api answers. */
export function isApiPath(path: string): boolean {
  return path.startsWith('/api/') || path === '/api' || path === '/metrics';
}

async function callApi(asked: Asked): Promise<Response> {
  const { site, incoming, request, path } = asked;
  if (incoming.method !== 'GET') {
    // @hono/node-server and Astro take a body that was read already from these properties.
    const body = await readBody(incoming);
    Object.assign(incoming, { rawBody: body, body });
  }
  const locals = localsOf(asked);
  return unlessBusy(asked, async () => {
    if (!site.apiThroughAstro || !path.startsWith('/api')) return locals.api(request);
    return (await askAstro(site.astro, forAstro(asked), locals)) ?? textResponse(404, 'Not built.');
  });
}

/** Does the work, or says at once that there is too much of it. */
async function unlessBusy<T>({ site, path }: Asked, work: () => Promise<T>): Promise<T | Response> {
  if (isTooMuch(site.underWay)) {
    const error = 'There is more to do than we can. Try again in a moment.';
    const headers = { 'retry-after': '1', 'cache-control': 'no-store' };
    if (!isApiPath(path)) return textResponse(503, error, headers);
    return Response.json({ success: false, error, code: 'busy' }, { status: 503, headers });
  }
  const sinceMs = WAITS_FOR_OTHERS.test(path) ? Number.POSITIVE_INFINITY : performance.now();
  const turn = { sinceMs };
  site.underWay.add(turn);
  try {
    return await work();
  } finally {
    site.underWay.delete(turn);
  }
}

function isTooMuch(underWay: Site['underWay']): boolean {
  if (underWay.size >= MOST_UNDER_WAY) return true;
  const lateMs = performance.now() - LATE_MS;
  const late = underWay.values().filter(({ sinceMs }) => sinceMs < lateMs);
  return late.take(MOST_LATE + 1).toArray().length > MOST_LATE;
}

/**
 * The body, or as much as shows the API that it is too large. The rest is read and thrown away until the request's time is up:
 * a body that nobody reads would block the next request of its connection, and closing would lose the refusal on its way.
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

async function readiness({ site, incoming }: Asked): Promise<Response> {
  if (site.isStopping()) return textResponse(503, 'stopping');
  const health = new Request(`${site.siteUrl}/api/health`);
  const remoteAddress = incoming.socket.remoteAddress ?? '';
  const { status } = await site.handleApi(health, { remoteAddress });
  return status === 200 ? textResponse(200, 'ready') : textResponse(503, 'not ready');
}

async function drawPage(asked: Asked): Promise<Response | null> {
  const { astro, replacements } = asked.site;
  const page = await askAstro(astro, forAstro(asked), localsOf(asked), replacements);
  // A page that finds nothing to show says so in plain text; readers see what they see at any wrong address.
  if (page?.status === 404 && !isPage(page.headers.get('content-type') ?? '')) return null;
  // Made for this shopper and this moment, unless the page says otherwise.
  if (page && !page.headers.has('cache-control'))
    page.headers.set('cache-control', 'private, no-cache');
  return page;
}

/** The request as Astro's adapter reads it: with the target in the form in which it came. */
function forAstro({ incoming, target }: Asked): IncomingMessage {
  return Object.create(incoming, { url: { value: target } });
}

/** What pages and endpoints of Astro are given. */
function localsOf({ site, incoming }: Asked): App.Locals {
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

/** The refusal of a target that is no path of ours. */
export function invalidAddress(): Response {
  return textResponse(400, 'The address is not valid.');
}
