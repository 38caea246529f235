import { type IQueueBackend, type JobProgress, type Processor, Worker } from 'bullmq';
import type { Binding } from '#db/queues/backend.ts';
import { logger } from '#db/runtime/log.ts';
import { reportErrors } from '#db/runtime/report-errors.ts';
import type { Lane } from '#domain/jobs.ts';
import { LOCK_MS } from './run-job.ts';

const STALLED_CHECK_MS = 2_000;
/** A worker's death does not fail the job; a page that kills workers is counted in its row. */
const STALLED_LIMIT = 1_000;
/** Delay before resuming after the store restarted; BullMQ's 15 s is too long. A fraction fails jobs on Postgres. */
const RUN_RETRY_MS = 500;
/** An idle worker polls this often, in seconds, in case a notification was lost. */
const DRAIN_DELAY_S = 2;
const METRICS_MINUTES = 60;

export type LaneWorker = Worker<unknown, void, string, IQueueBackend, JobProgress, unknown>;

/** Called when a job has failed for good. */
export type FailureListener = (name: string, payload: unknown, error: Error) => void;

/** Starts the worker of one lane: up to `concurrency` jobs at once. */
export function startLaneWorker(
  lane: Lane,
  concurrency: number,
  run: Processor<unknown, void>,
  binding: Binding,
  onFailed: FailureListener,
): LaneWorker {
  const log = logger('queues', { lane });
  const worker: LaneWorker = new Worker(
    lane,
    run,
    {
      connection: binding.connection,
      prefix: 'priceroo',
      concurrency,
      lockDuration: LOCK_MS,
      // Each run holds its own (run-job.ts).
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
  worker.on('stalled', (jobId) => log.warn({ jobId }, 'a worker died under this job, taken over'));
  worker.on('failed', (job, err) => {
    if (!job) return;
    const isFinal = job.finishedOn !== undefined;
    const { name, data: payload, attemptsMade } = job;
    log.warn({ job: name, payload, attemptsMade, isFinal, err }, 'job failed');
    if (isFinal) onFailed(name, payload, err);
  });
  return worker;
}
