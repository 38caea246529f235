import { setTimeout as delay } from 'node:timers/promises';
import type { EntityManager, TransactionOptions } from '@mikro-orm/postgresql';
import { codeOf } from '#domain/errors.ts';

/** SQLSTATE deadlock_detected and serialization_failure: Postgres aborted the transaction in favour of another. */
const ABORTED: ReadonlySet<string> = new Set(['40P01', '40001']);
/** Maximum attempts, with increasing pauses. */
const ATTEMPTS = 4;
const PAUSE_MS = 250;

/**
 * Runs `work` in a transaction, again after a deadlock: each attempt must have the same effects outside the database. Inside another
 * transaction it runs once, because only the outer one can be repeated. Rows are locked in the order of their ids.
 */
export async function inTransaction<T>(
  em: EntityManager,
  work: (tx: EntityManager) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  return retrying(em, () => em.transactional(work, options));
}

/** Runs writes again after a deadlock, unless a transaction surrounds them. */
export async function retrying<T>(em: EntityManager, write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (!ABORTED.has(codeOf(error)) || em.isInTransaction() || attempt === ATTEMPTS) throw error;
      // The pause lets the other writer lock its rows before the retry.
      await delay(attempt * PAUSE_MS);
    }
  }
}
