/*
 * Pages that are the same for everyone, drawn once and kept in memory, packed, until what they show has changed:
 * each is kept under a version, a word that changes with its prices (public-pages/public-pages.ts).
 */
import { LRUCache } from 'lru-cache';
import type { Answer } from './answer.ts';
import { compress } from './encodings.ts';
import { packedFile, type StaticFile } from './packed-file.ts';

/** How one request's page comes about. */
export interface PageSource {
  /** Null: the page is not one that is kept. */
  version(): Promise<string | null>;
  /** Null: there is no such page. */
  draw(): Promise<Answer | null>;
}

/** A kept page, an answer for this request only, or null when there is no such page. */
export type PageCache = (path: string, source: PageSource) => Promise<StaticFile | Answer | null>;

interface KeptPage {
  version: string;
  file: StaticFile;
  /** When its version was last found to be the one of now. */
  checkedAtMs: number;
}

/** A page is asked for its version no more often than this. */
const VERSION_FOR_MS = 2_000;
/** Browsers show what they have for ten minutes while they ask again; nothing in between keeps it longer than a minute. */
const CACHING = 'public, max-age=60, stale-while-revalidate=600';

/** An empty cache of at most `maxBytes`; `nowMs` is its clock, which must never be put back. */
export function createPageCache(
  siteOrigin: string,
  maxBytes: number,
  nowMs: () => number = () => performance.now(),
): PageCache {
  const kept = new LRUCache<string, KeptPage>({ maxSize: maxBytes });
  /** Pages that are being drawn: all who ask meanwhile wait for the same one. */
  const drawing = new Map<string, Promise<StaticFile | Answer | null>>();

  async function draw(path: string, version: string, source: PageSource) {
    const answer = await source.draw();
    // Redirects and refusals are quick, and anyone may invent addresses for them.
    if (answer?.status !== 200) return answer;
    const file = await keepable(answer, siteOrigin);
    kept.set(path, { version, file, checkedAtMs: nowMs() }, { size: bytesOf(file) });
    return file;
  }

  return async (path, source) => {
    const known = kept.get(path);
    if (known && nowMs() - known.checkedAtMs < VERSION_FOR_MS) return known.file;
    // Read before the page is drawn: a price that changes meanwhile makes the page out of date, not wrong for good.
    // While the database does not answer, the page that is known does.
    const version = await source.version().catch((fault: unknown) => {
      if (known) return known.version;
      throw fault;
    });
    if (version === null) return source.draw();
    if (known?.version === version) {
      known.checkedAtMs = nowMs();
      return known.file;
    }
    const key = `${path} ${version}`;
    const underWay = drawing.get(key) ?? draw(path, version, source);
    drawing.set(key, underWay);
    return underWay.finally(() => drawing.delete(key));
  };
}

async function keepable({ headers, body }: Answer, siteOrigin: string): Promise<StaticFile> {
  const bytes = Buffer.from(body);
  const caching = { ...headers, 'cache-control': CACHING };
  return packedFile(bytes, caching, siteOrigin, (encoding) => compress(bytes, encoding));
}

function bytesOf(file: StaticFile): number {
  return [file[''], file.br, file.gzip].reduce((sum, one) => sum + (one?.body.length ?? 0), 0);
}
