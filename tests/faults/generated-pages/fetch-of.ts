import { readAnswer } from '#worker/fetch/answer.ts';
import { FETCH_KINDS } from '#worker/fetch/fetched-page.ts';
import type { PageBody } from '#worker/fetch/page-body.ts';

/**
 * What gives a generated page's body to the pool: the fetcher, from the bytes that a shop would send. A text that no bytes
 * stand for, or that the fetcher refuses for its size, is given as it is, as a browser does. The bytes are made at once, so
 * that the returned function does nothing but the product's own work.
 */
export function fetchOf(text: string, url: string, contentType: string): () => Promise<PageBody> {
  const body = Buffer.from(text);
  if (!text.isWellFormed() || body.length > FETCH_KINDS.page.limits.wireBytes)
    return async () => text;
  const answer = { status: 200, headers: { 'content-type': contentType }, body };
  return async () => {
    const page = await readAnswer({ url }, new URL(url), answer);
    if ('location' in page) throw new Error('no redirect was sent');
    return page.body;
  };
}
