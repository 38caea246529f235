/* Three worker processes share ten shops: nothing is read twice, no shop faster than its pace, also when one is killed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Page } from '#db/entities/page.ts';
import { Retailer } from '#db/entities/retailer.ts';
import { makePagesDue } from '#db/queries/crawl/pages.ts';
import { type CrashWorld, openCrashWorld, thingsOf } from '../../support/crash-world.ts';
import { figure } from '../../support/figure.ts';
import { limitMs } from '../../support/limits.ts';

const { PAGES = '200', BACKENDS = 'postgres' } = process.env;
const pages = Number(PAGES);
const SHOPS = 10;
const WORKERS = 3;
const PACE_MS = 500;
const TAKEN_OVER_MS = limitMs(10_000);
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
  });
  afterAll(() => crash.close());

  const em = () => crash.world.em();
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
      await crash.replace(victim);
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
});

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

/** The shortest time between two requests to one shop. */
function smallestGapMs({ shops }: CrashWorld): number {
  const gaps = shops.flatMap(({ requestedAtMs }) =>
    requestedAtMs.slice(1).map((at, index) => at - (requestedAtMs[index] ?? 0)),
  );
  return Math.min(...gaps);
}
