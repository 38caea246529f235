/*
 * A small site as `astro build` leaves it, and a server on it: for tests of the server's own behaviour.
 * The test gives the API; a handler without a framework passes calls to it, as Astro's adapter does in the real build.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { logger } from '#db/runtime/log.ts';
import type { HandleApi } from '#site/api/app.ts';
import { SUPPORT_EMAIL } from '#site/content/texts.ts';
import type { PublicPages } from '#site/server/public-pages/public-pages.ts';
import { type RunningSite, type SiteOptions, startSite } from '#site/server/start-site.ts';
import { compressFiles } from '#site/server/static-files.ts';

/** The origin that the pages of the small build name. */
export const BUILT_FOR = 'http://localhost:4321';

export const FAULT_PAGE = '<!doctype html><p>our fault</p>';
export const HOME_PAGE = `<!doctype html><link rel="canonical" href="${BUILT_FOR}/">${'<p>home</p>'.repeat(200)}`;
export const SCRIPT_PATH = '/_astro/menu.8fA3.js';
const SCRIPT = `console.log('${'menu'.repeat(400)}')`;

const ON_DEMAND = `
export async function handler(request, response, next, locals) {
  if (request.url.startsWith('/api')) {
    const { method, headers } = request;
    const body = method === 'GET' ? undefined : request.body;
    const call = new Request(locals.siteOrigin + request.url, { method, headers, body });
    const answer = await locals.api(call);
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
    return;
  }
  const url = new URL(request.url, '${BUILT_FOR}');
  if (url.pathname === '/broken') {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.write('half a page');
    response.destroy(new Error('the page failed'));
    return;
  }
  if (url.pathname === '/fails') return void response.writeHead(500).end();
  const [, slug] = /^\\/retailers\\/([a-z0-9-]+)$/.exec(decodeURI(url.pathname)) ?? [];
  const retailer = slug && (await locals.publicPages.retailer(slug));
  if (retailer) {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html>' + retailer.name.repeat(400));
    return;
  }
  if (url.pathname !== '/search') return next();
  const asked = await locals.api(new Request('${BUILT_FOR}/api/search?q=tv'));
  response.writeHead(200, { 'content-type': 'text/html' });
  response.write('<!doctype html><a href="${BUILT_FOR}/search">' + locals.remoteAddress + '</a>');
  response.end('<p>' + (await asked.text()) + '</p>');
}`;

/** Public pages of a site without any data. */
const NO_PUBLIC_PAGES: PublicPages = {
  versionOf: async () => null,
  isChosen: () => false,
  categories: async () => [],
  category: async () => null,
  retailer: async () => null,
  product: async () => null,
  status: async () => [],
  drops: async () => [],
  refusedSpecials: async () => [],
  shrunkPacks: async () => [],
  openData: async () => [],
  sitemap: async () => null,
  sitemapFiles: async () => [],
};

/** Public pages of which only `own` exist. */
export function publicPagesOf(own: Partial<PublicPages>): PublicPages {
  return { ...NO_PUBLIC_PAGES, ...own };
}

/** Writes the small build into a new folder and answers its path. */
async function writeBuiltSite(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'built-site-'));
  const policy = { key: 'Content-Security-Policy', value: "script-src 'self' 'sha256-abc='" };
  const files: Record<string, string> = {
    'client/index.html': HOME_PAGE,
    'client/about/index.html': `<!doctype html><p>about ${SUPPORT_EMAIL}</p>`,
    'client/404.html': '<!doctype html><p>no such page</p>',
    'client/sorry/index.html': FAULT_PAGE,
    [`client${SCRIPT_PATH}`]: SCRIPT,
    'client/picture.png': 'not really a picture',
    'server/entry.mjs': ON_DEMAND,
    'built-for.json': JSON.stringify({ origin: BUILT_FOR }),
    '_headers.json': JSON.stringify([{ pathname: '/', headers: [policy] }]),
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  await compressFiles(join(folder, 'client'));
  return folder;
}

/** Starts a site on the small build; `options` as the test needs them. Stops and tidies up with `stop`. */
export async function startBuiltSite(
  handleApi: HandleApi,
  options: Partial<SiteOptions> = {},
): Promise<RunningSite> {
  const builtFolder = await writeBuiltSite();
  const site = await startSite({
    host: '127.0.0.1',
    port: 0,
    siteUrl: BUILT_FOR,
    trustedHops: 0,
    demoPort: 0,
    nodeEnv: 'test',
    builtFolder,
    handleApi,
    handleAdmin: handleApi,
    publicPages: NO_PUBLIC_PAGES,
    log: logger('site', {}).child({}, { level: 'silent' }),
    ...options,
  });
  const stop = async () => {
    await site.stop();
    await rm(builtFolder, { recursive: true, force: true });
  };
  return { port: site.port, stop };
}

export interface Reply {
  status: number;
  headers: Headers;
  body: Buffer;
}

/** One request on a connection of its own, with exactly these headers; nothing is followed or unpacked. */
export function ask(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body = '' }: Partial<AskOptions> = {},
): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const outgoing = request({ host: '127.0.0.1', port, path, method, headers, agent: false });
  outgoing.on('error', reject);
  outgoing.on('response', (incoming) => {
    const { statusCode: status = 0, headersDistinct } = incoming;
    const headers = new Headers();
    for (const [name, values = []] of Object.entries(headersDistinct)) {
      for (const value of values) headers.append(name, value);
    }
    buffer(incoming).then((bytes) => resolve({ status, headers, body: bytes }), reject);
  });
  outgoing.end(body);
  return promise;
}

export interface AskOptions {
  method: string;
  headers: Record<string, string>;
  body: string;
}

/** Sends `text` as it is and answers all that comes back until the server closes the connection. */
export async function askRaw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(text);
  return (await buffer(socket)).toString('utf8');
}
