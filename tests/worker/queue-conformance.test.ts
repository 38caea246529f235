import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openQueues, type Queues } from '#db/queues/open-queues.ts';
import { FetchRefused, StaleAttempt } from '#domain/errors.ts';
import type { Lane } from '#domain/jobs.ts';
import {
  type ConsumerOptions,
  type Consumers,
  type Handlers,
  startConsumers,
} from '#worker/queues/start-consumers.ts';
import { limitMs, PATIENCE } from '../support/limits.ts';
import { countJobs, handlersWith, TEST_JOBS } from '../support/queue-jobs.ts';
import { QUEUE_STORES, type QueueStore } from '../support/queue-stores.ts';

const { plain, urgent, late, brief, single, tick } = TEST_JOBS;

describe.each(QUEUE_STORES)('queues on $name', ({ open }) => {
  let store: QueueStore;
  let queues: Queues;
  let running: Consumers[];

  beforeAll(async () => {
    store = await open();
    return () => store.stop();
  });

  beforeEach(async () => {
    await store.wipe();
    queues = await openQueues(store.config);
    running = [];
    return async () => {
      await Promise.all(running.map((consumers) => consumers.close()));
      await queues.close();
    };
  });

  /** Consumers with these handlers, closed after the test. */
  async function consume(
    handlers: Partial<Handlers<typeof TEST_JOBS>>,
    options: Partial<ConsumerOptions> = {},
  ): Promise<Consumers> {
    const consumers = await startConsumers(queues, TEST_JOBS, handlersWith(handlers), {
      concurrency: 1,
      ...options,
    });
    running.push(consumers);
    return consumers;
  }

  /** The jobs of a lane that failed for good, with their errors. */
  async function failures(lane: Lane): Promise<unknown[]> {
    const failed = await queues.lanes.find(({ name }) => name === lane)?.getFailed();
    return (failed ?? []).map(({ name, data, failedReason }) => [name, data, failedReason]);
  }

  /** A handler that records each key. */
  function recorder(): { keys: string[]; handle: (payload: { key: string }) => Promise<void> } {
    const keys: string[] = [];
    return { keys, handle: async ({ key }) => void keys.push(key) };
  }

  test('adding a job with an invalid payload fails', async () => {
    await expect(queues.add(plain, { key: '' })).rejects.toThrow(z.ZodError);
    expect((await countJobs(queues, 'fetch')).waiting).toBe(0);
  });

  test('an invalid payload never reaches the handler and is not retried', async () => {
    const seen = recorder();
    await queues.add({ ...plain, payload: z.object({ key: z.string() }) }, { key: '' });
    await consume({ plain: seen.handle });
    await expect
      .poll(() => failures('fetch'))
      .toEqual([['plain', { key: '' }, expect.stringContaining('ZodError')]]);
    expect(seen.keys).toEqual([]);
  });

  test('a job that nobody consumes fails and is counted', async () => {
    await consume({});
    await queues.add({ ...plain, name: 'of-an-older-release' }, { key: 'a' });
    await expect.poll(async () => (await countJobs(queues, 'fetch')).failed).toBe(1);
  });

  test('jobs run by priority, then in the order they were added', async () => {
    await queues.addMany(late, [{ key: 'late-1' }, { key: 'late-2' }]);
    await queues.addMany(plain, [{ key: 'plain-1' }, { key: 'plain-2' }]);
    await queues.add(urgent, { key: 'urgent' });
    const { keys, handle } = recorder();
    await consume({ plain: handle, urgent: handle, late: handle });
    await expect.poll(() => keys).toEqual(['urgent', 'plain-1', 'plain-2', 'late-1', 'late-2']);
  });

  test('retries a failing job with doubling delays', async () => {
    const tries: number[] = [];
    await consume({
      plain: async () => {
        tries.push(performance.now());
        if (tries.length < plain.attempts) throw new Error('the shop is closed');
      },
    });
    await queues.add(plain, { key: 'a' });
    await expect.poll(() => tries).toHaveLength(3);
    const [first = 0, second = 0, third = 0] = tries;
    // Up to 20 % off, so that jobs which failed together do not come back together.
    expect(second - first).toBeGreaterThanOrEqual(79);
    expect(third - second).toBeGreaterThanOrEqual(159);
    await expect
      .poll(() => countJobs(queues, 'fetch'))
      .toMatchObject({ active: 0, delayed: 0, failed: 0 });
  });

  test('counts and reports a permanently failed job once', async () => {
    await consume({ plain: () => Promise.reject(new Error('no')) });
    await queues.add(plain, { key: 'a' });
    await expect.poll(async () => (await countJobs(queues, 'fetch')).failed).toBe(1);
    expect(await failures('fetch')).toEqual([['plain', { key: 'a' }, 'no']]);
  });

  test.each([
    ['a stale attempt', new StaleAttempt('overtaken')],
    ['a refusal without a time', new FetchRefused('robots-denied', 'robots.txt says no')],
  ])('%s is not tried again', async (_name, error) => {
    const { keys, handle } = recorder();
    await consume({
      plain: async (payload) => {
        await handle(payload);
        throw error;
      },
    });
    await queues.add(plain, { key: 'a' });
    await expect.poll(async () => (await countJobs(queues, 'fetch')).failed).toBe(1);
    expect(keys).toEqual(['a']);
  });

  test('ends a hung job at its limit, aborts its signal and frees its slot', async () => {
    let isTold = false;
    const hang = (_payload: unknown, { signal }: { signal: AbortSignal }) => {
      signal.addEventListener('abort', () => {
        isTold = true;
      });
      return new Promise<void>(() => undefined);
    };
    await queues.add(brief, { key: 'a' });
    await consume({ brief: hang });
    await expect
      .poll(() => failures('ai'))
      .toEqual([['brief', { key: 'a' }, 'the job ran for longer than 300 ms']]);
    expect(isTold).toBe(true);
    expect(await countJobs(queues, 'ai')).toMatchObject({ active: 0, failed: 1 });
  });

  test('a refusal with a time delays the job without using up an attempt', async () => {
    const tries: number[] = [];
    await consume({
      plain: async () => {
        tries.push(performance.now());
        if (tries.length <= plain.attempts)
          throw new FetchRefused('rate-limited', 'slow down', 150.5);
      },
    });
    await queues.add(plain, { key: 'a' });
    // One more than its attempts.
    await expect.poll(() => tries).toHaveLength(4);
    expect((tries[1] ?? 0) - (tries[0] ?? 0)).toBeGreaterThanOrEqual(149);
    expect((await countJobs(queues, 'fetch')).failed).toBe(0);
  });

  test('a unique job is added once while it waits or runs, and again when it is done', async () => {
    const started = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const { keys, handle } = recorder();
    await queues.add(single, { key: 'a' });
    await queues.add(single, { key: 'a' });
    await queues.add(single, { key: 'b' });
    expect((await countJobs(queues, 'follow-up')).waiting).toBe(2);
    await consume({
      single: async (payload) => {
        await handle(payload);
        started.resolve();
        await release.promise;
      },
    });
    await started.promise;
    await queues.add(single, { key: 'a' });
    release.resolve();
    await expect
      .poll(() => countJobs(queues, 'follow-up'))
      .toMatchObject({ waiting: 0, active: 0 });
    expect(keys.toSorted()).toEqual(['a', 'b']);

    await queues.add(single, { key: 'a' });
    await expect.poll(() => keys).toHaveLength(3);
  });

  test('a permanently failed unique job can be added again', async () => {
    const { keys, handle } = recorder();
    await consume({
      single: async (payload) => {
        await handle(payload);
        throw new Error('no');
      },
    });
    await queues.add(single, { key: 'a' });
    await expect
      .poll(async () => [keys.length, (await countJobs(queues, 'follow-up')).active])
      .toEqual([1, 0]);
    await queues.add(single, { key: 'a' });
    await expect.poll(() => keys).toHaveLength(2);
  });

  test('a requeued job runs again after the others and stays unique', async () => {
    const keys: string[] = [];
    const theOne = { ...plain, uniqueBy: { of: () => 'the-one' } };
    await queues.add(theOne, { key: 'again' });
    await queues.add(theOne, { key: 'again' });
    await queues.addMany(plain, [{ key: 'b' }, { key: 'c' }]);
    await consume({
      plain: async ({ key }) => {
        keys.push(key);
        return key === 'again' && keys.length < 7 ? { againInMs: 0 } : undefined;
      },
    });
    // More often than a job has attempts.
    const inTurn = ['again', 'b', 'c', 'again', 'again', 'again', 'again'];
    await expect.poll(() => keys).toEqual(inTurn);
    await expect
      .poll(() => countJobs(queues, 'fetch'))
      .toEqual({ waiting: 0, active: 0, delayed: 0, failed: 0 });
    expect(keys).toEqual(inTurn);
  });

  test('jobs that requeue themselves keep their locks while they run in other slots', async () => {
    const lockMs = 3_000;
    const runs = new Map<string, number>();
    let done = 0;
    const again = async ({ key }: { key: string }) => {
      const nth = (runs.get(key) ?? 0) + 1;
      runs.set(key, nth);
      if (nth === 1) return { againInMs: 0 };
      await sleep(2 * lockMs);
      done += 1;
      return undefined;
    };
    await consume({ plain: again }, { concurrency: 20, lockMs });
    for (let nth = 0; nth < 10; nth += 1) await queues.add(plain, { key: `${nth}` });
    await expect.poll(() => done).toBe(10);
    expect([...runs.values()]).toEqual(Array(10).fill(2));
  });

  test('no more jobs run at once than the lane allows, and as many as it allows do', async () => {
    let now = 0;
    let most = 0;
    let done = 0;
    await queues.addMany(
      plain,
      Array.from({ length: 30 }, (_, i) => ({ key: `${i}` })),
    );
    const third = Promise.withResolvers<void>();
    await consume(
      {
        plain: async () => {
          now += 1;
          most = Math.max(most, now);
          if (now === 3) third.resolve();
          await third.promise;
          await new Promise(setImmediate);
          now -= 1;
          done += 1;
        },
      },
      { concurrency: 3 },
    );
    await expect.poll(() => done).toBe(30);
    expect(most).toBe(3);
  });

  test('a schedule runs at its pace, once however many consumers there are', async () => {
    const ticks: number[] = [];
    // Counted from here, because on a busy machine the first tick may come late.
    const begunMs = performance.now();
    const handlers = { tick: async () => void ticks.push(performance.now()) };
    await consume(handlers, { healEveryMs: 100 });
    await consume(handlers, { healEveryMs: 100 });
    await expect.poll(() => ticks.length).toBeGreaterThanOrEqual(6);
    const periods = ((ticks.at(-1) ?? 0) - begunMs) / 300;
    expect(ticks.length - 1).toBeLessThanOrEqual(periods + 1);
    expect(tick.everyMs).toBe(300);
  });

  test('closing notifies the running job, waits for it, and starts no other', async () => {
    const started = Promise.withResolvers<AbortSignal>();
    const release = Promise.withResolvers<void>();
    const { keys, handle } = recorder();
    const consumers = await consume({
      plain: async (payload, { closing }) => {
        started.resolve(closing);
        await release.promise;
        await handle(payload);
      },
    });
    await queues.addMany(plain, [{ key: 'running' }, { key: 'waiting' }]);
    const closing = await started.promise;
    expect(closing.aborted).toBe(false);
    const closed = consumers.close();
    expect(closing.aborted).toBe(true);
    release.resolve();
    await closed;
    expect(keys).toEqual(['running']);
    expect(await countJobs(queues, 'fetch')).toMatchObject({ waiting: 1, active: 0 });
  });

  test('closing gives up on a job that never ends, after aborting it', async () => {
    const started = Promise.withResolvers<AbortSignal>();
    const consumers = await consume({
      plain: (_payload, { signal }) => {
        started.resolve(signal);
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new Error('stopped'))),
        );
      },
    });
    await queues.add(plain, { key: 'endless' });
    const signal = await started.promise;
    await consumers.close(50);
    expect(signal.aborted).toBe(true);
  });

  test('metrics count what was finished, with one heading a metric', async () => {
    const { keys, handle } = recorder();
    await consume({ plain: handle });
    await queues.addMany(plain, [{ key: 'a' }, { key: 'b' }]);
    await expect.poll(() => keys).toHaveLength(2);
    await expect
      .poll(() => queues.metrics())
      .toMatch(/^bullmq_job_completed_total\{queue="fetch"\} 2$/m);
    const headings = (await queues.metrics()).match(/^# TYPE .*$/gm) ?? [];
    expect(headings).toEqual([...new Set(headings)]);
  });

  test('runs each of 2,000 jobs added at once exactly once', async () => {
    const { keys, handle } = recorder();
    await queues.addMany(
      plain,
      Array.from({ length: 2_000 }, (_, i) => ({ key: `${i}` })),
    );
    await consume({ plain: handle }, { concurrency: 20 });
    // As many jobs take longer than what other tests wait for.
    await expect.poll(() => keys.length, { ...PATIENCE, timeout: limitMs(50_000) }).toBe(2_000);
    expect(new Set(keys).size).toBe(2_000);
  });
});
