/*
 * A worker process for fault tests: the real consumers and crawl, allowed to reach the test's own shops.
 * Environment: DATABASE_URL, REDIS_URL (empty for Postgres queues), TEST_ORIGINS (JSON list).
 */
import { openOrm } from '#db/orm.ts';
import { openQueues } from '#db/queues/open-queues.ts';
import { loadConfig } from '#db/runtime/config.ts';
import { logger } from '#db/runtime/log.ts';
import { exitWithParent } from '#db/runtime/parent-process.ts';
import { openCrawl } from '#worker/crawl/services.ts';
import { startWorker } from '#worker/start-worker.ts';

exitWithParent();
const { TEST_ORIGINS = '[]' } = process.env;
const config = loadConfig();
const databaseUrl = config.databaseUrl ?? '';
const orm = await openOrm(databaseUrl);
const queues = await openQueues({ databaseUrl, redisUrl: config.redisUrl });
const log = logger('worker');
const crawl = openCrawl(config, orm, log, JSON.parse(TEST_ORIGINS));
await startWorker({ config, orm, queues, crawl, log });
process.send?.('ready');
