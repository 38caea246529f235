/* The stamp of the last backup: one row, which also decides which worker makes the next one. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../sql/tables.ts';

/** A claim without a backup expires after this time; longer than the limit of the job. */
const CLAIM = sql`interval '65 minutes'`;

/** Claims the next backup for the caller. False if the last one is younger than `everyHours` or another worker makes one. */
export async function claimBackup(em: EntityManager, everyHours: number): Promise<boolean> {
  const claimed = await tables(em)
    .insertInto('backup_stamp')
    .values({ id: 1 })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ begunAt: sql<Date>`now()` })
        .where(
          sql<boolean>`(backup_stamp.done_at >= backup_stamp.begun_at or backup_stamp.begun_at < now() - ${CLAIM})`,
        )
        .where(
          sql<boolean>`(backup_stamp.done_at is null or backup_stamp.done_at < now() - ${`${everyHours} hours`}::interval)`,
        ),
    )
    .returning('id')
    .execute();
  return claimed.length > 0;
}

/** Seconds since the last backup, or since the first attempt if none succeeded; null if nobody tried. */
export async function backupAgeS(em: EntityManager): Promise<number | null> {
  const row = await tables(em)
    .selectFrom('backup_stamp')
    .select(sql<number>`extract(epoch from now() - coalesce(done_at, since))::float8`.as('ageS'))
    .executeTakeFirst();
  return row?.ageS ?? null;
}
