/*
 * A worker process that a test may kill: `node tests/support/queue-child.ts '<json of ChildTask>'`. It notes in
 * the table `mark` each job that it began and each that it finished, and says "ready" once it takes jobs.
 */
import { once } from 'node:events';
import pg from 'pg';
import { openQueues, type QueueConfig } from '#db/queues/open-queues.ts';
import { startConsumers } from '#worker/queues/start-consumers.ts';
import { handlersWith, TEST_JOBS } from './queue-jobs.ts';

/** `hangs`: begins its jobs and never finishes them, unless it is told to stop. `putsBack`: each job once, to the end of its lane. */
export interface ChildTask {
  readonly config: QueueConfig;
  readonly concurrency: number;
  readonly hangs: boolean;
  readonly putsBack?: boolean;
  readonly lockMs?: number;
}

const task: ChildTask = JSON.parse(process.argv[2] ?? '');
const database = new pg.Pool({ connectionString: task.config.databaseUrl, max: 4 });
/** What a job can leave behind. */
export type Mark = 'begun' | 'done' | 'stopped';

const note = (key: string, what: Mark) =>
  database.query('insert into mark (key, what, pid) values ($1, $2, $3)', [key, what, process.pid]);

const wasPutBack = new Set<string>();
const queues = await openQueues(task.config);
await startConsumers(
  queues,
  TEST_JOBS,
  handlersWith({
    plain: async ({ key }, { signal }) => {
      await note(key, 'begun');
      if (task.putsBack && !wasPutBack.has(key)) {
        wasPutBack.add(key);
        return { againInMs: 0 };
      }
      if (task.hangs) await once(signal, 'abort');
      await note(key, task.hangs ? 'stopped' : 'done');
      return undefined;
    },
  }),
  { concurrency: task.concurrency, ...(task.lockMs && { lockMs: task.lockMs }) },
);
console.log('ready');
