/*
 * The way of a request, cheapest and strictest first:
 *   method → address → probes → host → file in memory → API → picture → demo shops → plain address
 *   → on-demand page, from memory where it is the same for everyone → 404
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { PICTURE_PATH } from '#domain/picture-url.ts';
import { type Answer, send, textAnswer } from './answer.ts';
import { callApi, type HandleApi } from './call-api.ts';
import { DEMO_PATH, fetchDemoShop } from './demo-proxy.ts';
import type { HostCheck } from './host-check.ts';
import type { StaticFile } from './packed-file.ts';
import type { PageCache } from './page-cache.ts';
import { type AstroHandler, renderPage } from './page-sink.ts';
import type { Pictures } from './pictures.ts';
import type { PublicPages } from './public-pages/public-pages.ts';
import { remoteAddressOf } from './remote-address.ts';
import { type Replacements, withReplacements } from './replacements.ts';
import { isPage } from './security-headers.ts';
import { sendStatic } from './send-static.ts';
import type { StaticFiles } from './static-files.ts';

/** What the server needs to answer; one a process. */
export interface Site {
  siteOrigin: string;
  /** What holds here instead of what the build wrote. */
  replacements: Replacements;
  trustedHops: number;
  /** Port of the demo shops on 127.0.0.1; null: there are none. */
  demoPort: number | null;
  files: StaticFiles;
  isOurHost: HostCheck;
  handleApi: HandleApi;
  pictures: Pictures;
  publicPages: PublicPages;
  pages: PageCache;
  astro: AstroHandler;
  log: Logger;
  /** Shows /design too, the page of all parts. */
  isDevelopment: boolean;
  /** True from the first SIGTERM on. */
  isStopping(): boolean;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Answers one request. Never rejects; a fault of ours is logged and told as 500 without details. */
export async function handleRequest(
  site: Site,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    if (sendFile(site, request, response)) return;
    const answer = await answerTo(site, request);
    if (answer && '' in answer) return sendStatic(request, response, answer);
    const page = answer ?? notFound(site, request, response);
    if (page) await send(request, response, page, site.siteOrigin);
  } catch (error) {
    // The shopper has gone: nobody is left to tell, and nothing is wrong with us.
    if (request.destroyed && !request.complete) return;
    site.log.error({ err: error, path: pathOf(request) }, 'request failed');
    if (response.headersSent) response.destroy();
    else await send(request, response, somethingWentWrong(site, request), site.siteOrigin);
  }
}

/** The fast path: a known file asked for by its plain address at our own host. */
function sendFile(site: Site, request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const file = site.files.get(pathOf(request));
  if (!file || !site.isOurHost(request.headers.host)) return false;
  // What a shell shows for a query is not what search engines should keep under its address.
  if (/[?&]q=/.test(request.url ?? '')) response.setHeader('x-robots-tag', 'noindex');
  sendStatic(request, response, file);
  return true;
}

/** The answer, a page from memory, or null when nothing is here. */
async function answerTo(site: Site, request: IncomingMessage): Promise<Answer | StaticFile | null> {
  const url = request.url ?? '';
  const path = pathOf(request);
  if (!METHODS.includes(request.method ?? '')) {
    return textAnswer(405, 'Method not allowed.', { allow: METHODS.join(', ') });
  }
  // '//evil.example' and 'http://evil.example/' would become other hosts in redirects and links.
  if (!url.startsWith('/') || /^\/[/\\]/.test(url)) {
    return textAnswer(400, 'The address is not valid.');
  }
  if (path === '/livez') return textAnswer(200, 'alive');
  if (path === '/readyz') return readiness(site, request);
  if (!site.isOurHost(request.headers.host)) {
    return textAnswer(
      421,
      `This server answers for ${site.siteOrigin} only. Set SITE_URL to the address that it is opened at.`,
    );
  }
  const remoteAddress = remoteAddressOf(request, site.trustedHops);
  if (isApiPath(path)) {
    return callApi(request, site.handleApi, site.siteOrigin, remoteAddress);
  }
  if (path === '/admin' || path.startsWith('/admin/')) {
    const answer = await callApi(request, site.handleApi, site.siteOrigin, remoteAddress);
    // Whoever is no operator sees what anyone sees who mistypes an address.
    return answer.status === 404 ? null : answer;
  }
  if (path.startsWith(PICTURE_PATH)) return site.pictures(request, path);
  if (path.startsWith(DEMO_PATH) && site.demoPort !== null) {
    return fetchDemoShop(request, site.demoPort);
  }
  const plain = plainPath(path, site.files);
  if (plain !== path) return movedTo(plain + url.slice(path.length));
  // Astro's image endpoint would fetch and convert pictures for anyone; ours are made by the worker.
  if (path.startsWith('/_')) return null;
  if (path === '/design' && !site.isDevelopment) return null;
  // Each address could be written with thousands of escapes, and none of ours needs one: a page is drawn at one alone.
  if (path.includes('%')) {
    const unescaped = withoutEscapes(path);
    return unescaped === null ? null : movedTo(unescaped + url.slice(path.length));
  }
  const draw = () => onDemandPage(site, request, remoteAddress);
  if (request.method !== 'GET' && request.method !== 'HEAD') return draw();
  // Whatever follows a '?' changes nothing on a page that is the same for everyone.
  return site.pages(path, { version: () => site.publicPages.versionOf(path), draw });
}

