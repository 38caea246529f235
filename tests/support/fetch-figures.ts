/*
 * A process that fetches the given paths and prints their cost:
 * `node fetch-figures.ts <origin> <path>…` → { "peakGrowthMb", "longestTurnMs" } as JSON.
 */
import { FetchRefused } from '#domain/errors.ts';
import { testFetcher } from './test-fetcher.ts';

const [origin = '', ...paths] = process.argv.slice(2);
const fetcher = testFetcher({
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

// Warm-up, excluded from the figures.
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

/** Records the CPU time of each event-loop turn. */
function noteTurn(): void {
  const { user, system } = process.threadCpuUsage(atTurn);
  longestTurnMs = Math.max(longestTurnMs, (user + system) / 1_000);
  atTurn = process.threadCpuUsage();
  turn = setImmediate(noteTurn);
}
