/* The one place where MikroORM is configured: entities, migrations, pool. */
import { join } from 'node:path';
import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { entities } from './entities/all.ts';
import { logger } from './runtime/log.ts';
import { connectionLimits, guardPool } from './runtime/postgres-pool.ts';
import { REPO_ROOT } from './runtime/repo-root.ts';

export const MIGRATIONS = join(REPO_ROOT, 'db/migrations');

/** Connections one process may hold; Postgres allows 100 in all as we start it. */
const POOL_SIZE = 10;

/** Compiling a statement, or starting helpers for it, pays for reports, not for answers of milliseconds. */
export const SESSION_SETTINGS = '-c jit=off -c max_parallel_workers_per_gather=0';

/** Rows hold what the types of a query promise: a timestamp is a Date, as the entities say, and a count is a number. */
const ROW_TYPES = new pg.TypeOverrides();
ROW_TYPES.setTypeParser(pg.types.builtins.INT8, Number);
ROW_TYPES.setTypeParser(
  pg.types.builtins.TIMESTAMPTZ,
  pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ),
);

/** The ORM on that database. Connects on first use; `orm.close()` ends its pool. A statement ends after `statementMs` (5 minutes; 0: never). */
export async function openOrm(databaseUrl: string, statementMs?: number): Promise<MikroORM> {
  const log = logger('orm');
  return await MikroORM.init({
    clientUrl: databaseUrl,
    entities,
    extensions: [Migrator],
    pool: { min: 0, max: POOL_SIZE },
    driverOptions: {
      ...connectionLimits(statementMs),
      options: SESSION_SETTINGS,
      types: ROW_TYPES,
      onPoolCreated: (pool: pg.Pool) => guardPool('orm pool', pool),
    },
    logger: (message) => log.warn(message),
    colors: false,
    migrations: {
      path: MIGRATIONS,
      // A difference is taken from a migrated database: a file that says what the tables are may be wrong.
      snapshot: false,
      silent: true,
    },
    // The queues keep their tables to themselves; a difference there is none of ours to mend.
    schemaGenerator: { ignoreSchema: ['bullmq'] },
  });
}
