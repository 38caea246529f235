/* The built site under load: steady, five times as much, and for long. Addresses differ, so that no budget stops it. */
import { readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import autocannon from 'autocannon';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { figure } from '../../support/figure.ts';
import { openSiteWorld, type SiteWorld } from '../../support/site-world.ts';

const { LOAD_SECONDS = '30', SOAK_SECONDS = '120' } = process.env;
const loadSeconds = Number(LOAD_SECONDS);
const soakSeconds = Number(SOAK_SECONDS);
const USUAL_RATE = 200;
const PATHS = [
  '/',
  '/search?q=coffee',
  '/api/search/ai-search?query=coffee',
  '/api/search/suggestions?q=co',
  '/categories',
  '/api/products/01900000-0000-7000-8000-000000000000',
  '/deals',
  '/api/health',
];

let site: SiteWorld;
beforeAll(async () => {
  site = await openSiteWorld();
}, 300_000);
afterAll(() => site.stop());

async function load(rate: number, seconds: number, connections = 50) {
  const requests = Array.from({ length: 4_000 }, (_, index) => ({
    path: PATHS[index % PATHS.length],
    headers: { 'x-forwarded-for': `203.${index % 250}.${(index >> 3) % 250}.7` },
  }));
  const result = await autocannon({
    ...{ url: site.origin, requests, duration: seconds, timeout: 15 },
    // What waits in the client for its turn is no time of ours.
    ...{ connections, overallRate: rate, ignoreCoordinatedOmission: true },
  });
  const { statusCodeStats = {}, latency, errors } = result;
  const statuses = Object.keys(statusCodeStats).map(Number);
  return {
    answered: result.requests.total,
    errors,
    faults: statuses.filter((status) => status >= 500 && status !== 503),
    busy: statuses.includes(503) ? (statusCodeStats['503']?.count ?? 0) : 0,
    p99: latency.p99,
  };
}

test(`${USUAL_RATE} requests a second for ${loadSeconds} s: none fails; five times as many: told, and well after`, {
  timeout: (loadSeconds + 120) * 1_000,
}, async () => {
  const usual = await load(USUAL_RATE, loadSeconds);
  const much = await load(5 * USUAL_RATE, 15, 300);
  const startedAt = performance.now();
  const after = await fetch(`${site.origin}/api/health`);
  const recoveryMs = performance.now() - startedAt;
  figure(
    `${usual.answered} at ${USUAL_RATE}/s: ${usual.faults.length + usual.busy} × 5xx, p99 ${usual.p99} ms; at 5 ×: ${much.faults.length} × 500, ${much.busy} × 503, p99 ${much.p99} ms`,
  );
  expect([usual.faults, usual.busy, usual.errors]).toEqual([[], 0, 0]);
  expect(much.faults).toEqual([]);
  expect(much.p99).toBeLessThan(2_000);
  expect(after.status).toBe(200);
  expect(recoveryMs).toBeLessThan(5_000);
});

test(`${soakSeconds} s: heap and descriptors do not grow`, {
  timeout: (soakSeconds + 120) * 1_000,
}, async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const state = () => {
    collect();
    collect();
    const { heapUsed } = process.memoryUsage();
    return { heapMb: heapUsed / 2 ** 20, descriptors: readdirSync('/proc/self/fd').length };
  };
  await load(USUAL_RATE, 20);
  const before = state();
  await load(USUAL_RATE, soakSeconds);
  // Connections that were kept alive end.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const after = state();
  const growth = (after.heapMb - before.heapMb) / (soakSeconds / 60);
  figure(
    `soak ${soakSeconds} s: heap ${growth.toFixed(2)} MB/min, descriptors ${before.descriptors} → ${after.descriptors}`,
  );
  expect(growth).toBeLessThan(0.5);
  expect(after.descriptors).toBeLessThanOrEqual(before.descriptors + 5);
});
