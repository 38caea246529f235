/* The only configuration of MikroORM: entities, migrations, pool. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Migration, Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { entities } from './entities/all.ts';
import { logger } from './runtime/log.ts';
import { connectionLimits, guardPool } from './runtime/postgres-pool.ts';
import { REPO_ROOT } from './runtime/repo-root.ts';

export const MIGRATIONS = join(REPO_ROOT, 'db/migrations');

const files = readdirSync(MIGRATIONS)
  .filter((file) => file.endsWith('.sql'))
  .sort();
/** A migration is a file of SQL that goes up alone: to go back, operators restore a backup. */
const migrationsList = files.map((file) => ({
  name: basename(file, '.sql'),
  class: class extends Migration {
    override up(): void {
      this.addSql(readFileSync(join(MIGRATIONS, file), 'utf8'));
    }
  },
}));
/** Their names, oldest first. */
export const MIGRATION_NAMES: readonly string[] = migrationsList.map(({ name }) => name);

/** Most connections of one process; the embedded Postgres allows 100 in all. */
const POOL_SIZE = 10;

/** JIT compilation and parallel workers pay off for reports, not for queries of milliseconds. */
export const SESSION_SETTINGS = '-c jit=off -c max_parallel_workers_per_gather=0';

/** Makes rows match the query types: a timestamp is a Date, as in the entities, and a count is a number. */
const ROW_TYPES = new pg.TypeOverrides();
ROW_TYPES.setTypeParser(pg.types.builtins.INT8, Number);
ROW_TYPES.setTypeParser(
  pg.types.builtins.TIMESTAMPTZ,
  pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ),
);

/** Opens the ORM, which connects on first use. A statement ends after `statementMs` (default 5 minutes; 0: never). */
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
      migrationsList,
      snapshot: false,
      silent: true,
    },
    // The queues manage their own tables; triggers are in migrations alone.
    schemaGenerator: { ignoreSchema: ['bullmq'], ignoreTriggers: true },
  });
}
