/*
 * `cli migrate`: tables and queues of the database, brought up to this version.
 */

import { migrate } from '#db/migrate.ts';
import { loadConfig } from '#db/runtime/config.ts';
import { resolveDatabaseUrl } from './database-url.ts';

/** Runs `migrate`; returns the exit code. Throws OperatorError when the database cannot be reached. */
export async function migrateCommand(write: (line: string) => void): Promise<number> {
  const databaseUrl = await resolveDatabaseUrl(loadConfig());
  const { ran } = await migrate(databaseUrl, write);
  for (const name of ran) write(`Ran ${name}`);
  write(ran.length === 0 ? 'The tables were up to date.' : 'The tables are up to date.');
  return 0;
}
