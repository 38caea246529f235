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
