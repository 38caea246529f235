import type { TextPage } from '#worker/fetch/fetched-page.ts';

/** A page as the fetcher would hand it over: HTML, status 200. */
export function fetchedPage(url: string, body: string): TextPage {
  return {
    status: 200,
    url,
    body,
    content: null,
    contentType: 'text/html',
    etag: null,
    lastModified: null,
    bytes: body.length,
    elapsedMs: 1,
  };
}
