import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerOptions } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { z } from 'zod';
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

/** What one connection may cost the server. Sizes in bytes, times in milliseconds. */
const LIMITS: ServerOptions = {
  /** Request line and headers together; more is answered with 431. */
  maxHeaderSize: 16 * 1024,
  /** All headers must have come by then: ends slow-header attacks. */
  headersTimeout: 10_000,
  /** The whole request must have come by then. */
  requestTimeout: 20_000,
  /** Above the 60 s of common load balancers, so that they close first and never meet a closed connection. */
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  noDelay: true,
};
/** A connection on which nothing moves, above the API's 9.5 s. */
const IDLE_TIMEOUT_MS = 15_000;
/** How long responses under way may take after SIGTERM. */
const DRAIN_TIMEOUT_MS = 10_000;
/** Pictures of products kept in memory: about 2,000 of the larger width. */
const PICTURE_CACHE_BYTES = 32 * 1024 * 1024;
/** Public pages kept in memory, each in three encodings: about 600 of them. */
const PAGE_CACHE_BYTES = 64 * 1024 * 1024;

export interface SiteOptions
  extends Pick<Site, 'siteUrl' | 'trustedHops' | 'demoPort' | 'handleApi' | 'publicPages' | 'log'> {
  host: string;
  /** 0: any free port. */
  port: number;
  /** Where the mailto links lead; null: as built. */
  supportEmail?: string | null;
  contactEmail?: string | null;
  nodeEnv: string;
  /** Absolute path of the folder that `astro build` wrote. */
  builtFolder: string;
  /** Reads pictures of products; none are served without it. */
  findPicture?: FindPicture;
  /** Writes a line of the log for each request. */
  accessLog?: boolean;
  /** Hands calls under /api to Astro instead of answering them in front of it. */
  apiThroughAstro?: boolean;
}

export interface RunningSite {
  port: number;
  /** Takes no more connections; resolves when the responses under way are out, or after 10 s without them. */
  stop(): Promise<void>;
}

/** Reads the build and listens. Throws OperatorError when there is no build or the address cannot be had. */
export async function startSite(options: SiteOptions): Promise<RunningSite> {
  const { siteUrl, nodeEnv, findPicture = async () => null } = options;
  let stopping = false;
  const site: Site = {
    apiThroughAstro: false,
    ...options,
    ...(await readBuild(options)),
    pages: createPageCache(siteUrl, PAGE_CACHE_BYTES),
    pictures: createPictures(findPicture, PICTURE_CACHE_BYTES, (err) =>
      options.log.warn({ err }, 'a picture was not read'),
    ),
    isOurHost: () => false,
    underWay: new Set(),
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
  const port = await listen(server, options);
  site.isOurHost = createHostCheck(siteUrl, port, nodeEnv === 'production');
  return {
    port,
    stop: async () => {
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

/** What to do about each way in which listening fails. */
const LISTEN_FAULTS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program. Stop that, or set PORT to a free one.',
  EACCES: 'may not be opened by this user. Set PORT to 1024 or above.',
  EADDRNOTAVAIL: 'is not an address of this machine. Set HOST to one, or to 0.0.0.0 for all.',
  ENOTFOUND: 'is not an address of this machine. Set HOST to one, or to 0.0.0.0 for all.',
};

async function listen(server: Server, { host, port }: SiteOptions): Promise<number> {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const advice = LISTEN_FAULTS[codeOf(error)];
    throw advice === undefined ? error : new OperatorError(`${host}:${port} ${advice}`);
  }
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

async function drain(server: Server): Promise<void> {
  server.close();
  // A browser keeps its connection after the last response; such connections would hold up the end of this process.
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

/** Answers what is not HTTP, is too long or comes too slowly, and closes the connection. */
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
