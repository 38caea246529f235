import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { FetchRefused } from '#domain/errors.ts';
import { DAY_MS } from '#domain/time.ts';
import { type HostileServer, startHostileServer } from '../../tests/support/hostile-server.ts';
import { openTestOrm, type TestOrm } from '../../tests/support/test-orm.ts';
import { createFetcher, type Fetcher } from './http.ts';
import { politeFetch } from './polite-fetch.ts';

let orm: TestOrm;
let shop: HostileServer;
let fetcher: Fetcher;

beforeAll(async () => {
  orm = await openTestOrm();
});

afterAll(() => orm.close());

beforeEach(async () => {
  shop = await startHostileServer();
  fetcher = fetcherFor(shop.origin);
});

afterEach(async () => {
  await fetcher.close();
  await shop.close();
});

const paths = () => shop.requests.map(({ url }) => url);

/** A timer may end a little early. */
const TIMER_MS = 5;

test('reads robots.txt once, then pages at the pace', async () => {
  const startedAt = Date.now();
  for (let page = 0; page < 3; page += 1) await visit('/honest', 300);
  expect(paths()).toEqual(['/robots.txt', '/honest', '/honest', '/honest']);
  // Compare with the start, not with each other: a request delayed by a busy machine is closer to the next.
  for (const [index, { at }] of shop.requests.entries()) {
    expect(at - startedAt).toBeGreaterThanOrEqual(index * 300 - TIMER_MS);
  }
});

test('two workers share the pace of one and never overlap', async () => {
  const startedAt = Date.now();
  await Promise.all(Array.from({ length: 6 }, () => visit('/honest', 200)));
  const times = shop.requests.filter(({ url }) => url === '/honest').map(({ at }) => at);
  expect(times).toHaveLength(6);
  for (const [index, at] of times.toSorted((a, b) => a - b).entries()) {
    expect(at - startedAt).toBeGreaterThanOrEqual(index * 200 - TIMER_MS);
  }
});

test('does not fetch what robots.txt denies, directly or by redirect', async () => {
  shop.robots = { status: 200, text: 'User-agent: PricerooBot\nDisallow: /honest' };
  expect(await refusal('/honest')).toMatchObject({ reason: 'robots-denied', retryAfterMs: null });
  expect(await refusal('/redirect-thrice')).toMatchObject({ reason: 'robots-denied' });
  expect(paths()).not.toContain('/honest');
});

test('an unreadable robots.txt denies for now; a missing or forbidden one allows', async () => {
  for (const status of [500, 503, 429]) {
    await restart();
    shop.robots = { status, text: '' };
    const refused = await refusal('/honest');
    expect(refused.reason).toMatch(/robots-unreachable|breaker-open/);
    expect(refused.retryAfterMs).toBeGreaterThan(0);
    if (status === 500) expect(refused.message).toMatch(/robots\.txt .*500.*; nothing is fetched/);
    expect(paths()).toEqual(['/robots.txt']);
    await refusal('/honest');
    expect(paths()).toEqual(['/robots.txt']);
  }
  for (const status of [404, 403, 401, 410]) {
    await restart();
    shop.robots = { status, text: '' };
    await visit('/honest');
    expect(paths()).toEqual(['/robots.txt', '/honest']);
  }
});

test('reads robots.txt again after a day', async () => {
  shop.robots = { status: 200, text: 'User-agent: *\nDisallow: /' };
  await refusal('/honest');
  shop.robots = { status: 200, text: '' };
  await refusal('/honest');
  await execute(`update host set robots_fetched_at = now() - interval '25 hours' where origin = ?`);
  await refusal('/honest');
  const { now } = performance;
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + DAY_MS);
  await visit('/honest');
  vi.restoreAllMocks();
  expect(paths()).toEqual(['/robots.txt', '/robots.txt', '/honest']);
});

test('obeys Crawl-delay; past the longest wait the host rests', async () => {
  shop.robots = { status: 200, text: 'User-agent: *\nCrawl-delay: 40' };
  await visit('/honest');
  const refused = await refusal('/honest');
  expect(refused.reason).toBe('breaker-open');
  expect(refused.retryAfterMs).toBeGreaterThan(38_000);
  expect(refused.retryAfterMs).toBeLessThanOrEqual(40_050);
});

test('sends no more requests after five refusals in a row', async () => {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect((await refusal('/status-403')).reason).toBe('forbidden');
  }
  const resting = await refusal('/honest');
  expect(resting.reason).toBe('breaker-open');
  expect(resting.retryAfterMs).toBeGreaterThan(9 * 60_000);
  expect(paths().filter((path) => path !== '/robots.txt')).toHaveLength(5);
});

test('an existing page or a 404 shows that the host serves us', async () => {
  for (const answer of ['/honest', '/status-404']) {
    for (let attempt = 0; attempt < 4; attempt += 1) await refusal('/status-403');
    await visit(answer).catch(() => undefined);
  }
  await visit('/honest');
});

test('Retry-After applies to all workers', async () => {
  await refusal('/status-429-seconds');
  const refused = await refusal('/honest');
  expect(refused).toMatchObject({ reason: 'breaker-open' });
  expect(refused.retryAfterMs).toBeGreaterThan(110_000);
  expect(paths()).not.toContain('/honest');
});

test('a redirect to another site is refused, and that site is not visited', async () => {
  const other = await startHostileServer();
  const foreign = other.origin.replace('127.0.0.1', '127.0.0.2');
  await fetcher.close();
  fetcher = fetcherFor(shop.origin, foreign);
  const to = encodeURIComponent(`${foreign}/honest`);
  expect((await refusal(`/redirect-anywhere?to=${to}`)).reason).toBe('redirected-away');
  expect(other.requests).toEqual([]);
  await other.close();
});

test('a wait ends when the worker stops', async () => {
  await visit('/honest');
  await visit('/honest', 20_000);
  const stop = new AbortController();
  const visiting = visit('/honest', 20_000, stop.signal);
  stop.abort();
  await expect(visiting).rejects.toMatchObject({ name: 'AbortError' });
});

test('what our own address guard refuses is not stored as the host’s answer', async () => {
  const open = fetcher;
  fetcher = fetcherFor();
  expect(await refusal('/honest')).toMatchObject({ reason: 'address-forbidden' });
  await fetcher.close();
  fetcher = open;
  await visit('/honest');
  expect(paths()).toEqual(['/robots.txt', '/honest']);
});

function fetcherFor(...allowedOrigins: string[]): Fetcher {
  return createFetcher({
    userAgent: 'PricerooBot/1.0',
    contactUrl: 'http://localhost/bot',
    demoPort: null,
    allowedOrigins,
    timeouts: { totalMs: 2_000 },
  });
}

async function restart(): Promise<void> {
  await fetcher.close();
  await shop.close();
  shop = await startHostileServer();
  fetcher = fetcherFor(shop.origin);
}

function visit(path: string, paceMs = 1, signal?: AbortSignal) {
  const caller = { em: orm.em(), fetcher, pace: { paceMs, signal } };
  return politeFetch(caller, { url: `${shop.origin}${path}` });
}

async function refusal(path: string): Promise<FetchRefused> {
  return visit(path).then(
    () => Promise.reject(new Error(`${path} gave a page`)),
    (error: FetchRefused) => error,
  );
}

function execute(sql: string): Promise<unknown> {
  return orm.em().execute(sql, [shop.origin]);
}
