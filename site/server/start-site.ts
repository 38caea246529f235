import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { z } from 'zod';
import { codeOf, messageOf, OperatorError } from '#domain/errors.ts';
import { CONTACT_EMAIL, SUPPORT_EMAIL } from '../content/texts.ts';
import type { HandleApi } from './call-api.ts';
import { handleRequest, type Site } from './handle-request.ts';
import { createHostCheck } from './host-check.ts';
import {
  DRAIN_TIMEOUT_MS,
  HEADER_LIMIT_BYTES,
  HEADERS_TIMEOUT_MS,
  IDLE_TIMEOUT_MS,
  KEEP_ALIVE_TIMEOUT_MS,
  PAGE_CACHE_BYTES,
  PICTURE_CACHE_BYTES,
  REQUEST_TIMEOUT_MS,
} from './limits.ts';
import { removeWebStorage } from './no-web-storage.ts';
import { createPageCache } from './page-cache.ts';
import type { AstroHandler } from './page-sink.ts';
import { createPictures, type FindPicture } from './pictures.ts';
import { answerPlainGets } from './plain-gets.ts';
import type { PublicPages } from './public-pages/public-pages.ts';
import { refuseMalformed } from './refuse-malformed.ts';
import { replacementsOf } from './replacements.ts';
import { readStaticFiles } from './static-files.ts';

export interface SiteOptions {
  host: string;
  /** 0: any free port. */
  port: number;
  siteUrl: string;
  /** Where the mailto links lead; null: as built. */
  supportEmail?: string | null;
  contactEmail?: string | null;
  trustedHops: number;
  /** 0: no demo shops are served. */
  demoPort: number;
  nodeEnv: string;
  /** Absolute path of the folder that `astro build` wrote. */
  builtFolder: string;
  handleApi: HandleApi;
  /** What the public pages show. */
  publicPages: PublicPages;
  /** Where the pictures of products are; none are served without. */
  findPicture?: FindPicture;
  log: Logger;
}

/** A server that answers. */
export interface RunningSite {
  port: number;
  /** Takes no more connections and resolves when the answers under way are out, or after 10 s without them. */
  stop(): Promise<void>;
}

/** Reads the build and listens. Throws OperatorError when there is no build or the address cannot be had. */
export async function startSite(options: SiteOptions): Promise<RunningSite> {
  const built = await readBuild(options);
  let stopping = false;
  const site: Site = {
    ...built,
    siteOrigin: options.siteUrl,
    trustedHops: options.trustedHops,
    demoPort: options.demoPort === 0 ? null : options.demoPort,
    handleApi: options.handleApi,
    publicPages: options.publicPages,
    pages: createPageCache(options.siteUrl, PAGE_CACHE_BYTES),
    pictures: createPictures(options.findPicture ?? (async () => null), PICTURE_CACHE_BYTES),
    log: options.log,
    isOurHost: () => false,
    isDevelopment: options.nodeEnv !== 'production',
    isStopping: () => stopping,
  };
  const server = createServer(
    {
      maxHeaderSize: HEADER_LIMIT_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: 2_000,
      noDelay: true,
    },
    (request, response) => {
      // Told and done: a browser that keeps its connection would hold up the end of this process.
      if (stopping) response.setHeader('connection', 'close');
      response.once('close', () => stopping && request.socket.end());
      void handleRequest(site, request, response);
    },
  );
  server.timeout = IDLE_TIMEOUT_MS;
  server.on('clientError', refuseMalformed);
  const plainGets = answerPlainGets(server, site);
  const port = await listen(server, options);
  site.isOurHost = createHostCheck(options.siteUrl, port, options.nodeEnv === 'production');
  return {
    port,
    stop: async () => {
      stopping = true;
      plainGets.close();
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
    const entry = pathToFileURL(join(builtFolder, 'server', 'entry.mjs')).href;
    removeWebStorage();
    const { handler } = (await import(entry)) as { handler: AstroHandler };
    return { files, replacements, astro: handler };
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
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, host, resolve);
  try {
    await promise;
  } catch (error) {
    const advice = LISTEN_FAULTS[codeOf(error)];
    throw advice === undefined ? error : new OperatorError(`${host}:${port} ${advice}`);
  }
  server.removeListener('error', reject);
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

async function drain(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const hurry = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
  server.close(() => resolve());
  server.closeIdleConnections();
  await promise;
  clearTimeout(hurry);
}
