/* A worker process; any number may run. queues/ gives jobs → schedules.ts finds due work · crawl/ · offers/ · score/ */
import type { EntityManager } from '@mikro-orm/postgresql';
import { openOrm } from '#db/orm.ts';
import { openQueues } from '#db/queues/open-queues.ts';
import { loadConfig } from '#db/runtime/config.ts';
import { logger } from '#db/runtime/log.ts';
import { exitWithParent } from '#db/runtime/parent-process.ts';
import { watchPool } from '#db/runtime/postgres-pool.ts';
import { seedRetailers } from '#db/seed/seed-retailers.ts';
import { OperatorError } from '#domain/errors.ts';
import { openCrawl } from './crawl/services.ts';
import { warmUp } from './crawl/warm-up.ts';
import { startWorker } from './start-worker.ts';

const log = logger('worker');

try {
  exitWithParent();
  const config = loadConfig();
  if (!config.databaseUrl) throw new OperatorError('DATABASE_URL is not set; `npm start` sets it.');
  const orm = await openOrm(config.databaseUrl);
  const { faults } = await seedRetailers(orm.em.fork() as EntityManager, config);
  for (const fault of faults) log.warn(`retailer profile skipped: ${fault}`);
  const queues = await openQueues({ databaseUrl: config.databaseUrl, redisUrl: config.redisUrl });
  const crawl = openCrawl(config, orm, log);
  await warmUp();
  watchPool(() => crawl.setClock(orm.em.fork()), config.databaseUrl);
  const worker = await startWorker({ config, orm, queues, crawl, log });
  const stop = async (signal: string) => {
    log.info(`stopping on ${signal}`);
    await worker.close();
    await crawl.close();
    await queues.close();
    await orm.close();
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
  process.exit(1);
}
