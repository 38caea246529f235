/* Raw SQL: neither MikroORM nor Kysely knows advisory locks. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { inTransaction } from './in-transaction.ts';

/** Runs `work` in a transaction, one at a time for each key over all processes, where no unique index can ensure that. */
export async function withAdvisoryLock<T>(
  em: EntityManager,
  key: string,
  work: (tx: EntityManager) => Promise<T>,
): Promise<T> {
  return inTransaction(em, async (tx) => {
    await lockUntilCommit(tx, key);
    return work(tx);
  });
}

/** Acquires the key for the rest of the transaction, waiting while another transaction holds it. */
export async function lockUntilCommit(tx: EntityManager, key: string): Promise<void> {
  await tx.execute('select pg_advisory_xact_lock(hashtextextended(:key, 0))', { key });
}

/** More stripes let fewer transactions with different keys wait; each held one takes a slot of Postgres' shared lock table. */
const STRIPES = 4_096;

/**
 * Acquires each key of `space` like `lockUntilCommit`, in one order, so that transactions with common keys wait for each other and
 * others rarely do.
 */
export async function lockEachUntilCommit(
  tx: EntityManager,
  space: string,
  keys: readonly string[],
): Promise<void> {
  await tx.execute(
    `select pg_advisory_xact_lock(hashtext(:space), stripe) from (
       select distinct abs(hashtext(key) % ${STRIPES}) as stripe from jsonb_array_elements_text(:keys::jsonb) as key
       order by stripe) as sorted`,
    { space, keys: JSON.stringify(keys) },
  );
}
