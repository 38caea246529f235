/*
 * The database that a command works on.
 */
import type { MikroORM } from '@mikro-orm/postgresql';
import { migrate } from '#db/migrate.ts';
import { openOrm } from '#db/orm.ts';
import type { Config } from '#db/runtime/config.ts';
import { ensurePostgres } from '#db/runtime/embedded-postgres/ensure.ts';

/**
 * DATABASE_URL, else the embedded Postgres: that of a running `npm start`, or one started for this command.
 * It is held until the process ends and then stops by itself. Throws OperatorError when it cannot run here.
 */
export async function resolveDatabaseUrl(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
): Promise<string> {
  if (config.databaseUrl !== null) return config.databaseUrl;
  const { url } = await ensurePostgres(config.dataDir);
  return url;
}

/** Opens that database with its tables as this version has them; the caller closes it. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
): Promise<MikroORM> {
  const databaseUrl = await resolveDatabaseUrl(config);
  await migrate(databaseUrl);
  return openOrm(databaseUrl);
}
