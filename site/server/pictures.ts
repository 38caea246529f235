/* /pictures/<hash>-<width>.webp: product pictures from Postgres or the bucket, and memory. A name stands for one content for ever. */
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { BucketFault } from '#db/runtime/picture-bucket.ts';
import { type PictureWidth, parsePicturePath } from '#domain/picture-url.ts';
import { textResponse } from './response.ts';
import { namesEtag } from './static-file.ts';

/** Reads one stored picture; null when there is none. */
export type FindPicture = (hash: string, width: PictureWidth) => Promise<Buffer | null>;

/** Answers a request below /pictures/; null for a picture that is not there. */
export type Pictures = (request: IncomingMessage, path: string) => Promise<Response | null>;

const FOREVER = 'public, max-age=31536000, immutable';

const RETRY = { 'retry-after': '5', 'cache-control': 'no-store' };

/** Serves the pictures that `find` reads, up to `cacheBytes` of them from memory; `onFault` hears of a bucket that is away. */
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
