/*
 * The doctor's look at the stores: database and queues.
 */

import { pendingMigrations } from '#db/migrate.ts';
import { openQueues } from '#db/queues/open-queues.ts';
import type { Config } from '#db/runtime/config.ts';
import { maskUrl } from '#db/runtime/mask-secret.ts';
import { resolveDatabaseUrl } from '../database-url.ts';
import type { Finding } from './finding.ts';

const PATIENCE_MS = 3000;

/** Whether the database answers and its tables are up to date. Starts the embedded one when it is not running. */
export async function checkDatabase(config: Config): Promise<Finding> {
  const databaseUrl = await resolveDatabaseUrl(config);
  const where = config.databaseUrl === null ? 'embedded Postgres' : maskUrl(databaseUrl);
  const pending = await pendingMigrations(databaseUrl);
  if (pending.length === 0) return { state: 'ok', text: `${where}, tables up to date` };
  return {
    state: 'warn',
    text: `${where}, ${pending.length} migrations to run: npm run cli -- migrate (or npm start)`,
  };
}

/** Whether the queues' store answers. */
export async function checkQueues(config: Config): Promise<Finding> {
  const databaseUrl = await resolveDatabaseUrl(config);
  const queues = await openQueues({
    redisUrl: config.redisUrl,
    databaseUrl,
    patienceMs: PATIENCE_MS,
  });
  await queues.close();
  return { state: 'ok', text: config.redisUrl === null ? 'in Postgres' : maskUrl(config.redisUrl) };
}
