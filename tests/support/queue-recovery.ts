import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openQueues, type Queues } from '#db/queues/open-queues.ts';
import { DAY_MS } from '#domain/time.ts';
import { type Consumers, startConsumers } from '#worker/queues/start-consumers.ts';
import type { ChildTask, Mark } from './queue-child.ts';
import { countJobs, handlersWith, TEST_JOBS } from './queue-jobs.ts';
import type { QueueStore } from './queue-stores.ts';

export const CHILD = fileURLToPath(new URL('./queue-child.ts', import.meta.url));
const { plain } = TEST_JOBS;
/** A short lock, for processes that outlast theirs. */
const LOCK_MS = 3_000;

/** Declares the tests of how queues on a store recover. Each store has a file of its own, as most of a test is waiting. */
export function testRecovery(open: () => Promise<QueueStore>): void {
  let store: QueueStore;
  let queues: Queues;
  let running: Consumers[];
  let children: ChildProcess[];
  /** What each child wrote. */
  let logged: WeakMap<ChildProcess, string>;

  beforeAll(async () => {
    store = await open();
    return () => store.stop();
  });

  beforeEach(async () => {
    await store.wipe();
    await store.database.query('drop table if exists mark');
    await store.database.query('create table mark (key text, what text, pid integer)');
    queues = await openQueues(store.config);
    running = [];
    children = [];
    logged = new WeakMap();
    return async () => {
      await Promise.all(children.map(kill));
      await Promise.all(running.map((consumers) => consumers.close()));
      await queues.close();
    };
  });

  async function startChild(task: Omit<ChildTask, 'config'>): Promise<ChildProcess> {
    const child = spawn(
      process.execPath,
      [CHILD, JSON.stringify({ config: store.config, ...task })],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, LOG_LEVEL: 'warn' },
      },
    );
    children.push(child);
    child.stdout?.on('data', (text: Buffer) =>
      logged.set(child, `${logged.get(child) ?? ''}${text}`),
    );
    await once(child.stdout ?? child, 'data');
    return child;
  }

  async function consume(handlers: Parameters<typeof handlersWith>[0]): Promise<void> {
    running.push(
      await startConsumers(queues, TEST_JOBS, handlersWith(handlers), {
        concurrency: 4,
        healEveryMs: 500,
        lockMs: LOCK_MS,
      }),
    );
  }

  async function marked(what: Mark): Promise<string[]> {
    const { rows } = await store.database.query(
      'select distinct key from mark where what = $1 order by key',
      [what],
    );
    return rows.map((row: { key: string }) => row.key);
  }

  test('another process runs the jobs of a killed one', async () => {
    const doomed = await startChild({ concurrency: 2, hangs: true });
    await queues.addMany(plain, [{ key: 'a' }, { key: 'b' }]);
    await expect.poll(() => marked('begun')).toEqual(['a', 'b']);
    await startChild({ concurrency: 2, hangs: false });
    await kill(doomed);
    await expect.poll(() => marked('done'), { timeout: 10_000 }).toEqual(['a', 'b']);
  });

  test('a suspended process keeps its jobs for as long as their locks', async () => {
    const frozen = await startChild({ concurrency: 1, hangs: true });
    await queues.add(plain, { key: 'a' });
    await expect.poll(() => marked('begun')).toEqual(['a']);
    await startChild({ concurrency: 1, hangs: false });
    frozen.kill('SIGSTOP');
    await sleep(8_000);
    frozen.kill('SIGCONT');
    expect(await marked('done')).toEqual([]);
    await kill(frozen);
    await expect.poll(() => marked('done')).toEqual(['a']);
  });

  test('a process that was suspended past its lock stops when it resumes', async () => {
    const frozen = await startChild({ concurrency: 1, hangs: true, lockMs: LOCK_MS });
    await queues.add(plain, { key: 'a' });
    await expect.poll(() => marked('begun')).toEqual(['a']);
    await startChild({ concurrency: 1, hangs: false, lockMs: LOCK_MS });
    frozen.kill('SIGSTOP');
    await expect.poll(() => marked('done')).toEqual(['a']);
    expect(await marked('stopped')).toEqual([]);
    frozen.kill('SIGCONT');
    await expect.poll(() => marked('stopped')).toEqual(['a']);
    await expect.poll(() => logged.get(frozen)).toContain('another worker takes its job over');
    expect(logged.get(frozen)).not.toContain('could not renew lock');
    await expect
      .poll(() => countJobs(queues, 'fetch'))
      .toEqual({ waiting: 0, active: 0, delayed: 0, failed: 0 });
  });

  test('loses nothing when processes are killed during 400 jobs', async () => {
    const keys = Array.from({ length: 400 }, (_, i) => `${i}`).toSorted();
    await startChild({ concurrency: 4, hangs: false });
    for (let kills = 0; kills < 3; kills += 1) {
      const doomed = await startChild({ concurrency: 4, hangs: false });
      const before = (await marked('begun')).length;
      await queues.addMany(
        plain,
        keys.slice(kills * 100, kills * 100 + 100).map((key) => ({ key })),
      );
      await expect.poll(async () => (await marked('begun')).length).toBeGreaterThan(before);
      await kill(doomed);
    }
    await queues.addMany(
      plain,
      keys.slice(300).map((key) => ({ key })),
    );
    await expect.poll(() => marked('done')).toEqual(keys);
    await expect
      .poll(() => countJobs(queues, 'fetch'))
      .toEqual({ waiting: 0, active: 0, delayed: 0, failed: 0 });
  });

  test('continues after all connections were cut', async () => {
    const keys: string[] = [];
    await consume({ plain: async ({ key }) => void keys.push(key) });
    await queues.add(plain, { key: 'before' });
    await expect.poll(() => keys).toEqual(['before']);
    await store.cut();
    await expect.poll(() => isAdded(queues, 'after')).toBe(true);
    await expect.poll(() => keys).toContain('after');
  });

  test('restores a wiped store and its schedules', async () => {
    let ticks = 0;
    const keys: string[] = [];
    await consume({
      tick: async () => {
        ticks += 1;
      },
      plain: async ({ key }) => void keys.push(key),
    });
    await expect.poll(() => ticks).toBeGreaterThanOrEqual(2);
    await store.wipe();
    const ticksAtWipe = ticks;
    await expect.poll(() => ticks).toBeGreaterThan(ticksAtWipe + 2);
    expect(await queues.isUp()).toBe(true);
    await queues.add(plain, { key: 'after' });
    await expect.poll(() => keys).toEqual(['after']);
  });

  test.each([3, -3])(
    'a worker whose clock is %i days ahead moves no schedule there',
    async (days) => {
      let ticks = 0;
      const tick = async () => {
        ticks += 1;
      };
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * DAY_MS });
      await consume({ tick });
      await expect.poll(() => ticks).toBeGreaterThanOrEqual(2);
      await running.pop()?.close();
      vi.useRealTimers();
      const ticksThen = ticks;
      await consume({ tick });
      await expect.poll(() => ticks).toBeGreaterThan(ticksThen + 3);
    },
  );

  test('a job that runs for longer than its lock is not given to another', async () => {
    const begun: string[] = [];
    const release = Promise.withResolvers<void>();
    const slow = async ({ key }: { key: string }) => {
      begun.push(key);
      if (key === 'slow') await release.promise;
    };
    await consume({ plain: slow });
    await consume({ plain: slow });
    await queues.add(plain, { key: 'slow' });
    await sleep(LOCK_MS + 1_500);
    await queues.add(plain, { key: 'later' });
    await expect.poll(() => begun).toContain('later');
    release.resolve();
    await expect.poll(async () => (await countJobs(queues, 'fetch')).active).toBe(0);
    expect(begun.filter((key) => key === 'slow')).toEqual(['slow']);
  });
}

/** Kills a child and waits for its end. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** The first try after a cut may meet the dead connection. */
async function isAdded(queues: Queues, key: string): Promise<boolean> {
  return queues.add({ ...plain, uniqueBy: { of: () => key } }, { key }).then(
    () => true,
    () => false,
  );
}
