/* /pictures/<hash>-<width>.webp: product pictures from memory, Postgres or the bucket. A name never changes its content. */
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { BucketFault } from '#db/runtime/picture-bucket.ts';
import { type PictureWidth, parsePicturePath } from '#domain/picture-url.ts';
import { textResponse } from './response.ts';
import { namesEtag } from './static-file.ts';

/** Reads a stored picture; null if there is none. */
export type FindPicture = (hash: string, width: PictureWidth) => Promise<Buffer | null>;

/** Handles a request under /pictures/; null if the picture does not exist. */
export type Pictures = (request: IncomingMessage, path: string) => Promise<Response | null>;

/** A parcel in a grey that shows on both grounds. */
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320" viewBox="-28 -28 80 80" fill="none" stroke="#8a8780" stroke-linecap="round" stroke-linejoin="round"><path d="m12 3 8.500 4.500v9L12 21l-8.500-4.500v-9ZM3.500 7.500 12 12l8.500-4.500M12 12v9"/></svg>`;

/** A drawing in place of a picture that cannot be shown, so that no browser shows its broken-image icon. */
export function missingPicture(status: number): Response {
  const headers = { 'content-type': 'image/svg+xml', 'cache-control': 'no-store' };
  return new Response(DRAWING, { status, headers });
}

const FOREVER = 'public, max-age=31536000, immutable';

const RETRY = { 'retry-after': '5', 'cache-control': 'no-store' };

/** Serves pictures read by `find`, caching up to `cacheBytes`; calls `onFault` if the bucket fails. */
export function createPictures(
  find: FindPicture,
  cacheBytes: number,
  onFault: (fault: BucketFault) => void = () => {},
): Pictures {
  const kept = new LRUCache<string, Buffer<ArrayBuffer>>({
    maxSize: cacheBytes,
    sizeCalculation: (bytes) => bytes.length,
    ignoreFetchAbort: true,
    fetchMethod: async (path) => {
      const name = parsePicturePath(path);
      const bytes = name && (await find(name.hash, name.width));
      return bytes ? Buffer.from(bytes) : undefined;
    },
  });

  return async (request, path) => {
    if (request.method !== 'GET') {
      return textResponse(405, 'Pictures can only be read.', { allow: 'GET, HEAD' });
    }
    const body = await kept.fetch(path).catch((fault: unknown) => {
      if (fault instanceof BucketFault) return fault;
      throw fault;
    });
    if (body instanceof BucketFault) {
      onFault(body);
      return textResponse(503, 'This picture cannot be shown right now.', RETRY);
    }
    if (!body) return null;
    const etag = `"${path.slice(path.lastIndexOf('/') + 1)}"`;
    const headers = { etag, 'cache-control': FOREVER };
    return namesEtag(request.headers['if-none-match'], etag)
      ? new Response(null, { status: 304, headers })
      : new Response(body, { headers: { ...headers, 'content-type': 'image/webp' } });
  };
}
