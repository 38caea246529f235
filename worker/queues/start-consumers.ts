/*
 * The consumer side of the queues: one BullMQ worker per lane runs the handlers of that lane's jobs.
 *
 *   start-consumers.ts  startConsumers(queues, JOBS, handlers, options): run a worker for each lane, keep it alive, drain it
 *   release-dead.ts     releases the jobs of processes that died, without waiting for their locks to expire
 *   run-job.ts          one job: parse the payload, call the handler, turn its outcome into retry, delay or refusal
 *
 * Handlers are thin and idempotent, as their job runs again after a crash. A handler returns `{ againInMs }` to requeue its job, which
 * gives the jobs behind it a turn.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type IQueueBackend, type JobProgress, type Processor, Worker } from 'bullmq';
import { type Binding, KEY_PREFIX } from '#db/queues/backend.ts';
import type { Queues } from '#db/queues/open-queues.ts';
import { logger } from '#db/runtime/log.ts';
import { reportErrors, reportLostJob } from '#db/runtime/report-errors.ts';
import { StaleAttempt } from '#domain/errors.ts';
import type { JobContract, Lane, PayloadOf } from '#domain/jobs.ts';
import { createReleaser } from './release-dead.ts';
import { type Consumer, type Handler, jobRunner } from './run-job.ts';

type Contracts = Readonly<Record<string, JobContract>>;

/** One handler per contract: a job without a handler does not compile. */
export type Handlers<Table extends Contracts> = {
  readonly [Name in keyof Table]: Handler<PayloadOf<Table[Name]>>;
};

export interface ConsumerOptions {
  /** Retailers that this process reads at once. */
  readonly concurrency: number;
  /** Lanes that this process serves; default all. */
  readonly lanes?: readonly Lane[];
  /** Interval at which tables and schedules are checked and restored; default 15 s. */
  readonly healEveryMs?: number;
  /** Lifetime of a job's lock; default 30 s. */
  readonly lockMs?: number;
}

export interface Consumers {
  /** Takes no more jobs, aborts `context.closing`, waits at most `deadlineMs` (9 s), then aborts `context.signal`. */
  close(deadlineMs?: number): Promise<void>;
}

/** The AI lane mostly waits for the model; the clock must run alone. */
const LANE_CONCURRENCY: Record<Exclude<Lane, 'fetch'>, number> = {
  clock: 1,
  'follow-up': 4,
  ai: 4,
};
const HEAL_EVERY_MS = 15_000;
/** A process that is busy or suspended for less keeps its jobs; those of a dead one are released sooner (release-dead.ts). */
const LOCK_MS = 30_000;
/** With ABORT_GRACE_MS, the 10 s that operations.md promises; containers are killed after 20 s. */
const CLOSE_DEADLINE_MS = 9_000;
/** Time for jobs to save their progress after the abort signal. */
const ABORT_GRACE_MS = 1_000;

