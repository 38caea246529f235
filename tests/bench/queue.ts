/*
 * What a queue costs: the same work done 50 at once by a plain loop, and as jobs on both stores.
 *   npx node tests/bench/queue.ts [jobs] [ms]
 * The work of a job is a wait of so many ms: 20 for a page of a fast shop; a crawl job reads a shop's pages for up to 20 s.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { openQueues } from '#db/queues/open-queues.ts';
import { startConsumers } from '#worker/queues/start-consumers.ts';
import { startPostgres } from '../support/postgres-setup.ts';
import { handlersWith, TEST_JOBS } from '../support/queue-jobs.ts';
import { QUEUE_STORES, type QueueStore } from '../support/queue-stores.ts';

const CONCURRENCY = 50;
const jobCount = Number(process.argv[2] ?? 2_000);
const workMs = Number(process.argv[3] ?? 20);
const keys = Array.from({ length: jobCount }, (_, i) => ({ key: `${i}` }));

const work = () => wait(workMs);

/** Milliseconds to do all the work without a queue. */
async function timeLoop(): Promise<number> {
  const startedAt = performance.now();
  const left = keys.values();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (const _ of left) await work();
    }),
  );
  return performance.now() - startedAt;
}

/** Milliseconds to add the jobs, and from there until the last is done. */
async function timeQueue(store: QueueStore): Promise<{ addMs: number; doneMs: number }> {
  const queues = await openQueues(store.config);
  const startedAt = performance.now();
  await queues.addMany(TEST_JOBS.plain, keys);
  const addedAt = performance.now();
  const all = Promise.withResolvers<void>();
  let done = 0;
  const plain = async () => {
    await work();
    done += 1;
    if (done === jobCount) all.resolve();
  };
  const consumers = await startConsumers(queues, TEST_JOBS, handlersWith({ plain }), {
    concurrency: CONCURRENCY,
  });
  await all.promise;
  const doneAt = performance.now();
  await consumers.close();
  await queues.close();
  return { addMs: addedAt - startedAt, doneMs: doneAt - addedAt };
}

const row = (name: string, addMs: number, doneMs: number) => ({
  name,
  addMs: Math.round(addMs),
  doneMs: Math.round(doneMs),
  jobsPerSecond: Math.round((jobCount / doneMs) * 1_000),
});

const teardown = await startPostgres();
const rows = [row('loop without a queue', 0, await timeLoop())];
for (const { name, open } of QUEUE_STORES) {
  const store = await open();
  const { addMs, doneMs } = await timeQueue(store);
  rows.push(row(`queue on ${name}`, addMs, doneMs));
  await store.stop();
}
console.table(rows);
await teardown();
