import { traced } from '#db/runtime/tracing.ts';
import type { Fetcher } from './http.ts';

/** The same fetcher; each page it fetches is a span with its host and path, where tracing is on. */
export function tracedFetcher(fetcher: Fetcher): Fetcher {
  return {
    ...fetcher,
    fetchPage(request) {
      const url = URL.parse(request.url);
      const about = { 'server.address': url?.hostname ?? '', 'url.path': url?.pathname ?? '' };
      return traced([`fetch ${url?.hostname ?? ''}`, 'CLIENT', about], () =>
        fetcher.fetchPage(request),
      );
    },
  };
}
