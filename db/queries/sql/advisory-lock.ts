import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Runs `work` in a transaction of its own, never two with the same key at once over all processes: for "only if there
 * is none yet" where no unique index can say so.
 */
export async function withAdvisoryLock<T>(
  em: EntityManager,
  key: string,
  work: (tx: EntityManager) => Promise<T>,
): Promise<T> {
  return em.transactional(async (tx) => {
    await tx.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [key]);
    return work(tx as EntityManager);
  });
}
