/*
 * The demo shops: one small HTTP server with a virtual host for each shop (robots.txt and pace are per host), also reachable
 * as /demo-shops/<shop>/… through the site.
 *
 *   request → server (which shop?) → shop-answer ┬ pictures/, pages/crawl-files, the JSON API
 *                                                └ shop-pages (which page?) → pages/ with styles/
 *   world/      catalogue/*.txt → read-catalogue → listing (which shop sells what) → price-clock (the price at any instant)
 *               → product-view (the content of a page); offer-past (its history); breaks (shops broken by an operator)
 *   styles/     how a shop's pages mark up their data: JSON-LD, microdata, …
 *   pictures/   drawn from the product's noun, colour and brand
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { listen } from '#db/runtime/free-port.ts';
import { DEMO_HOST_SUFFIX, demoShopOfHost } from '#domain/demo-shops.ts';
import { type Answer, bare, shopAnswer } from './shop-answer.ts';
import { type BreakOf, watchBreaks } from './world/breaks.ts';
import { demoShelves } from './world/listing.ts';

export type DemoShops = Awaited<ReturnType<typeof startDemoShops>>;

/** `now` sets the price clock; `breaksFile` is the control file of broken shops. */
export interface DemoShopsOptions {
  port: number;
  now?: () => Date;
  breaksFile?: string | null;
}

const SLOW_MS = 30_000;
const PATH_FORM = /^\/demo-shops\/([a-z0-9-]+)(\/.*)?$/;
const BASE_FORM = /^(?:https?:\/\/[a-z0-9.:[\]-]+)?((?:\/[\w.-]+)*)$/i;

/** The requested shop and the form of its links, by the path or otherwise by the host. */
function addressOf(request: IncomingMessage) {
  const target = request.url ?? '/';
  const inPath = PATH_FORM.exec(target);
  if (inPath) {
    const [, shop = '', path = '/'] = inPath;
    const stated = request.headers['x-demo-base'];
    const origin = typeof stated === 'string' ? stated.replace(/\/+$/, '') : `/demo-shops/${shop}`;
    const base = BASE_FORM.exec(origin)?.[1];
    return base === undefined ? null : { shop, path, place: { base, origin } };
  }
  const host = request.headers.host ?? '';
  const shop = demoShopOfHost(host);
  return shop === null
    ? null
    : { shop, path: target, place: { base: '', origin: `http://${host.toLowerCase()}` } };
}

function answerTo(request: IncomingMessage, now: () => Date, breakOf: BreakOf) {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return { answer: bare(405, 'Only GET and HEAD.', { allow: 'GET, HEAD' }), isSlow: false };
  }
  const address = addressOf(request);
  const shelf = address ? demoShelves().get(address.shop) : undefined;
  const url = address ? URL.parse(address.path, `http://shop${DEMO_HOST_SUFFIX}`) : null;
  if (!address || !shelf || !url) return { answer: bare(404, 'No such demo shop.'), isSlow: false };
  const broken = breakOf(shelf.shop.slug);
  const moment = { at: now(), priceFactor: broken === 'x10' ? 10 : 1 };
  return {
    answer: shopAnswer({ shelf, place: address.place, url, moment, broken }),
    isSlow: broken === 'slow',
  };
}

async function send(request: IncomingMessage, response: ServerResponse, answer: Answer) {
  const { status, type, etag, headers } = answer;
  const sent = {
    'content-type': type,
    'x-content-type-options': 'nosniff',
    ...headers,
    ...(etag ? { etag } : {}),
  };
  if (etag !== undefined && request.headers['if-none-match'] === etag) {
    response.writeHead(304, sent).end();
    return;
  }
  const body = typeof answer.body === 'function' ? await answer.body() : answer.body;
  response.writeHead(status, { ...sent, 'content-length': Buffer.byteLength(body) });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Starts the demo shops on loopback; resolves when they listen. Port 0 selects a free port. */
export async function startDemoShops(options: DemoShopsOptions) {
  const now = options.now ?? (() => new Date());
  const breakOf = watchBreaks(options.breaksFile ?? null);
  const closing = new AbortController();
  const server = createServer(async (request, response) => {
    try {
      const { answer, isSlow } = answerTo(request, now, breakOf);
      if (isSlow) await delay(SLOW_MS, null, { signal: closing.signal });
      await send(request, response, answer);
    } catch (error) {
      if (!closing.signal.aborted) console.error('demo shops:', error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    }
  });
  // The client ends idle connections: a server that does can cut off a request that is on its way.
  server.keepAliveTimeout = 0;
  const port = await listen(server, options.port);
  return {
    port,
    async close() {
      closing.abort();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