/** Starts a worker for each lane, the schedules of the contracts, and a timer that restores a wiped store. */
export async function startConsumers<Table extends Contracts>(
  queues: Queues,
  contracts: Table,
  handlers: Handlers<Table>,
  options: ConsumerOptions,
): Promise<Consumers> {
  const log = logger('queues');
  const closing = new AbortController();
  const consumers = Object.entries(contracts)
    .map(([key, contract]): Consumer => ({ contract, handle: handlers[key] as Handler<unknown> }))
    .filter(({ contract }) => options.lanes?.includes(contract.lane) ?? true);
  const lanes = [...new Set(consumers.map(({ contract }) => contract.lane))];

  const heal = async () => {
    if (!(await queues.isUp())) await queues.backend.prepare();
    const clockMs = await queues.backend.clock();
    for (const { contract } of consumers) {
      if (contract.everyMs !== null)
        await queues.upsertSchedule(contract, contract.everyMs, clockMs);
    }
  };
  await heal();

  const name = randomUUID();
  const binding = queues.backend.consumer(lanes.length);
  const workers = lanes.map((lane) => {
    const concurrency = lane === 'fetch' ? options.concurrency : LANE_CONCURRENCY[lane];
    const lockMs = options.lockMs ?? LOCK_MS;
    const run = jobRunner(consumers, closing.signal, lockMs);
    return startLaneWorker(lane, concurrency, run, binding, { name, lockMs });
  });
  await Promise.all(workers.map((worker) => worker.waitUntilReady()));
  const timer = setInterval(() => {
    heal().catch((err: unknown) => log.warn({ err }, 'could not restore the queue store yet'));
  }, options.healEveryMs ?? HEAL_EVERY_MS);
  const releaseDead = createReleaser(queues, lanes, name);
  const releaseTimer = setInterval(() => {
    releaseDead().catch((err: unknown) => log.debug({ err }, 'could not look for dead workers'));
  }, STALLED_CHECK_MS);

  const drain = async (deadlineMs: number) => {
    clearInterval(timer);
    clearInterval(releaseTimer);
    closing.abort();
    const closed = Promise.all(workers.map((worker) => worker.close())).then(() => binding.close());
    if (await isDoneWithin(closed, deadlineMs)) return;
    log.warn('some jobs did not end in time; other workers will take them over');
    for (const worker of workers) worker.cancelAllJobs('the process is ending');
    await isDoneWithin(closed, ABORT_GRACE_MS);
  };
  let drained: Promise<void> | undefined;
  return {
    close(deadlineMs = CLOSE_DEADLINE_MS) {
      drained ??= drain(deadlineMs);
      return drained;
    },
  };
}

function isDoneWithin(work: Promise<void>, timeoutMs: number): Promise<boolean> {
  return Promise.race([work.then(() => true), wait(timeoutMs, false, { ref: false })]);
}

const STALLED_CHECK_MS = 1_000;
/** A worker's death does not fail its job; the page's row counts deaths. */
const STALLED_LIMIT = 1_000;
/** Delay before resuming after a restart of the store; BullMQ's 15 s is too long. Must be an integer: fractions fail jobs on Postgres. */
const RUN_RETRY_MS = 500;
/** Poll interval of an idle worker in seconds, in case a notification was lost. */
const DRAIN_DELAY_S = 2;
const METRICS_MINUTES = 60;

type LaneWorker = Worker<unknown, void, string, IQueueBackend, JobProgress, unknown>;

/** Starts the worker of one lane: up to `concurrency` jobs at once. */
function startLaneWorker(
  lane: Lane,
  concurrency: number,
  run: Processor<unknown, void>,
  binding: Binding,
  { name, lockMs }: { name: string; lockMs: number },
): LaneWorker {
  const log = logger('queues', { lane });
  const worker: LaneWorker = new Worker(
    lane,
    run,
    {
      connection: binding.connection,
      prefix: KEY_PREFIX,
      concurrency,
      // Names its connection, by which others see whether this process lives.
      name,
      lockDuration: lockMs,
      // Each run renews its own lock (run-job.ts).
      skipLockRenewal: true,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: STALLED_LIMIT,
      runRetryDelay: RUN_RETRY_MS,
      drainDelay: DRAIN_DELAY_S,
      metrics: { maxDataPoints: METRICS_MINUTES },
    },
    binding.factory,
  );
  reportErrors(`worker ${lane}`, worker);
  worker.on('stalled', (jobId) => reportLostJob({ jobId }));
  worker.on('failed', (job, err) => {
    if (!job) return;
    // The later attempt goes on; the loss is logged.
    if (err.cause instanceof StaleAttempt) return reportLostJob({ job: job.name, jobId: job.id });
    const isFinal = job.finishedOn !== undefined;
    const { name, data: payload, attemptsMade } = job;
    log.warn({ job: name, payload, attemptsMade, isFinal, err }, 'job failed');
  });
  return worker;
}
