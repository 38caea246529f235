import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addToRun, openRun } from '#db/queries/crawl/runs.ts';
import { beat, endBeat } from '#db/queries/operators/workers.ts';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { createWorkerMetrics } from '#worker/probe.ts';
import { createMigratedDatabase, type TestDatabase } from '../support/database.ts';
import { createRetailer } from '../support/factory.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const TOKEN = 'a-token-for-prometheus';

let database: TestDatabase;
let open: TestApi;
let guarded: TestApi;

beforeAll(async () => {
  database = await createMigratedDatabase();
  open = await openTestApi(database.url);
  guarded = await openTestApi(database.url, { METRICS_TOKEN: TOKEN });
});

afterAll(async () => {
  await open.close();
  await guarded.close();
  await database.drop();
});

function read(api: TestApi, address: string, headers: Record<string, string> = {}) {
  const request = new Request('http://localhost:4321/metrics', { headers });
  return api.api(request, { remoteAddress: address });
}

test.each([
  ['127.0.0.1', {}, 200],
  ['127.9.9.9', {}, 200],
  ['::1', {}, 200],
  ['203.0.113.7', {}, 404],
  ['10.0.0.5', {}, 404],
  ['', {}, 404],
  ['127.0.0.1', { 'x-forwarded-for': '203.0.113.7' }, 404],
  ['127.0.0.1', { forwarded: 'for=203.0.113.7' }, 404],
] as const)('without METRICS_TOKEN, from %s with %j: %i', async (address, headers, status) => {
  expect((await read(open, address, headers)).status).toBe(status);
});

test.each([
  [`Bearer ${TOKEN}`, 200],
  [`Bearer ${TOKEN}x`, 404],
  [`Bearer ${TOKEN.slice(0, -1)}`, 404],
  [TOKEN, 404],
  ['', 404],
])('with METRICS_TOKEN, from this machine too, "%s": %i', async (authorization, status) => {
  expect((await read(guarded, '127.0.0.1', { authorization })).status).toBe(status);
});

test.each([
  ['127.0.0.1', { host: '127.0.0.1:4321' }, true],
  ['203.0.113.7', { host: '127.0.0.1:4321' }, false],
  ['127.0.0.1', { host: 'prices.example.com.au' }, false],
  ['127.0.0.1', { host: '127.0.0.1:4321', 'x-forwarded-for': '203.0.113.7' }, false],
])('health from %s with %j names the folders: %s', async (remoteAddress, headers, isNamed) => {
  const request = new Request('http://localhost:4321/api/health', { headers });
  const answer = await (await open.api(request, { remoteAddress })).json();
  expect(JSON.stringify(answer).includes(REPO_ROOT)).toBe(isNamed);
});

test('exports process, calls, crawl, mail and queues as valid Prometheus text', async () => {
  const em = open.services.em();
  const retailer = await createRetailer(em, { slug: 'shop', kind: 'demo' });
  const progress = { pagesDone: 7, pagesUnchanged: 2, offersSeen: 9, pricesChanged: 3 };
  const run = await openRun(em, retailer.id, 'crawl');
  await addToRun(em, run, { ...progress, refusals: { 'rate-limited': 4 } });
  await open.call('GET', '/products');
  await open.call('GET', '/nowhere/at/all');
  await read(open, '::1');
  const text = await (await read(open, '::1')).text();
  for (const line of [
    'priceroo_crawl_pages_total{result="changed"} 5',
    'priceroo_crawl_pages_total{result="unchanged"} 2',
    'priceroo_price_changes_total 3',
    'priceroo_crawl_refusals_total{reason="rate-limited"} 4',
    'http_request_duration_seconds_count{route="GET /products",status="200"} 1',
    'http_request_duration_seconds_count{route="unknown",status="404"} 1',
  ]) {
    expect(text).toContain(`${line}\n`);
  }
  expect(text).toMatch(/^priceroo_disk_free_bytes \d+/m);
  expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
  expect(text).toMatch(/^bullmq_job_count\{.*queue="fetch"/m);
  const types = Array.from(text.matchAll(/^# TYPE (\S+)/gm), ([, name]) => name);
  expect(new Set(types).size).toBe(types.length);
  for (const line of text.split('\n').filter((each) => each && !each.startsWith('#'))) {
    expect(line).toMatch(/^[a-zA-Z_:][\w:]*(?:\{.*\})? (?:[-+\d.e]+|Na[Nn]|\+Inf)(?: \d+)?$/);
  }
});

test('dashboard and alert rules use only exported metrics', async () => {
  const site = await (await read(open, '127.0.0.1')).text();
  const exported = `${site}\n${await createWorkerMetrics('.').text()}`;
  const files = ['dashboard.json', 'alerts.yaml'].map((name) =>
    readFileSync(join(REPO_ROOT, 'docs/monitoring', name), 'utf8'),
  );
  const asked = files.join().match(/\b(?:priceroo|http|bullmq|process)_\w+/g) ?? [];
  expect(new Set(asked).size).toBeGreaterThan(10);
  for (const name of new Set(asked)) {
    const metric = name.replace(/_(?:count|bucket)$/, '');
    expect(exported, name).toMatch(new RegExp(`^# TYPE ${metric}(?:_count)? `, 'm'));
  }
});

test('while a store is down, metrics answer and say so', async () => {
  const em = open.services.em();
  const states = async () => {
    const text = await (await read(open, '127.0.0.1')).text();
    return Array.from(text.matchAll(/^priceroo_(database|queue)_up (\d)/gm), (found) => found[2]);
  };
  expect(await states()).toEqual(['1', '1']);
  await em.execute('alter schema bullmq rename to away');
  expect(await states()).toEqual(['1', '0']);
  await em.execute('alter schema away rename to bullmq');
  await em.execute('alter table mail rename to away');
  expect(await states()).toEqual(['0', '1']);
  await em.execute('alter table away rename to mail');
});

test('without its queue the site is degraded but ready and answers shoppers', async () => {
  const faults = async () => {
    const { status, body } = await open.call('GET', '/health');
    expect(status).toBe(200);
    return (body['data'] as { faults: string[] }).faults;
  };
  await beat(open.services.em(), 'host:1', ['fetch']);
  await expect.poll(faults).toEqual([]);
  await open.services.em().execute('alter schema bullmq rename to away');
  try {
    await expect.poll(faults).toEqual(['queue-away']);
  } finally {
    await open.services.em().execute('alter schema away rename to bullmq');
  }
  await endBeat(open.services.em(), 'host:1');
  await expect.poll(faults).toEqual(['no-worker']);
});

test('without its tables the site is not ready', async () => {
  const em = open.services.em();
  const status = async () => (await open.call('GET', '/health')).status;
  await em.execute('alter table retailer rename to away');
  try {
    await expect.poll(status).toBe(503);
  } finally {
    await em.execute('alter table away rename to retailer');
  }
  await expect.poll(status).toBe(200);
});
