import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerOptions } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { z } from 'zod';
import { listen } from '#db/runtime/free-port.ts';
import { codeOf, messageOf, OperatorError } from '#domain/errors.ts';
import { CONTACT_EMAIL, SUPPORT_EMAIL } from '../content/texts.ts';
import { withAccessLog } from './access-log.ts';
import { loadAstro } from './astro-pages.ts';
import type { Site } from './handle-request.ts';
import { createPageCache } from './page-cache.ts';
import { createPictures, type FindPicture } from './pictures.ts';
import { replacementsOf } from './replacements.ts';
import { createHostCheck } from './request-address.ts';
import { createListener } from './request-listener.ts';
import { NO_PAGE_POLICY } from './security-headers.ts';
import { readStaticFiles } from './static-files.ts';

/** Limits per connection; sizes in bytes, times in milliseconds. */
const LIMITS: ServerOptions = {
  /** Request line and headers together; larger requests get 431. */
  maxHeaderSize: 16 * 1024,
  /** Time for all headers; stops slow-header attacks. */
  headersTimeout: 10_000,
  /** Time for the whole request. */
  requestTimeout: 20_000,
  /** Above the 60 s of common load balancers, so that they close idle connections first. */
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  noDelay: true,
};
/** Timeout of an idle socket, above the API's 9.5 s. */
const IDLE_TIMEOUT_MS = 15_000;
/** Time for responses in progress after SIGTERM. */
const DRAIN_TIMEOUT_MS = 10_000;
/** Cache of product pictures: about 2,000 of the larger width. */
const PICTURE_CACHE_BYTES = 32 * 1024 * 1024;
/** Cache of public pages, each in three encodings: about 600 pages. */
const PAGE_CACHE_BYTES = 64 * 1024 * 1024;

export interface SiteOptions
  extends Pick<
    Site,
    'siteUrl' | 'trustedHops' | 'demoPort' | 'handleApi' | 'handleAdmin' | 'publicPages' | 'log'
  > {
  host: string;
  /** 0 for any free port. */
  port: number;
  /** Addresses of the mailto links; null keeps the built ones. */
  supportEmail?: string | null;
  contactEmail?: string | null;
  nodeEnv: string;
  /** Absolute path of the folder that `astro build` wrote. */
  builtFolder: string;
  /** Reads product pictures; without it, none are served. */
  findPicture?: FindPicture;
  /** Logs one line per request. */
  accessLog?: boolean;
  /** A monotonic clock in ms, for tests. */
  now?: () => number;
}

export type RunningSite = Awaited<ReturnType<typeof startSite>>;

/** Reads the build and listens. Throws OperatorError if there is no build or the address is not available. */
export async function startSite(options: SiteOptions) {
  const { siteUrl, nodeEnv, findPicture = async () => null } = options;
  let stopping = false;
  const site: Site = {
    now: () => performance.now(),
    ...options,
    ...(await readBuild(options)),
    pages: createPageCache(siteUrl, PAGE_CACHE_BYTES, {
      onFault: (err, path) => options.log.warn({ err, path }, 'page not renewed'),
    }),
    pictures: createPictures(findPicture, PICTURE_CACHE_BYTES, (err) =>
      options.log.warn({ err }, 'picture not read'),
    ),
    isOurHost: () => false,
    inProgress: new Set(),
    isStopping: () => stopping,
  };
  const plain = createListener(site);
  const listener = options.accessLog ? withAccessLog(plain, options.log) : plain;
  const server = createServer(LIMITS, (request, response) => {
    if (stopping) response.setHeader('connection', 'close');
    listener(request, response);
  });
  server.timeout = IDLE_TIMEOUT_MS;
  server.on('clientError', refuseMalformed);
  const port = await listenOn(server, options);
  site.isOurHost = createHostCheck(siteUrl, port, nodeEnv === 'production');
  return {
    port,
    /** Stops accepting connections; resolves when all responses are sent, after 10 s at most. */
    async stop() {
      stopping = true;
      await drain(server);
    },
  };
}

const builtFor = z.object({ origin: z.string() });
const policyFile = z.array(
  z.object({
    pathname: z.string(),
    headers: z.array(z.object({ key: z.string(), value: z.string() })),
  }),
);

async function readBuild({ builtFolder, siteUrl, supportEmail, contactEmail }: SiteOptions) {
  const readJson = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(builtFolder, name), 'utf8'));
  try {
    const { origin } = builtFor.parse(await readJson('built-for.json'));
    const pages = policyFile.parse(await readJson('_headers.json'));
    const policies = new Map(pages.map((page) => [page.pathname, page.headers[0]?.value ?? '']));
    const folder = join(builtFolder, 'client');
    const replacements = replacementsOf([
      [origin, siteUrl],
      [SUPPORT_EMAIL, supportEmail],
      [CONTACT_EMAIL, contactEmail],
    ]);
    const files = await readStaticFiles({ folder, siteOrigin: siteUrl, replacements, policies });
    return { files, replacements, astro: await loadAstro(builtFolder) };
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    throw new OperatorError(
      `The site is not built yet (${messageOf(error)}). Run \`npm run build\`.`,
    );
  }
}

const NO_ADDRESS =
  'is not an address of this machine. Set HOST to one of its addresses, or to 0.0.0.0 for all.';
/** Advice for each error of listen(). */
const LISTEN_FAULTS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program. Stop that program, or set PORT to a free port.',
  EACCES: 'needs privileges that this user lacks. Set PORT to 1024 or above.',
  EADDRNOTAVAIL: NO_ADDRESS,
  ENOTFOUND: NO_ADDRESS,
};

async function listenOn(server: Server, { host, port }: SiteOptions): Promise<number> {
  try {
    return await listen(server, port, host);
  } catch (error) {
    const advice = LISTEN_FAULTS[codeOf(error)];
    throw advice === undefined ? error : new OperatorError(`${host}:${port} ${advice}`);
  }
}

async function drain(server: Server): Promise<void> {
  server.close();
  // Browsers keep connections open after the last response, which would delay the end of this process.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const hurry = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
  await once(server, 'close');
  clearInterval(sweep);
  clearTimeout(hurry);
}

const MALFORMED: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Responds to malformed, oversized or too slow requests, and closes the connection. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(
    [
      `HTTP/1.1 ${MALFORMED[error.code ?? ''] ?? '400 Bad Request'}`,
      'Connection: close',
      'Content-Length: 0',
      'X-Content-Type-Options: nosniff',
      `Content-Security-Policy: ${NO_PAGE_POLICY}`,
      '\r\n',
    ].join('\r\n'),
  );
}
