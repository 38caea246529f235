import type { EntityManager } from '@mikro-orm/postgresql';
import type { BadVerdict } from '#domain/offers/run-quarantine.ts';

/** A retailer whose prices are held back since `beganAt` (ISO 8601), and what that was decided from. */
export interface QuarantinedShop {
  runId: string;
  retailer: string;
  kind: BadVerdict;
  judged: number;
  bad: number;
  beganAt: Date;
}

/** An operator with a proven address, and what the last day's quarantines have sent them. */
export interface ToldOperator {
  id: string;
  email: string;
  /** Mails about one shop. */
  mails: number;
  /** The mail about further shops; null when there is none of the last day. */
  summaryId: string | null;
  summaryIsWaiting: boolean;
}

/** The key of an operator's mail about one shop; their id in it lets it go with their account. */
export function quarantineMailKey(runId: string, operatorId: string): string {
  return `quarantine:${runId}:${operatorId}`;
}

/** The key of an operator's mail about further shops, of which this one is the first. */
export function furtherShopsMailKey(runId: string, operatorId: string): string {
  return `quarantines:${runId}:${operatorId}`;
}

/**
 * The operators to be told of a quarantine. Until the transaction ends no other learns who was told what: shops that
 * fail at once would each pass for the first.
 */
export async function lockToldOperators(tx: EntityManager): Promise<ToldOperator[]> {
  await tx.execute(`select pg_advisory_xact_lock(hashtextextended('mails to operators', 0))`);
  return tx.execute<ToldOperator[]>(
    `select u.id, u.email, (select count(*)::int from mail
         where key like 'quarantine:%:' || u.id and created_at > now() - interval '1 day') as mails,
       s.id as "summaryId", coalesce(s.state = 'waiting', false) as "summaryIsWaiting"
     from user_account u left join lateral (
       select id, state from mail where key like 'quarantines:%:' || u.id and created_at > now() - interval '1 day'
       order by created_at desc limit 1) s on true
     where u.role = 'operator' and u.email_verified order by u.id`,
  );
}

/** A quarantine and its shop. Throws when there is none of the run. */
export async function quarantinedShop(em: EntityManager, runId: string): Promise<QuarantinedShop> {
  const [shop] = await em.execute<QuarantinedShop[]>(
    `select q.run_id as "runId", r.name as retailer, q.kind, q.judged, q.bad, q.began_at as "beganAt"
     from quarantine q join retailer r on r.id = q.retailer_id where q.run_id = ?`,
    [runId],
  );
  if (!shop) throw new Error(`there is no quarantine of run ${runId}`);
  return shop;
}

/** Shops that are held back since the last day and of which this operator got no mail, the newest first. */
export async function shopsNotTold(em: EntityManager, operatorId: string): Promise<string[]> {
  const rows = await em.execute<{ name: string }[]>(
    `select r.name from quarantine q join retailer r on r.id = q.retailer_id
     where q.ended_at is null and q.began_at > now() - interval '1 day'
       and not exists (select 1 from mail where key = 'quarantine:' || q.run_id || ':' || ?)
     order by q.began_at desc, r.name`,
    [operatorId],
  );
  return rows.map(({ name }) => name);
}
