import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import type { Config } from '#db/config.ts';
import { logger } from '#db/log.ts';
import { openOrm } from '#db/orm.ts';
import { openQueues, type Queues } from '#db/queues/open-queues.ts';
import { OperatorError } from '#domain/errors.ts';

/** What the API's handlers work with: one set a process. */
export interface ApiServices {
  config: Config;
  orm: MikroORM;
  queues: Queues;
  log: Logger;
  /** A fresh unit of work. */
  em(): EntityManager;
  close(): Promise<void>;
}

/** Opens database and queues. Throws OperatorError when either cannot be reached or DATABASE_URL is missing. */
export async function createServices(config: Config): Promise<ApiServices> {
  if (!config.databaseUrl) {
    throw new OperatorError(
      'DATABASE_URL is not set. `npm start` starts a database of its own; a server started by itself needs one.',
    );
  }
  const orm = await openOrm(config.databaseUrl);
  const queues = await openQueues({ databaseUrl: config.databaseUrl, redisUrl: config.redisUrl });
  return {
    config,
    orm,
    queues,
    log: logger('api'),
    em: () => orm.em.fork() as EntityManager,
    close: async () => {
      await queues.close();
      await orm.close();
    },
  };
}
