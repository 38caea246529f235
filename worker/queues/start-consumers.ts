/*
 * The consumer side of the queues: one BullMQ worker per lane runs the handlers of that lane's jobs.
 *
 *   start-consumers.ts  startConsumers(queues, JOBS, handlers, options): run, keep alive, drain
 *   lane-worker.ts      the worker of one lane, with the settings that make it recover fast
 *   run-job.ts          one job: parse the payload, call the handler, turn its outcome into retry, delay or refusal
 *
 * A handler is thin and idempotent: after a crash its job runs again. It answers `{ againInMs }` to be put back
 * into its lane, which gives the jobs behind it a turn.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Queues } from '#db/queues/open-queues.ts';
import { logger } from '#db/runtime/log.ts';
import type { JobContract, Lane, PayloadOf } from '#domain/jobs.ts';
import { type FailureListener, startLaneWorker } from './lane-worker.ts';
import { type Consumer, type Handler, jobRunner } from './run-job.ts';

type Contracts = Readonly<Record<string, JobContract>>;

/** One handler for each contract: a job without one does not compile. */
export type Handlers<Table extends Contracts> = {
  readonly [Name in keyof Table]: Handler<PayloadOf<Table[Name]>>;
};

export interface ConsumerOptions {
  /** Retailers that this process reads at once. */
  readonly concurrency: number;
  /** Lanes that this process serves; default all. */
  readonly lanes?: readonly Lane[];
  /** How often tables and schedules are checked and restored; default 15 s. */
  readonly healEveryMs?: number;
  /** Called for each job that has failed for good, to update the row that waits for it. */
  readonly onFailed?: FailureListener;
}

export interface Consumers {
  /** Takes no more jobs, aborts `context.closing`, waits at most `deadlineMs` (25 s), then aborts `context.signal`. */
  close(deadlineMs?: number): Promise<void>;
}

/** The AI lane waits for the model; the clock must run alone. */
const LANE_CONCURRENCY: Record<Exclude<Lane, 'fetch'>, number> = {
  clock: 1,
  'follow-up': 4,
  ai: 4,
};
const HEAL_EVERY_MS = 15_000;
const CLOSE_DEADLINE_MS = 25_000;
/** Time for jobs to save their progress after the signal. */
const LAST_WORDS_MS = 1_000;

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

  const binding = queues.backend.consumer(lanes.length);
  const workers = lanes.map((lane) => {
    const concurrency = lane === 'fetch' ? options.concurrency : LANE_CONCURRENCY[lane];
    const run = jobRunner(consumers, closing.signal);
    return startLaneWorker(lane, concurrency, run, binding, options.onFailed ?? (() => {}));
  });
  await Promise.all(workers.map((worker) => worker.waitUntilReady()));
  const timer = setInterval(() => {
    heal().catch((err: unknown) => log.warn({ err }, 'the queue store could not be restored yet'));
  }, options.healEveryMs ?? HEAL_EVERY_MS);

  const drain = async (deadlineMs: number) => {
    clearInterval(timer);
    closing.abort();
    const closed = Promise.all(workers.map((worker) => worker.close())).then(() => binding.close());
    if (await isDoneWithin(closed, deadlineMs)) return;
    log.warn('some jobs did not end in time; other workers take them over');
    for (const worker of workers) worker.cancelAllJobs('the process ends');
    await isDoneWithin(closed, LAST_WORDS_MS);
  };
  let drained: Promise<void> | undefined;
  return {
    close(deadlineMs = CLOSE_DEADLINE_MS) {
      drained ??= drain(deadlineMs);
      return drained;
    },
  };
}

async function isDoneWithin(work: Promise<void>, timeoutMs: number): Promise<boolean> {
  const timer = new AbortController();
  try {
    return await Promise.race([
      work.then(() => true),
      wait(timeoutMs, false, { signal: timer.signal }),
    ]);
  } finally {
    timer.abort();
  }
}
