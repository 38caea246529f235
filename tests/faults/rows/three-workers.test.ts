/*
 * Three worker processes share ten shops, and two sites behind a proxy one database: nothing is read twice or lost, no shop is read faster
 * than its pace, also when one of each is killed.
 */
import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:http';
import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Offer } from '#db/entities/offer.ts';
import { Page } from '#db/entities/page.ts';
import { Retailer } from '#db/entities/retailer.ts';
import { Favorite } from '#db/entities/shopper.ts';
import { makePagesDue } from '#db/queries/crawl/pages.ts';
import { listen } from '#db/runtime/free-port.ts';
import { codeOf } from '#domain/errors.ts';
import { inGroups } from '#domain/in-groups.ts';
import { type CrashWorld, openCrashWorld, thingsOf } from '../../support/crash-world.ts';
import { figure } from '../../support/figure.ts';
import { limitMs } from '../../support/limits.ts';
import { register } from '../../support/person.ts';

const { PAGES = '200', BACKENDS = 'postgres' } = process.env;
const pages = Number(PAGES);
const SHOPS = 10;
const WORKERS = 3;
const PACE_MS = 500;
const TAKEN_OVER_MS = limitMs(10_000);
/** The shops, in this process, stand for other machines: when they are asked must not depend on what workers do. */
const BEHIND_SHOPS = 5;
const PATIENCE = { timeout: limitMs(30_000 + pages * 200), interval: 50 };

