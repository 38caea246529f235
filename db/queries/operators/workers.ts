/* Heartbeats of worker processes: each worker writes its own, sites and operators read them. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql } from 'kysely';
import { DAY_MS } from '#domain/time.ts';
import { WorkerProcess } from '../../entities/operations.ts';
import { fromNow } from '../sql/moment.ts';
import { type Tables, tables } from '../sql/tables.ts';

export const BEAT_MS = 15_000;
/** A worker without a heartbeat since then counts as dead. */
const DEAD_AFTER = sql<Date>`now() - interval '60 seconds'`;

export const LIVE_WORKERS = expressionBuilder<Tables>()
  .selectFrom('worker_process')
  .select('worker_process.name')
  .where('worker_process.seenAt', '>', DEAD_AFTER);

/** Writes a worker's heartbeat and deletes those silent for a day. */
export async function beat(em: EntityManager, name: string, lanes: readonly string[]) {
  const seenAt = sql<Date>`now()`;
  await tables(em)
    .insertInto('worker_process')
    .values({ name, lanes: [...lanes] })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ seenAt }))
    .execute();
  await em.nativeDelete(WorkerProcess, { seenAt: { $lt: fromNow(-DAY_MS) } });
}

/** Deletes a worker's heartbeat when it stops cleanly. */
export async function endBeat(em: EntityManager, name: string): Promise<void> {
  await em.nativeDelete(WorkerProcess, { name });
}

/** The number of live workers and the newest heartbeat; null without one in the last day. */
export async function workersSeen(em: EntityManager) {
  return tables(em)
    .selectFrom('worker_process')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('seenAt', '>', DEAD_AFTER).as('alive'),
      eb.fn.max('seenAt').as('lastSeenAt'),
    ])
    .executeTakeFirstOrThrow();
}
