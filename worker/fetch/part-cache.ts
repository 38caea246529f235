import { LRUCache } from 'lru-cache';
import type { FetchedPart } from './page-part.ts';
import type { LoadPart } from './page-traffic.ts';

/** Scripts and style sheets that the pages of a shop share: fetched once, as a browser's own cache would. */
export interface PartCache {
  /** `load` for the pages of one origin: asks the shop only for what is not held, or no longer fresh. */
  before(origin: string, load: LoadPart): LoadPart;
}

/** What is held of all shops together, in bytes. */
const HELD_BYTES = 24 * 1024 * 1024;
/** Held at most this long, whatever the shop allows: a wrong one heals itself. In seconds. */
const HELD_SECONDS = 3_600;
/** Never data: prices are asked for each time. */
const SHARED_TYPES = /^(?:text\/(?:javascript|css)|application\/(?:x-)?javascript)\b/i;
const VARIES_HARMLESSLY = /^(?:\s*(?:accept-encoding|origin)\s*(?:,|$))*$/i;

/** An empty cache. No shop's page is answered with what another shop's page loaded. */
export function createPartCache(heldBytes = HELD_BYTES): PartCache {
  const held = new LRUCache<string, FetchedPart>({
    maxSize: heldBytes,
    // The clock of this moment, which a test may have set, not that of the import.
    perf: performance,
    sizeCalculation: ({ body }) => Math.max(1, body.length),
  });
  return {
    before: (origin, load) => async (request) => {
      const isPlain = request.method === 'GET' && !('authorization' in request.headers);
      if (!isPlain) return load(request);
      const key = `${origin} ${request.url}`;
      const found = held.get(key);
      if (found) return found;
      const part = await load(request);
      const seconds = freshSeconds(part);
      if (seconds > 0) held.set(key, part, { ttl: seconds * 1_000 });
      return part;
    },
  };
}

/** How long a part may be held, in seconds (RFC 9111, of which only an explicit max-age is believed); 0 for not at all. */
function freshSeconds({ status, headers }: FetchedPart): number {
  const control = headers['cache-control'] ?? '';
  const isShared =
    status === 200 &&
    SHARED_TYPES.test(headers['content-type'] ?? '') &&
    VARIES_HARMLESSLY.test(headers['vary'] ?? '') &&
    !/\b(?:no-store|no-cache|private)\b/i.test(control);
  const [, maxAge = '0'] = /\bmax-age=(\d+)/i.exec(control) ?? [];
  return isShared ? Math.min(Number(maxAge) - Number(headers['age'] ?? 0), HELD_SECONDS) : 0;
}
