/* Keeps pages that are the same for everyone, compressed, until their version (public-pages/public-pages.ts) changes. */
import { LRUCache } from 'lru-cache';
import { bytesOf, createStaticFile, type StaticFile } from './static-file.ts';

/** How one request's page is made. */
export interface PageSource {
  /** The page's version now; null: the page is never kept. */
  version(): Promise<string | null>;
  /** Renders the page; null: there is no such page. */
  draw(): Promise<Response | null>;
}

/** Gives a page from memory, a response for this request only, or null when there is no such page. */
export type PageCache = (path: string, source: PageSource) => Promise<StaticFile | Response | null>;

interface KeptPage {
  version: string;
  file: StaticFile;
}

/** Makes the page to keep, from the one that is known; undefined: the page is not one to keep. */
type MakePage = (known: KeptPage | undefined) => Promise<KeptPage | undefined>;

/** A page is served for less than this before its version is asked for again. */
const VERSION_FOR_MS = 2_000;
/** Browsers show what they have for ten minutes while they ask again; no proxy keeps it longer than a minute. */
const CACHING = 'public, max-age=60, stale-while-revalidate=600';

/** Creates an empty cache of at most `maxBytes`; `now` is its clock in milliseconds, which must never be put back. */
export function createPageCache(
  siteOrigin: string,
  maxBytes: number,
  now: () => number = () => performance.now(),
): PageCache {
  const kept = new LRUCache<string, KeptPage, MakePage>({
    maxSize: maxBytes,
    sizeCalculation: ({ file }) => bytesOf(file),
    ttl: VERSION_FOR_MS - 1,
    ttlResolution: 0,
    // lru-cache takes a start at 0 for an entry without an end.
    perf: { now: () => now() + 1 },
    noDeleteOnFetchRejection: true,
    ignoreFetchAbort: true,
    fetchMethod: (_path, known, { context: make }) => make(known),
  });

  return async (path, source) => {
    let response: Response | null | undefined;
    const make: MakePage = async (known) => {
      // The version is read before the page: a price that changes meanwhile leaves the page with the version before.
      // While the database does not answer, the known page is served.
      const version = await source.version().catch((fault: unknown) => {
        if (known) return known.version;
        throw fault;
      });
      if (version === null) return undefined;
      if (version === known?.version) return known;
      response = await source.draw();
      // Redirects and refusals are quick, and anyone may invent addresses for them: they are not kept.
      if (response?.status !== 200) return undefined;
      return { version, file: await fileOf(response, siteOrigin) };
    };
    const page = await kept.fetch(path, { context: make });
    if (page) return page.file;
    return response === undefined ? source.draw() : response;
  };
}

async function fileOf(response: Response, siteOrigin: string): Promise<StaticFile> {
  const { headers } = response;
  headers.set('cache-control', CACHING);
  return createStaticFile(Buffer.from(await response.arrayBuffer()), headers, siteOrigin);
}
