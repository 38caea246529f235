/*
 * The producer side of the queues: the site and the worker add jobs here. Consumers are in worker/queues.
 *   #domain/jobs.ts   the contracts: name, payload, lane, retries
 *   open-queues.ts    openQueues(config) → Queues: add, schedule, count, measure
 *   backend.ts        the stores: Postgres (nothing to install) and Redis (many machines)
 * One BullMQ queue per lane. Rows hold the truth, so losing a store costs time, never data.
 */
import { type IQueueBackend, type JobsOptions, Queue } from 'bullmq';
import { logger } from '#db/runtime/log.ts';
import { messageOf, OperatorError } from '#domain/errors.ts';
import { type JobContract, LANES, type Lane } from '#domain/jobs.ts';
import { reportErrors } from '../runtime/report-errors.ts';
import { KEY_PREFIX, postgresBackend, type QueueBackend, redisBackend } from './backend.ts';

const RETRY_MS = 500;
const DEFAULT_PATIENCE_MS = 30_000;
/** A schedule's next run may be this late before its chain counts as broken. */
const SCHEDULE_GRACE_MS = 30_000;

/** Jitter of the back-off, so that jobs which failed together are not retried together. */
const BACKOFF_JITTER = 0.2;
const KEEP_COMPLETED = { count: 100 };
const KEEP_FAILED = { age: 7 * 24 * 3600, count: 500 };

type LaneQueue = Queue<unknown, unknown, string, unknown, unknown, string, IQueueBackend, unknown>;

export interface QueueConfig {
  /** Null keeps jobs in Postgres. */
  readonly redisUrl: string | null;
  readonly databaseUrl: string;
  /** Longest wait at start for an unreachable store; default 30 s. */
  readonly patienceMs?: number;
  /** Starts although Redis is unreachable: jobs are refused until it returns, and the clock finds their work in rows. Default false. */
  readonly mayBeAway?: boolean;
}

/** Opens the queues on Redis when `redisUrl` is given, else on Postgres. Throws OperatorError when the store stays unreachable. */
export async function openQueues(config: QueueConfig) {
  const backend =
    config.redisUrl === null ? postgresBackend(config.databaseUrl) : redisBackend(config.redisUrl);
  const isAwaited = backend.kind === 'postgres' || !config.mayBeAway;
  if (isAwaited) await prepareWithin(backend, config.patienceMs ?? DEFAULT_PATIENCE_MS);

  const binding = backend.producer();
  const queues = Object.fromEntries(
    LANES.map((lane) => [lane, openLane(lane, binding.connection, binding.factory)]),
  ) as Record<Lane, LaneQueue>;
  let isReady = false;
  const ready = Promise.all(LANES.map((lane) => queues[lane].waitUntilReady())).then(() => {
    isReady = true;
  });
  if (isAwaited) await ready;
  else ready.catch((err: unknown) => logger('queues').error({ err }, 'no queues until a restart'));

  /** BullMQ's own calls would wait forever for a store that was never reachable. */
  const queueOf = (lane: Lane): LaneQueue => {
    if (!isReady) throw new Error(`The queue store ${backend.address} was not reached yet.`);
    return queues[lane];
  };
  const eachLane = async <Result>(ask: (queue: LaneQueue) => Promise<Result>) =>
    Promise.all(LANES.map((lane) => ask(queueOf(lane))));

  return {
    backend,
    /** BullMQ's queues, one per lane: for the operators' board, not for adding jobs. */
    lanes: LANES.map((lane) => queues[lane]),
    /** Adds a job unless its contract makes it unique and it exists. Throws ZodError for an invalid payload. */
    async add<Payload>(contract: JobContract<Payload>, payload: Payload): Promise<void> {
      const data = contract.payload.parse(payload);
      await queueOf(contract.lane).add(contract.name, data, jobOptions(contract, data));
    },
    /** Adds many jobs of one kind in one round trip. */
    async addMany<Payload>(contract: JobContract<Payload>, payloads: readonly Payload[]) {
      const jobs = payloads.map((payload) => {
        const data = contract.payload.parse(payload);
        return { name: contract.name, data, opts: jobOptions(contract, data) };
      });
      if (jobs.length > 0) await queueOf(contract.lane).addBulk(jobs);
    },
    upsertSchedule: async (contract: JobContract, everyMs: number, clockMs: number) =>
      upsertSchedule(queueOf(contract.lane), contract, everyMs, clockMs),
    /** The running jobs of a lane with the names of their workers, and the names of the workers that are connected. */
    activeJobs: (lane: Lane) => activeJobs(queueOf(lane)),
    /** Prometheus text: jobs by lane and state, finished and failed totals. */
    metrics: async () => mergeMetrics(await eachLane((queue) => queue.exportPrometheusMetrics())),
    /** True when the store responds and is set up. */
    isUp: () =>
      backend.clock().then(
        () => isReady,
        () => false,
      ),
    async close() {
      if (isReady) await eachLane((queue) => queue.close());
      await binding.close();
    },
  };
}

