/* Handles every request: writes files in memory straight to Node's response, and routes all others as Request and Response. */
import type { RequestListener } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { FAILED, inSpan, openSpan } from '#db/runtime/tracing.ts';
import { handleRequest, invalidAddress, isApiPath, type Site } from './handle-request.ts';
import { PageUnavailable } from './page-cache.ts';
import { missingPicture } from './pictures.ts';
import { normaliseHost, pathOf } from './request-address.ts';
import { finishResponse, textResponse } from './response.ts';
import { securityHeaders } from './security-headers.ts';
import { type StaticFile, sendFile } from './static-file.ts';

/** Seconds after which an unavailable page is worth another request. */
const RETRY_S = 5;

/** Creates the listener for all requests of `site`. It never rejects. */
export function createListener(site: Site): RequestListener {
  const secured = Object.entries(securityHeaders(site.siteUrl));
  const listener = getRequestListener(
    // The server is HTTP/1.1 only, so the bindings are those of node:http.
    (request, bindings) => respond(site, request, bindings as HttpBindings),
    {
      // Node discards an unread body; Hono would close the connection after half a second.
      autoCleanupIncoming: false,
      errorHandler: invalidAddress,
    },
  );
  return withTracing((incoming, outgoing) => {
    const hasOneHost = normaliseHost(incoming);
    if (hasOneHost && sendKnownFile(site, incoming, outgoing)) return;
    for (const [name, value] of secured) outgoing.setHeader(name, value);
    if (!hasOneHost) return void outgoing.writeHead(400, { connection: 'close' }).end();
    // Handlers see a GET; Node omits the body of the response to a HEAD.
    if (incoming.method === 'HEAD') incoming.method = 'GET';
    // With the absolute form (RFC 9112 §3.2.2) the API sees the canonical origin, whatever the Host header says.
    incoming.url = site.siteUrl + incoming.url;
    void listener(incoming, outgoing);
  });
}

/** The fast path: sends a known file requested by its plain path at our own host. */
function sendKnownFile(site: Site, ...[request, response]: Parameters<RequestListener>): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const file = site.files.get(pathOf(request.url ?? ''));
  if (!file || !site.isOurHost(request.headers.host)) return false;
  // Search engines must not index the static shell under the address of a query.
  if (/[?&]q=/.test(request.url ?? '')) response.setHeader('x-robots-tag', 'noindex');
  sendFile(request, response, file);
  return true;
}

/** Handles all other requests. Never rejects: logs an internal error and returns 500, or 503, without details. */
async function respond(site: Site, request: Request, { incoming, outgoing }: HttpBindings) {
  const target = (incoming.url ?? '').slice(site.siteUrl.length);
  const path = pathOf(target);
  const send = async (found: Response | StaticFile, status = 200) => {
    if (!('' in found)) return finishResponse(found, incoming.headers['accept-encoding']);
    sendFile(incoming, outgoing, found, status);
    return RESPONSE_ALREADY_SENT;
  };
  try {
    const found = await handleRequest({ site, incoming, request, target, path });
    const status = !found ? 404 : 'status' in found ? found.status : 200;
    if (status >= 400 && incoming.headers.accept?.startsWith('image/')) {
      return await send(missingPicture(status));
    }
    if (found) return await send(found);
    const page = site.files.get('/404.html');
    return await send(page ?? textResponse(404, 'There is no such page.'), 404);
  } catch (error) {
    const isAborted = incoming.destroyed && !incoming.complete;
    if (!isAborted) site.log.error({ err: error, path }, 'request failed');
    const isAway = error instanceof PageUnavailable;
    if (isAway) outgoing.setHeader('retry-after', RETRY_S);
    return send(faultPage(site, path), isAway ? 503 : 500);
  }
}

function faultPage(site: Site, path: string): Response | StaticFile {
  const page = isApiPath(path) ? undefined : site.files.get('/sorry');
  return page ?? textResponse(500, 'Something went wrong.');
}

/** Wraps each request in a span with method, path and status if tracing is on. The API adds the route. */
function withTracing(listener: RequestListener): RequestListener {
  return (request, response) => {
    const { method = '' } = request;
    const span = openSpan(method, 'SERVER', {
      'http.request.method': method,
      'url.path': pathOf(request.url ?? ''),
    });
    if (!span) return listener(request, response);
    response.once('close', () => {
      span.setAttribute('http.response.status_code', response.statusCode);
      if (response.statusCode >= 500) span.setStatus(FAILED);
      span.end();
    });
    inSpan(span, () => listener(request, response));
  };
}
