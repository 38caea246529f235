/* The database that a command works on, and the two commands that do nothing else: `migrate` and `user:promote`. */
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { migrate } from '#db/migrate.ts';
import { openOrm } from '#db/orm.ts';
import { promoteToOperator } from '#db/queries/accounts/users.ts';
import { findRetailer, type RetailerRow } from '#db/queries/retailers/retailers.ts';
import { type Config, loadConfig } from '#db/runtime/config.ts';
import { ensurePostgres } from '#db/runtime/embedded-postgres/ensure.ts';
import { OperatorError } from '#domain/errors.ts';
import type { Say } from './terminal.ts';

/** DATABASE_URL, else the embedded Postgres, running or started for this command. Throws OperatorError when it cannot run here. */
export async function resolveDatabaseUrl(config: Pick<Config, 'databaseUrl' | 'dataDir'>) {
  return config.databaseUrl ?? (await ensurePostgres(config.dataDir)).url;
}

/** Brings that database's tables up to this version, opens it for `work` and closes it afterwards. */
export async function withDatabase<Result>(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (em: EntityManager, orm: MikroORM) => Promise<Result>,
): Promise<Result> {
  const databaseUrl = await resolveDatabaseUrl(config);
  await migrate(databaseUrl);
  const orm = await openOrm(databaseUrl);
  try {
    return await work(orm.em.fork(), orm);
  } finally {
    await orm.close();
  }
}

/** The retailer of that slug. Throws OperatorError when there is none. */
export async function requireRetailer(em: EntityManager, slug: string): Promise<RetailerRow> {
  const retailer = await findRetailer(em, { slug });
  if (retailer) return retailer;
  throw new OperatorError(
    `There is no retailer '${slug}'; \`npm run cli -- retailer list\` names all.`,
  );
}

/** Runs `migrate`; returns the exit code. Throws OperatorError when the database cannot be reached. */
export async function migrateCommand(say: Say): Promise<number> {
  const databaseUrl = await resolveDatabaseUrl(loadConfig());
  const { ran } = await migrate(databaseUrl, say);
  for (const name of ran) say(`Ran ${name}`);
  say(ran.length === 0 ? 'The tables were up to date.' : 'The tables are up to date.');
  return 0;
}

/** Runs `user:promote`; returns the exit code, 1 when no account has the address. */
export async function userPromoteCommand(email: string, say: Say): Promise<number> {
  const isDone = await withDatabase(loadConfig(), (em) => promoteToOperator(em, email));
  say(
    isDone
      ? `${email} is an operator now and signs in at /admin/login.`
      : `No account has the address ${email}. Sign up on the site first, then run this again.`,
  );
  return isDone ? 0 : 1;
}
