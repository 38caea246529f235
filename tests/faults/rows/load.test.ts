/* The built site under load: steady, five times as much, and for long. Addresses differ, so that no budget stops it. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { figure } from '../../support/figure.ts';
import { limitMs } from '../../support/limits.ts';
import type { Answers, Load } from '../../support/load-client.ts';
import { openSiteWorld, type SiteWorld } from '../../support/site-world.ts';

const { LOAD_SECONDS = '30', SOAK_SECONDS = '120' } = process.env;
const loadSeconds = Number(LOAD_SECONDS);
const soakSeconds = Number(SOAK_SECONDS);
const USUAL_RATE = 200;
const CLIENT = join(REPO_ROOT, 'tests/support/load-client.ts');
const SEARCH = { path: '/api/search/ai-search', body: JSON.stringify({ query: 'coffee machine' }) };

let site: SiteWorld;
let calls: Load['calls'];
beforeAll(async () => {
  site = await openSiteWorld();
  const found = await fetch(site.origin + SEARCH.path, {
    method: 'POST',
    body: SEARCH.body,
    headers: { 'content-type': 'application/json' },
  });
  const { data } = (await found.json()) as { data: { products: { productId: string }[] } };
  const paths = ['/', '/search?q=coffee+machine', '/categories', '/deals', '/api/health'];
  calls = [
    ...[...paths, `/api/products/${data.products[0]?.productId}`].map((path) => ({ path })),
    ...[{ path: '/api/search/suggestions?q=co' }, SEARCH],
  ];
}, limitMs(300_000));
afterAll(() => site.stop());

async function load(rate: number, seconds: number, connections = 50) {
  const asked: Load = { origin: site.origin, calls, rate, seconds, connections };
  const { stdout } = await promisify(execFile)(process.execPath, [CLIENT, JSON.stringify(asked)], {
    maxBuffer: 64 * 2 ** 20,
  });
  const answers = JSON.parse(stdout) as Answers;
  const count = (status: number) => answers[status]?.length ?? 0;
  const done = (answers[200] ?? []).sort((a, b) => a - b);
  return {
    ok: done.length,
    busy: count(503),
    /** Neither answered nor told that there is too much to do. */
    faults: Object.keys(answers).filter((status) => !['200', '429', '503'].includes(status)),
    p99: Math.round(done[Math.floor(done.length * 0.99)] ?? 0),
  };
}

test(`${USUAL_RATE} requests a second for ${loadSeconds} s: none fails; five times as many: told, and well after`, {
  timeout: limitMs((loadSeconds + 120) * 1_000),
}, async () => {
  // Warms up the site: a process answers its first requests several times slower.
  await load(USUAL_RATE / 4, 5);
  const usual = await load(USUAL_RATE, loadSeconds);
  const much = await load(5 * USUAL_RATE, 15, 300);
  const startedAt = performance.now();
  const after = await fetch(`${site.origin}/api/health`);
  const recoveryMs = performance.now() - startedAt;
  figure(
    `${usual.ok} at ${USUAL_RATE}/s: ${usual.busy} × 503, p99 ${usual.p99} ms; ${much.ok} at 5 ×: ${much.busy} × 503, p99 of what was done ${much.p99} ms`,
  );
  expect([usual.faults, usual.busy]).toEqual([[], 0]);
  expect(usual.ok).toBe(USUAL_RATE * loadSeconds);
  expect(much.faults).toEqual([]);
  expect(much.p99).toBeLessThan(limitMs(2_000));
  expect(after.status).toBe(200);
  expect(recoveryMs).toBeLessThan(limitMs(5_000));
});

test(`${soakSeconds} s: heap and descriptors do not grow`, {
  timeout: limitMs((soakSeconds + 120) * 1_000),
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
