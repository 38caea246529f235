/*
 * /pictures/<hash>-<width>.webp: pictures of products from Postgres, the ones last asked for kept in memory.
 * A name stands for its content for ever, so browsers never ask twice and nothing here goes out of date.
 */
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { type PictureWidth, parsePicturePath } from '#domain/picture-url.ts';
import { type Answer, textAnswer } from './answer.ts';
import { namesEtag } from './send-static.ts';

/** Reads one stored picture; null when there is none. */
export type FindPicture = (hash: string, width: PictureWidth) => Promise<Buffer | null>;

/** Answers a request below /pictures/; null for a picture that is not there. */
export type Pictures = (request: IncomingMessage, path: string) => Promise<Answer | null>;

const FOREVER = 'public, max-age=31536000, immutable';

/** The pictures that `find` reads, up to `cacheBytes` of them in memory. */
export function createPictures(find: FindPicture, cacheBytes: number): Pictures {
  const kept = new LRUCache<string, Buffer>({
    maxSize: cacheBytes,
    sizeCalculation: (bytes) => bytes.length,
  });

  async function read(path: string): Promise<Buffer | null> {
    const name = parsePicturePath(path);
    if (!name) return null;
    const known = kept.get(path);
    if (known) return known;
    const bytes = await find(name.hash, name.width);
    if (bytes) kept.set(path, bytes);
    return bytes;
  }

  return async (request, path) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return textAnswer(405, 'Pictures can only be looked at.', { allow: 'GET, HEAD' });
    }
    const body = await read(path);
    if (!body) return null;
    const etag = `"${path.slice(path.lastIndexOf('/') + 1)}"`;
    const headers = { etag, 'cache-control': FOREVER };
    return namesEtag(request.headers['if-none-match'], etag)
      ? { status: 304, headers, body: '' }
      : { status: 200, headers: { ...headers, 'content-type': 'image/webp' }, body };
  };
}
