/* Caches pages that are the same for everyone, compressed, until their version (public-pages/public-pages.ts) changes. */
import { LRUCache } from 'lru-cache';
import { bytesOf, createStaticFile, type StaticFile } from './static-file.ts';

/** How to create the page of a request. */
export interface PageSource {
  /** The page's current version; null if the page must not be cached. */
  version(): Promise<string | null>;
  /** Renders the page; null if it does not exist. */
  render(): Promise<Response | null>;
}

/** Returns a cached page, a response for this request only, or null if the page does not exist. */
export type PageCache = (path: string, source: PageSource) => Promise<StaticFile | Response | null>;

interface KeptPage {
  version: string;
  file: StaticFile;
}

/** Creates the cache entry from the known one; undefined if the page must not be cached. */
type MakePage = (known: KeptPage | undefined) => Promise<KeptPage | undefined>;

/** How long a page is served before its version is checked again. */
const VERSION_FOR_MS = 2_000;
/** Browsers may show a page up to ten minutes old while they revalidate; proxies cache it for one minute. */
const CACHING = 'public, max-age=60, stale-while-revalidate=600';

/** A page of the cache that can neither be rendered nor served from memory. Its cause may pass: the answer is 503. */
export class PageUnavailable extends Error {
  override readonly name = 'PageUnavailable';
}

interface CacheOptions {
  /** A monotonic clock in milliseconds. */
  now?: () => number;
  /** Receives the reason why a known page is served although it may be out of date. */
  onFault?: (fault: unknown, path: string) => void;
}

export function createPageCache(
  siteOrigin: string,
  maxBytes: number,
  { now = () => performance.now(), onFault = () => {} }: CacheOptions = {},
): PageCache {
  const kept = new LRUCache<string, KeptPage, MakePage>({
    maxSize: maxBytes,
    sizeCalculation: ({ file }) => bytesOf(file),
    ttl: VERSION_FOR_MS - 1,
    ttlResolution: 0,
    // lru-cache treats a start time of 0 as an entry without expiry.
    perf: { now: () => now() + 1 },
    noDeleteOnFetchRejection: true,
    ignoreFetchAbort: true,
    fetchMethod: (_path, known, { context: make }) => make(known),
  });

  return async (path, source) => {
    let response: Response | null | undefined;
    const renew: MakePage = async (known) => {
      // The version is read before the page, so a price that changes meanwhile causes a new rendering.
      const version = await source.version();
      if (version === null) return undefined;
      if (version === known?.version) return known;
      response = await source.render();
      if (known && response && response.status >= 500) return known;
      // Redirects and errors are not cached: they are cheap, and clients can invent any number of addresses.
      if (response?.status !== 200) return undefined;
      const { headers } = response;
      headers.set('cache-control', CACHING);
      const body = Buffer.from(await response.arrayBuffer());
      return { version, file: await createStaticFile(body, headers, siteOrigin) };
    };
    // While the database is down or the page fails, the known page is served.
    const make: MakePage = (known) =>
      renew(known).catch((cause: unknown) => {
        if (!known) throw new PageUnavailable('the page is not available', { cause });
        onFault(cause, path);
        return known;
      });
    const page = await kept.fetch(path, { context: make });
    if (page) return page.file;
    return response === undefined ? source.render() : response;
  };
}
