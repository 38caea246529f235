import { createFetcher, type Fetcher, type FetcherOptions } from '#worker/fetch/http.ts';

/** The worker's fetcher, which reads servers of this machine where `allowedOrigins` or `allowedPorts` say so. */
export const testFetcher = (options: Partial<FetcherOptions>): Fetcher =>
  createFetcher({
    userAgent: 'PricerooBot/1.0',
    contactUrl: 'http://localhost/bot',
    demoPort: null,
    ...options,
  });
