/*
 * A process that fetches what it is told and prints what that cost it:
 * `node fetch-figures.ts <origin> <path>…` → { "peakGrowthMb", "worstLagMs" } as JSON.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { FetchRefused } from '#domain/errors.ts';
import { createFetcher } from '#worker/fetch/http.ts';

const [origin = '', ...paths] = process.argv.slice(2);
const fetcher = createFetcher({
  userAgent: 'PricerooBot/1.0',
  contactUrl: 'http://localhost/bot',
  demoPort: null,
  allowedOrigins: [origin],
  timeouts: { headersMs: 600, bodyMs: 600, totalMs: 1_200 },
});

async function visit(path: string): Promise<void> {
  try {
    await fetcher.fetchPage({ url: `${origin}/${path}` });
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
  }
}

// What any fetch costs once is not part of the figure.
for (const path of ['honest', 'gzip', 'brotli', 'status-403']) await visit(path);
const beforeKb = process.resourceUsage().maxRSS;
const lag = monitorEventLoopDelay({ resolution: 5 });
lag.enable();
for (const path of paths) await visit(path);
lag.disable();
await fetcher.close();
const peakGrowthMb = (process.resourceUsage().maxRSS - beforeKb) / 1024;
console.log(JSON.stringify({ peakGrowthMb, worstLagMs: lag.max / 1e6 }));
