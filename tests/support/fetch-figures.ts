/*
 * A process that fetches what it is told and prints what that cost it:
 * `node fetch-figures.ts <origin> <path>…` → { "peakGrowthMb", "longestTurnMs" } as JSON.
 */
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
let longestTurnMs = 0;
let atTurn = process.threadCpuUsage();
let turn = setImmediate(noteTurn);
for (const path of paths) await visit(path);
clearImmediate(turn);
await fetcher.close();
const peakGrowthMb = (process.resourceUsage().maxRSS - beforeKb) / 1024;
console.log(JSON.stringify({ peakGrowthMb, longestTurnMs }));

/** Notes the processor time of one turn of the event loop, and of each after it. */
function noteTurn(): void {
  const { user, system } = process.threadCpuUsage(atTurn);
  longestTurnMs = Math.max(longestTurnMs, (user + system) / 1_000);
  atTurn = process.threadCpuUsage();
  turn = setImmediate(noteTurn);
}