describe.each(BACKENDS.split(' '))('three workers, queues on %s', (backend) => {
  let crash: CrashWorld;

  beforeAll(async () => {
    crash = await openCrashWorld({
      shops: SHOPS,
      productsOf: (shop) => thingsOf(shop, pages / SHOPS),
      workers: WORKERS,
      backend,
      answerAfterMs: 10,
      paceMs: PACE_MS,
    });
    crash.workers.forEach(yieldToShops);
  });
  afterAll(() => crash.close());

  const em = () => crash.world.em();
  const yieldToShops = ({ pid }: ChildProcess) => {
    if (pid !== undefined) setPriority(pid, BEHIND_SHOPS);
  };
  const replace = async (index: number) => {
    await crash.replace(index);
    crash.workers.slice(index, index + 1).forEach(yieldToShops);
  };
  /** All pages are found and read, and none is due. */
  const isRead = () =>
    vi.waitUntil(async () => {
      const isDone = { lastOutcome: { $ne: null }, nextCheckAt: { $gt: new Date() } };
      return (await em().count(Page, { kind: 'product', ...isDone })) === pages;
    }, PATIENCE);

  test('read every page once, and each shop at its pace', {
    timeout: 3 * PATIENCE.timeout,
  }, async () => {
    const startedAt = performance.now();
    await isRead();
    const seconds = (performance.now() - startedAt) / 1_000;
    expect(readTwice(crash)).toEqual([]);
    const gapMs = smallestGapMs(crash);
    figure(
      `${backend}: ${pages} pages of ${SHOPS} shops in ${seconds.toFixed(0)} s, 0 twice, smallest gap ${gapMs.toFixed(0)} ms at a pace of ${PACE_MS} ms`,
    );
    expect(gapMs).toBeGreaterThanOrEqual(PACE_MS);
  });

  test('continue within 10 s after one is killed', {
    timeout: 4 * PATIENCE.timeout,
  }, async () => {
    const silences: number[] = [];
    let twice = 0;
    for (let victim = 0; victim < WORKERS; victim += 1) {
      await isRead();
      for (const shop of crash.shops) shop.requests.length = shop.requestedAtMs.length = 0;
      for (const { id } of await em().findAll(Retailer)) await makePagesDue(em(), id);
      // Mid-way through all shops.
      const half = pages / SHOPS / 3;
      const isAsked = () => crash.shops.every(({ requests }) => requests.length > half);
      await vi.waitUntil(isAsked, PATIENCE);
      const killedAt = performance.now();
      const unfinished = crash.shops.filter(({ requests }) => requests.length < pages / SHOPS);
      crash.workers[victim]?.kill('SIGKILL');
      await sleep(TAKEN_OVER_MS);
      silences.push(...unfinished.map((shop) => longestSilenceMs(shop.requestedAtMs, killedAt)));
      await isRead();
      await replace(victim);
      twice += readTwice(crash).length;
      expect(smallestGapMs(crash)).toBeGreaterThanOrEqual(PACE_MS);
    }
    const longest = Math.max(...silences);
    figure(
      `${backend}: ${WORKERS} workers killed in turn, every job taken over within ${(longest / 1_000).toFixed(1)} s, ${twice} pages in hand read again`,
    );
    expect(longest).toBeLessThan(TAKEN_OVER_MS);
    // Only what the dead had in hand: a page a shop at most.
    expect(twice).toBeLessThanOrEqual(WORKERS * SHOPS);
  });

  test('two sites behind a proxy: one of each is killed, and no answer was untrue', {
    timeout: 4 * PATIENCE.timeout,
  }, async () => {
    await isRead();
    const sites = [await crash.openSite(), await crash.openSite()];
    const proxy = await startProxy(sites.map(({ port }) => port));
    const call = async (method: string, path: string, token = '', body?: object) => {
      const answer = await fetch(`http://127.0.0.1:${proxy.port}/api${path}`, {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      const isJson = answer.headers.get('content-type')?.includes('json');
      return { status: answer.status, body: isJson ? JSON.parse(text) : {} };
    };
    const { id, token } = await register({ call: (...given) => toCall(call, ...given) });
    const offers = await em().findAll(Offer, { fields: ['url'] });
    for (const shop of crash.shops) shop.requests.length = shop.requestedAtMs.length = 0;
    for (const retailer of await em().findAll(Retailer)) await makePagesDue(em(), retailer.id);
    let saved = 0;
    let refused = 0;
    const save = async (productUrl: string) => {
      // As a browser whose answer was lost does: again.
      for (;;) {
        const { status } = await call('POST', '/favorites', token, { productUrl });
        if (status === 200 || status === 201) break;
        refused += 1;
        await sleep(100);
      }
      saved += 1;
      if (saved === Math.floor(offers.length / 2)) {
        sites[0]?.kill();
        await replace(0);
      }
    };
    for (const group of inGroups(offers, 4)) await Promise.all(group.map(({ url }) => save(url)));
    expect(await em().count(Favorite, { user: id })).toBe(offers.length);
    const listed = await call('GET', '/products');
    expect(listed.status).toBe(200);
    await isRead();
    const twice = readTwice(crash).length;
    figure(
      `${backend}: ${offers.length} favourites saved over two sites of which one was killed, 0 lost; ${refused} answers lost and asked again, ${twice} pages in hand read again`,
    );
    expect(twice).toBeLessThanOrEqual(SHOPS);
    // This process is busy as a proxy and notes single requests late, so the mean counts.
    expect(Math.min(...crash.shops.map(meanGapMs))).toBeGreaterThanOrEqual(PACE_MS);
    proxy.close();
  });
});

type Call = (method: string, path: string, token?: string, body?: object) => Promise<Answered>;
type Answered = { status: number; body: Record<string, unknown> };

/** A call as `register` makes it. */
async function toCall(call: Call, method: string, path: string, { body }: { body?: unknown } = {}) {
  const answer = await call(method, path, '', body as object);
  return { ...answer, headers: new Headers() };
}

/** A proxy that asks the sites in turn, the next one where one does not listen. */
async function startProxy(ports: readonly number[]) {
  let turn = 0;
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const { method = 'GET', url, headers } = request;
    turn += 1;
    for (let tried = 0; tried < ports.length; tried += 1) {
      const port = ports[(turn + tried) % ports.length];
      const sent = { method, headers: { ...headers, host: 'localhost:4321' } as never };
      try {
        const answer = await fetch(`http://127.0.0.1:${port}${url}`, {
          ...sent,
          ...(body.length > 0 && { body }),
        });
        const type = answer.headers.get('content-type') ?? '';
        const text = await answer.text();
        return void response.writeHead(answer.status, { 'content-type': type }).end(text);
      } catch (error) {
        if (codeOf((error as Error).cause) !== 'ECONNREFUSED') break;
      }
    }
    response.writeHead(502).end();
  });
  return { port: await listen(server), close: () => server.close() };
}

/** The longest time after the kill in which a shop that had pages left was not asked. */
function longestSilenceMs(requestedAtMs: readonly number[], killedAt: number): number {
  const before = requestedAtMs.findLast((at) => at <= killedAt) ?? killedAt;
  const times = [before, ...requestedAtMs.filter((at) => at > killedAt)];
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at));
  return gaps.length === 0 ? TAKEN_OVER_MS : Math.max(...gaps);
}

/** The product pages that a shop was asked for more than once. */
function readTwice({ shops }: CrashWorld): string[] {
  return shops.flatMap(({ requests }) => {
    const asked = requests.filter((path) => path.startsWith('/product/'));
    return asked.filter((path, index) => asked.indexOf(path) !== index);
  });
}

/** The mean time between two requests to a shop. */
function meanGapMs({ requestedAtMs }: CrashWorld['shops'][number]): number {
  const first = requestedAtMs[0] ?? 0;
  return ((requestedAtMs.at(-1) ?? first) - first) / (requestedAtMs.length - 1);
}

/** The shortest time between two requests to one shop. */
function smallestGapMs({ shops }: CrashWorld): number {
  const gaps = shops.flatMap(({ requestedAtMs }) =>
    requestedAtMs.slice(1).map((at, index) => at - (requestedAtMs[index] ?? 0)),
  );
  return Math.min(...gaps);
}
