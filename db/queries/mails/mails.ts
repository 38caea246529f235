import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Mail, type MailState } from '#db/entities/mail.ts';
import { User } from '#db/entities/user.ts';
import { lockUntilCommit } from '#db/queries/sql/advisory-lock.ts';
import { fromNow } from '#db/queries/sql/moment.ts';
import { tables } from '#db/queries/sql/tables.ts';
import type { MailText } from '#domain/text/mail-text.ts';
import { DAY_MS } from '#domain/time.ts';

/** Stands for OPERATOR_WEBHOOK among the recipients, and for an operator in the keys of their mails. */
export const WEBHOOK = 'webhook';

/** Which recipients a process can send to. */
export type Reach = 'addresses' | 'webhook' | 'all';

/** Puts a mail into the outbox, to be sent after `afterMs`. Returns its id; null when a mail with this key exists. */
export async function addMail(
  em: EntityManager,
  mail: { key: string; kind: string; recipient: string; text: MailText },
  afterMs = 0,
): Promise<string | null> {
  const { text, ...envelope } = mail;
  const sendAfter = sql<Date>`now() + ${afterMs} * interval '1 millisecond'`;
  const added = await tables(em)
    .insertInto('mail')
    .values({ ...envelope, ...text, sendAfter })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id ?? null;
}

/** When the newest mail of a kind was written; 1970 where there is none. */
export async function lastMailAt(em: EntityManager, kind: string): Promise<Date> {
  const newestFirst = { orderBy: { createdAt: 'desc' }, disableIdentityMap: true } as const;
  return (await em.findOne(Mail, { kind }, newestFirst))?.createdAt ?? new Date(0);
}

/** Replaces the text of a mail whose sending has not begun. */
export async function rewriteMail(em: EntityManager, id: string, text: MailText): Promise<void> {
  await em.nativeUpdate(Mail, { id, state: 'waiting' }, text);
}

/** A mail that this process alone may send now. `attempts` counts this one, `ageMs` is by the database's clock. */
export type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimMail>>>;

/** Claims a waiting mail that is due for sending; null when another process has it, it is sent, or not due yet. */
export async function claimMail(em: EntityManager, id: string, reach: Reach = 'all') {
  const now = sql<Date>`now()`;
  const claimed = await tables(em)
    .updateTable('mail')
    .set((eb) => ({ state: 'sending', attempts: eb('attempts', '+', 1), sendAfter: now }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('sendAfter', '<=', now)
    .$if(reach !== 'all', (mail) =>
      mail.where('recipient', reach === 'webhook' ? '=' : '<>', WEBHOOK),
    )
    .returning(['id', 'kind', 'recipient', 'subject', 'text', 'html', 'attempts'])
    .returning(sql<number>`extract(epoch from now() - created_at)::float8 * 1000`.as('ageMs'))
    .executeTakeFirst();
  return claimed ?? null;
}

export async function markSent(em: EntityManager, id: string): Promise<void> {
  const sent = { state: 'sent', sentAt: fromNow(), lastError: null } as const;
  await em.nativeUpdate(Mail, { id, state: 'sending' }, sent);
}

export async function markFailed(em: EntityManager, id: string, error: string): Promise<void> {
  await em.nativeUpdate(Mail, { id, state: 'sending' }, { state: 'failed', lastError: error });
}

/** Lets a mail that the server did not take wait for another attempt after `afterMs`. */
export async function sendLater(em: EntityManager, id: string, error: string, afterMs: number) {
  const later = { state: 'waiting', lastError: error, sendAfter: fromNow(afterMs) } as const;
  await em.nativeUpdate(Mail, { id, state: 'sending' }, later);
}

const REACHED = {
  addresses: { recipient: { $ne: WEBHOOK } },
  webhook: { recipient: WEBHOOK },
  all: {},
};

/** The ids of waiting mails that are due, oldest first. */
export async function dueMails(
  em: EntityManager,
  limit: number,
  reach: Reach = 'all',
): Promise<string[]> {
  const mails = await em.find(
    Mail,
    { state: 'waiting', sendAfter: { $lte: fromNow() }, ...REACHED[reach] },
    { fields: ['id'], orderBy: { sendAfter: 'asc' }, limit, disableIdentityMap: true },
  );
  return mails.map(({ id }) => id);
}

/**
 * Gives up mails whose sender died: they may have been delivered, and none is sent twice. Returns how many. What was on its way to
 * the webhook waits again: its receiver knows it by its id.
 */
export async function giveUpStuckMails(em: EntityManager, afterMs: number): Promise<number> {
  const isStuck = { state: 'sending', sendAfter: { $lt: fromNow(-afterMs) } } as const;
  await em.nativeUpdate(Mail, { ...isStuck, ...REACHED.webhook }, { state: 'waiting' });
  return em.nativeUpdate(Mail, isStuck, STUCK);
}

const STUCK = {
  state: 'failed',
  lastError: 'The worker died while sending. It may have been delivered, so it is not sent again.',
} as const;

export type MailRow = Awaited<ReturnType<typeof newestMails>>[number];

/** The newest mails, those of one state if one is given; at most `limit`. */
export async function newestMails(em: EntityManager, state: MailState | null, limit: number) {
  return em.find(Mail, state ? { state } : {}, {
    exclude: ['html'],
    orderBy: { createdAt: 'desc' },
    limit,
    disableIdentityMap: true,
  });
}

export async function findMail(em: EntityManager, id: string): Promise<MailRow | null> {
  return em.findOne(Mail, id, { exclude: ['html'], disableIdentityMap: true });
}

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

/** The operators to tell of a quarantine, with the webhook if there is one, locked until the transaction ends, so that shops that fail together count each other. */
export async function lockToldOperators(tx: EntityManager, hasWebhook: boolean) {
  await lockUntilCommit(tx, 'mails to operators');
  const operators = await tx.find(
    User,
    { role: 'operator', emailVerified: true },
    { orderBy: { id: 'asc' } },
  );
  const told = [];
  const webhook = hasWebhook ? [{ id: WEBHOOK, email: WEBHOOK }] : [];
  for (const { id, email } of [...operators, ...webhook]) {
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
