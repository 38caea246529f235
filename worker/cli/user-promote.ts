/*
 * `cli user:promote`: makes a person who has an account an operator.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { openOrm } from '#db/orm.ts';
import { promoteToOperator } from '#db/queries/accounts/users.ts';
import { loadConfig } from '#db/runtime/config.ts';
import { resolveDatabaseUrl } from './database-url.ts';

/** Runs `user:promote`; returns the exit code, 1 when no account has the address. */
export async function userPromoteCommand(
  email: string,
  write: (line: string) => void,
): Promise<number> {
  const orm = await openOrm(await resolveDatabaseUrl(loadConfig()));
  try {
    const isDone = await promoteToOperator(orm.em.fork() as EntityManager, email);
    write(
      isDone
        ? `${email} is an operator now and signs in at /admin/login.`
        : `No account has the address ${email}. Sign up on the site first, then run this again.`,
    );
    return isDone ? 0 : 1;
  } finally {
    await orm.close();
  }
}
