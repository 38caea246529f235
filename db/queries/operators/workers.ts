/* Which worker processes live: each writes a heartbeat, sites and operators read it. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { DAY_MS } from '#domain/time.ts';
import { WorkerProcess } from '../../entities/worker-process.ts';
import { fromNow } from '../sql/moment.ts';
import { tables } from '../sql/tables.ts';

/** How often a worker beats. */
export const BEAT_MS = 15_000;
/** A worker that was not heard of for so long counts as dead. */
const DEAD_AFTER = sql<Date>`now() - interval '60 seconds'`;

/** Writes a worker's heartbeat, and forgets those that fell silent a day ago. */
export async function beat(em: EntityManager, name: string, lanes: readonly string[]) {
  const seenAt = sql<Date>`now()`;
  await tables(em)
    .insertInto('worker_process')
    .values({ name, lanes: [...lanes] })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ seenAt }))
    .execute();
  await em.nativeDelete(WorkerProcess, { seenAt: { $lt: fromNow(-DAY_MS) } });
}

/** Ends a worker's heartbeat: it stopped in good order. */
export async function endBeat(em: EntityManager, name: string): Promise<void> {
  await em.nativeDelete(WorkerProcess, { name });
}

/** How many workers live, and when one was last heard of; null when none was within a day. */
export async function workersSeen(em: EntityManager) {
  return tables(em)
    .selectFrom('worker_process')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('seenAt', '>', DEAD_AFTER).as('alive'),
      eb.fn.max('seenAt').as('lastSeenAt'),
    ])
    .executeTakeFirstOrThrow();
}
