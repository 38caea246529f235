import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { DAY_MS } from '#domain/time.ts';
import { Mail } from '../../entities/mail.ts';
import { User } from '../../entities/user.ts';
import { lockUntilCommit } from '../sql/advisory-lock.ts';
import { fromNow } from '../sql/moment.ts';
import { tables } from '../sql/tables.ts';

/** A retailer whose prices are held back, and what that was decided from. */
export type QuarantinedShop = Awaited<ReturnType<typeof quarantinedShop>>;

/** An operator with a verified address, and the mails about quarantines that they got in the last day. */
export type ToldOperator = Awaited<ReturnType<typeof lockToldOperators>>[number];

/** The key of an operator's mail about one shop. Their id in it lets the mail be deleted with their account. */
export function quarantineMailKey(runId: string, operatorId: string): string {
  return `quarantine:${runId}:${operatorId}`;
}

/** The key of an operator's mail about further shops, of which this one is the first. */
export function furtherShopsMailKey(runId: string, operatorId: string): string {
  return `quarantines:${runId}:${operatorId}`;
}

/** The operators to tell of a quarantine, locked until the transaction ends, so that shops that fail together count each other. */
export async function lockToldOperators(tx: EntityManager) {
  await lockUntilCommit(tx, 'mails to operators');
  const operators = await tx.find(
    User,
    { role: 'operator', emailVerified: true },
    { orderBy: { id: 'asc' } },
  );
  const told = [];
  for (const { id, email } of operators) {
    const ofLastDay = (keys: string) => ({
      key: { $like: keys },
      createdAt: { $gt: fromNow(-DAY_MS) },
    });
    const mails = await tx.count(Mail, ofLastDay(quarantineMailKey('%', id)));
    const newestFirst = { orderBy: { createdAt: 'desc' } } as const;
    const summary = await tx.findOne(Mail, ofLastDay(furtherShopsMailKey('%', id)), newestFirst);
    told.push({
      id,
      email,
      /** Mails about one shop each. */
      mails,
      /** The mail about further shops, null when there is none. */
      summaryId: summary?.id ?? null,
      summaryIsWaiting: summary?.state === 'waiting',
    });
  }
  return told;
}

/** A quarantine and its shop. Throws when the run has none. */
export async function quarantinedShop(em: EntityManager, runId: string) {
  return tables(em)
    .selectFrom('quarantine as q')
    .innerJoin('retailer as r', 'r.id', 'q.retailer')
    .select(['q.run as runId', 'r.name as retailer', 'q.kind', 'q.judged', 'q.bad', 'q.beganAt'])
    .where('q.run', '=', runId)
    .executeTakeFirstOrThrow();
}

/** Shops that were quarantined in the last day, still are, and of which this operator got no mail; the newest first. */
export async function shopsNotTold(em: EntityManager, operatorId: string): Promise<string[]> {
  const shops = await tables(em)
    .selectFrom('quarantine as q')
    .innerJoin('retailer as r', 'r.id', 'q.retailer')
    .leftJoin('mail as m', (join) =>
      join.on('m.key', '=', sql<string>`'quarantine:' || q.run_id || ':' || ${operatorId}`),
    )
    .select('r.name')
    .where('q.endedAt', 'is', null)
    .where('q.beganAt', '>', sql<Date>`now() - interval '1 day'`)
    .where('m.id', 'is', null)
    .orderBy('q.beganAt', 'desc')
    .orderBy('r.name')
    .execute();
  return shops.map(({ name }) => name);
}