/** Paths that site/api answers, beside /api itself. */
function isApiPath(path: string): boolean {
  return path.startsWith('/api/') || path === '/api' || path === '/metrics';
}

async function readiness(site: Site, request: IncomingMessage): Promise<Answer> {
  if (site.isStopping()) return textAnswer(503, 'stopping');
  const health = new Request(`${site.siteOrigin}/api/health`);
  const { status } = await site.handleApi(health, {
    remoteAddress: request.socket.remoteAddress ?? '',
  });
  return status === 200 ? textAnswer(200, 'ready') : textAnswer(503, 'not ready');
}

/** A page's own address: without a slash at its end, and in small letters where it is one of ours only so. */
function plainPath(path: string, files: StaticFiles): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  const bare = path.slice(0, end);
  const small = bare.toLowerCase();
  return !files.get(bare) && files.get(small) ? small : bare;
}

/** A path with its letters, digits and '-._~' written plainly (RFC 3986 §2.3); null when other escapes remain. */
function withoutEscapes(path: string): string | null {
  const plain = path.replace(
    /%(?:2[de]|3\d|[46][1-9a-f]|5[\da]|7[\da]|5f|7e)/gi,
    decodeURIComponent,
  );
  return plain.includes('%') ? null : plain;
}

function movedTo(location: string): Answer {
  return textAnswer(308, `Moved to ${location}`, {
    location,
    'cache-control': 'public, max-age=3600',
  });
}

async function onDemandPage(
  site: Site,
  request: IncomingMessage,
  remoteAddress: string,
): Promise<Answer | null> {
  const { siteOrigin, replacements, publicPages } = site;
  const api = (call: Request) => site.handleApi(call, { remoteAddress });
  // A page is drawn whole for HEAD too: its length is wanted, and it may be kept.
  const asGet: IncomingMessage =
    request.method === 'HEAD' ? Object.create(request, { method: { value: 'GET' } }) : request;
  const page = await renderPage(site.astro, asGet, {
    api,
    publicPages,
    remoteAddress,
    siteOrigin,
  });
  // Where a page fails before its first word Astro logs why, and says nothing.
  if (page && page.status >= 500 && page.body.length === 0) {
    return somethingWentWrong(site, request);
  }
  // A page that finds nothing to show says so in plain text; readers see what they see at any wrong address.
  if (page?.status === 404 && !isPage(String(page.headers['content-type']))) return null;
  // Made for this shopper and this moment, unless the page says otherwise.
  if (page) page.headers['cache-control'] ??= 'private, no-cache';
  return page && { ...page, body: withReplacements(page.body, replacements) };
}

/** All that is told of a fault of ours: the built page for readers, plain text for programs. Never stored. */
function somethingWentWrong({ files }: Site, request: IncomingMessage): Answer {
  const page = isApiPath(pathOf(request)) ? undefined : files.get('/sorry')?.[''];
  if (!page) return textAnswer(500, 'Something went wrong.');
  const policy = page.headers[page.headers.indexOf('content-security-policy') + 1];
  return {
    status: 500,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      ...(policy !== undefined && { 'content-security-policy': policy }),
    },
    body: page.body,
  };
}

/** The built 404 page for readers, plain text for everyone else. Null when it has been sent. */
function notFound(site: Site, request: IncomingMessage, response: ServerResponse): Answer | null {
  const page = site.files.get('/404.html') ?? site.files.get('/404');
  if (!page) return textAnswer(404, 'There is no such page.');
  sendStatic(request, response, page, 404);
  return null;
}

function pathOf(request: IncomingMessage): string {
  const url = request.url ?? '';
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}
