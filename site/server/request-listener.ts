/* Answers every request: files in memory straight to Node's response, all else as Request and Response. */
import type { RequestListener } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { FAILED, inSpan, openSpan } from '#db/runtime/tracing.ts';
import { handleRequest, invalidAddress, isApiPath, type Site } from './handle-request.ts';
import { pathOf, settleHost } from './request-address.ts';
import { finishResponse, textResponse } from './response.ts';
import { securityHeaders } from './security-headers.ts';
import { type StaticFile, sendFile } from './static-file.ts';

/** Creates the listener that answers all requests of `site`. It never rejects. */
export function createListener(site: Site): RequestListener {
  const secured = Object.entries(securityHeaders(site.siteUrl));
  const listener = getRequestListener(
    // The server speaks HTTP/1.1 only.
    (request, bindings) => answer(site, request, bindings as HttpBindings),
    {
      // Node discards a body that nobody reads; Hono would close the connection after half a second.
      autoCleanupIncoming: false,
      errorHandler: invalidAddress,
    },
  );
  return withTracing((incoming, outgoing) => {
    const hasOneHost = settleHost(incoming);
    if (hasOneHost && sendKnownFile(site, incoming, outgoing)) return;
    for (const [name, value] of secured) outgoing.setHeader(name, value);
    if (!hasOneHost) return void outgoing.writeHead(400, { connection: 'close' }).end();
    // Whoever answers sees a GET; Node leaves the body out of the response to a HEAD.
    if (incoming.method === 'HEAD') incoming.method = 'GET';
    // The absolute form (RFC 9112 §3.2.2) gives the API the canonical origin, whatever the Host header says.
    incoming.url = site.siteUrl + incoming.url;
    void listener(incoming, outgoing);
  });
}

/** The fast path: a known file asked for by its plain address at our own host. */
function sendKnownFile(site: Site, ...[request, response]: Parameters<RequestListener>): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const file = site.files.get(pathOf(request.url ?? ''));
  if (!file || !site.isOurHost(request.headers.host)) return false;
  // What a shell shows for a query is not what search engines should keep under its address.
  if (/[?&]q=/.test(request.url ?? '')) response.setHeader('x-robots-tag', 'noindex');
  sendFile(request, response, file);
  return true;
}

/** Answers what is no file. Never rejects: a fault of ours is logged, and told as 500 without details. */
async function answer(
  site: Site,
  request: Request,
  { incoming, outgoing }: HttpBindings,
): Promise<Response> {
  const target = (incoming.url ?? '').slice(site.siteUrl.length);
  const path = pathOf(target);
  const send = async (found: Response | StaticFile, status = 200) => {
    if (!('' in found)) return finishResponse(found, incoming.headers['accept-encoding']);
    sendFile(incoming, outgoing, found, status);
    return RESPONSE_ALREADY_SENT;
  };
  try {
    const found = await handleRequest({ site, incoming, request, target, path });
    if (found) return await send(found);
    const page = site.files.get('/404.html');
    return await send(page ?? textResponse(404, 'There is no such page.'), 404);
  } catch (error) {
    const isShopperGone = incoming.destroyed && !incoming.complete;
    if (!isShopperGone) site.log.error({ err: error, path }, 'request failed');
    const page = isApiPath(path) ? undefined : site.files.get('/sorry');
    return send(page ?? textResponse(500, 'Something went wrong.'), 500);
  }
}

/** Answers each request inside a span with its method, path and status, where tracing is on. The API names the route. */
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