/** The producer side of all queues. */
export type Queues = Awaited<ReturnType<typeof openQueues>>;

function openLane(
  lane: Lane,
  connection: unknown,
  factory: ReturnType<QueueBackend['producer']>['factory'],
): LaneQueue {
  const queue: LaneQueue = new Queue(lane, { connection, prefix: KEY_PREFIX }, factory);
  reportErrors(`queue ${lane}`, queue);
  return queue;
}

async function activeJobs(queue: LaneQueue) {
  const jobs = (await queue.getActive()).flatMap(({ id, processedBy: worker }) =>
    id && worker ? [{ id, worker }] : [],
  );
  const connected = jobs.length > 0 ? await queue.getWorkers() : [];
  const workers = connected.map(({ rawname = '' }) => rawname.split(':w:').at(-1) ?? '');
  return { jobs, workers: new Set(workers) };
}

/**
 * Schedules a job every `everyMs` with an empty payload, once over all machines. Repairs a schedule that is missing, stuck or far ahead
 * of `clockMs`, the store's clock; otherwise leaves it.
 */
async function upsertSchedule(
  queue: LaneQueue,
  contract: JobContract,
  everyMs: number,
  clockMs: number,
): Promise<void> {
  const data = contract.payload.parse({});
  const present = await queue.getJobScheduler(contract.name);
  // Upserting a sound schedule would move its next run. An overdue run means that the chain broke; one far ahead, that a worker's
  // clock was wrong. Accepts what fits this worker's clock, where every upsert would move the run.
  const next = present?.next ?? 0;
  const [earliest, latest] = [Math.min(clockMs, Date.now()), Math.max(clockMs, Date.now())];
  const isBroken = next < earliest - everyMs - SCHEDULE_GRACE_MS;
  const isAhead = next > latest + 2 * everyMs;
  if (present?.every === everyMs && !isBroken && !isAhead) return;
  // An upsert alone keeps an existing schedule's next run.
  if (present) await queue.removeJobScheduler(contract.name);
  const opts = jobOptions({ ...contract, uniqueBy: null }, data);
  await queue.upsertJobScheduler(
    contract.name,
    { every: everyMs },
    { name: contract.name, data, opts },
  );
}

async function prepareWithin(backend: QueueBackend, patienceMs: number): Promise<void> {
  const variable = backend.kind === 'redis' ? 'REDIS_URL' : 'DATABASE_URL';
  const giveUpAt = Date.now() + patienceMs;
  for (;;) {
    try {
      return await backend.prepare();
    } catch (error) {
      if (error instanceof OperatorError) throw error;
      const message = `The queue store ${backend.address} (${variable}) cannot be reached: ${messageOf(error)}`;
      if (Date.now() + RETRY_MS > giveUpAt) throw new OperatorError(message, { cause: error });
      logger('queues').warn(`${message}; trying again`);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

function jobOptions<Payload>(contract: JobContract<Payload>, payload: Payload): JobsOptions {
  const unique = contract.uniqueBy?.of(payload);
  return {
    priority: contract.priority,
    attempts: contract.attempts,
    backoff: { type: 'exponential', delay: contract.backoffMs, jitter: BACKOFF_JITTER },
    // A kept finished job would block the next one with the same id; its outcome is in rows and logs.
    ...(unique === undefined
      ? { removeOnComplete: KEEP_COMPLETED, removeOnFail: KEEP_FAILED }
      : { jobId: `${contract.name}.${unique}`, removeOnComplete: true, removeOnFail: true }),
  };
}

/** Merges Prometheus texts of the same metrics: each metric may have one HELP and one TYPE line, followed by all its samples. */
export function mergeMetrics(texts: readonly string[]): string {
  const headers = new Map<string, Set<string>>();
  const samples = new Map<string, string[]>();
  for (const line of texts.flatMap((text) => text.split('\n'))) {
    const header = /^# (?:HELP|TYPE) (\S+)/.exec(line);
    const name = header?.[1] ?? /^[a-zA-Z_:][\w:]*/.exec(line)?.[0];
    if (name === undefined) continue;
    if (header) headers.set(name, (headers.get(name) ?? new Set()).add(line));
    else samples.set(name, [...(samples.get(name) ?? []), line]);
  }
  const blocks = [...samples].flatMap(([name, lines]) => [...(headers.get(name) ?? []), ...lines]);
  return `${blocks.join('\n')}\n`;
}

/** Adds a job for work that the clock would find in rows anyway. Never rejects, so that a request does not fail with the queue store. */
export async function tryEnqueue<Payload>(
  queues: Pick<Queues, 'add'>,
  contract: JobContract<Payload>,
  payload: Payload,
): Promise<void> {
  try {
    await queues.add(contract, payload);
  } catch (err) {
    logger('api').warn({ err, job: contract.name }, 'not queued; the clock will find the work');
  }
}
