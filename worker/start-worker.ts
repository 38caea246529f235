import type { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import type { Config } from '#db/config.ts';
import type { Queues } from '#db/queues/open-queues.ts';
import { JOBS } from '#domain/jobs.ts';
import { crawlRetailer } from './crawl/crawl-retailer.ts';
import type { CrawlServices } from './crawl/services.ts';
import { type Consumers, startConsumers } from './queues/start-consumers.ts';
import { createClock } from './schedules.ts';
import { scoreProducts } from './score/score-products.ts';

export interface WorkerServices {
  config: Config;
  orm: MikroORM;
  queues: Queues;
  crawl: CrawlServices;
  log: Logger;
}

/** Starts consuming jobs. The handlers are thin: what they do lives in crawl/, score/ and schedules.ts. */
export async function startWorker(services: WorkerServices): Promise<Consumers> {
  const { orm, queues, crawl, config } = services;
  const tick = createClock(queues);
  return startConsumers(
    queues,
    { schedule: JOBS.schedule, crawl: JOBS.crawl, score: JOBS.score },
    {
      schedule: () => tick(orm.em.fork()),
      crawl: async ({ retailerId }, context) => {
        const outcome = await crawlRetailer(
          crawl,
          retailerId,
          AbortSignal.any([context.signal, context.closing]),
        );
        // More pages than one job's budget: goes on behind the other retailers.
        return outcome.more ? { againInMs: 0 } : undefined;
      },
      score: ({ productIds }) => scoreProducts(orm.em.fork(), productIds),
    },
    { concurrency: config.workerConcurrency },
  );
}
