/* A worker process; any number may run. queues/ delivers jobs → schedules.ts finds due work · crawl/ · offers/ · score/ */
import { parseArgs } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import { requireDatabase } from '#db/migrate.ts';
import { openOrm } from '#db/orm.ts';
import { keepErrors } from '#db/queries/operators/errors.ts';
import { openQueues } from '#db/queues/open-queues.ts';
import { loadConfig, misspelledSettings } from '#db/runtime/config.ts';
import { logger } from '#db/runtime/log.ts';
import { exitWithParent } from '#db/runtime/parent-process.ts';
import { watchPool } from '#db/runtime/postgres-pool.ts';
import { startTracing } from '#db/runtime/tracing.ts';
import { seedRetailers } from '#db/seed/seed-retailers.ts';
import { messageOf, OperatorError, UsageError } from '#domain/errors.ts';
import { LANES, type Lane } from '#domain/jobs.ts';
import { openCrawl } from './crawl/services.ts';
import { createWorkerMetrics, startProbe, tracedFetcher } from './probe.ts';
import { startWorker } from './start-worker.ts';

const log = logger('worker');

const USAGE = `The one option, --lanes, takes ${LANES.join(', ')}, separated by commas.`;

/** The lanes of `--lanes fetch,ai`, default all. Throws UsageError for an unknown lane or option. */
function requestedLanes(): Lane[] {
  const names = lanesOption()?.split(',') ?? [...LANES];
  const lanes = LANES.filter((lane) => names.includes(lane));
  if (lanes.length === names.length) return lanes;
  throw new UsageError(USAGE);
}

function lanesOption(): string | undefined {
  try {
    return parseArgs({ options: { lanes: { type: 'string' } } }).values.lanes;
  } catch (error) {
    throw new UsageError(`${messageOf(error)}. ${USAGE}`);
  }
}

try {
  exitWithParent();
  const lanes = requestedLanes();
  const config = loadConfig();
  for (const slip of misspelledSettings()) log.warn(slip);
  if (!config.databaseUrl) throw new OperatorError('DATABASE_URL is not set; `npm start` sets it.');
  const endTracing = await startTracing(config.tracesTo, 'worker');
  await requireDatabase(config.databaseUrl);
  const orm = await openOrm(config.databaseUrl);
  const errors = keepErrors(() => orm.em.fork() as EntityManager);
  const { faults } = await seedRetailers(orm.em.fork() as EntityManager, config);
  for (const fault of faults) log.warn(`retailer profile skipped: ${fault}`);
  const queues = await openQueues({ databaseUrl: config.databaseUrl, redisUrl: config.redisUrl });
  const metrics = createWorkerMetrics(config.dataDir);
  const opened = openCrawl(config, orm, log);
  const crawl = { ...opened, fetcher: tracedFetcher(metrics.counting(opened.fetcher)) };
  watchPool(() => crawl.setClock(orm.em.fork()), config.databaseUrl);
  const worker = await startWorker({ config, orm, queues, crawl, log, lanes });
  const { host, workerPort: port } = config;
  const probe = await startProbe({ orm, queues, metrics, log, lanes, host, port });
  const stop = async (signal: string) => {
    log.info(`stopping on ${signal}`);
    await probe.close();
    await worker.close();
    await crawl.close();
    await queues.close();
    await errors.close();
    await orm.close();
    await endTracing();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(signal));
  log.info(
    { queue: queues.backend.kind, concurrency: config.workerConcurrency },
    'worker is ready',
  );
} catch (error) {
  if (error instanceof OperatorError) log.fatal(error.message);
  else log.fatal({ err: error }, 'the worker could not start');
  process.exit(error instanceof UsageError ? 2 : 1);
}
