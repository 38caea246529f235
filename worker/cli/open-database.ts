import type { Config } from '#db/config.ts';
import { ensurePostgres } from '#db/embedded-postgres/ensure.ts';
import { migrate } from '#db/migrate.ts';

/** A database for the length of one command. */
export interface OpenDatabase {
  url: string;
  close(): Promise<void>;
}

/** The configured database, else the embedded one (shared with a running `npm start`), its tables up to date. */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  const embedded = config.databaseUrl ? null : await ensurePostgres(config.dataDir);
  const url = config.databaseUrl ?? embedded?.url ?? '';
  await migrate(url);
  return { url, close: async () => embedded?.stop() };
}
