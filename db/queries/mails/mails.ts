import type { EntityData, EntityManager, InferEntity } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Mail } from '#db/entities/mail.ts';
import { User } from '#db/entities/user.ts';
import { lockUntilCommit } from '#db/queries/sql/advisory-lock.ts';
import { fromNow } from '#db/queries/sql/moment.ts';
import { tables } from '#db/queries/sql/tables.ts';
import type { MailState, MailText } from '#domain/text/mail-text.ts';
import { DAY_MS } from '#domain/time.ts';

/** The recipient that stands for OPERATOR_WEBHOOK, and its operator id in mail keys. */
export const WEBHOOK = 'webhook';

/** Begins the recipient that stands for a member's channel; the member's id follows. */
export const CHANNEL = 'channel:';

/** Kinds of recipients; a process reaches those that its configuration names, and channels always. */
export type Reach = 'addresses' | 'webhook' | 'channels';

const ALL: readonly Reach[] = ['addresses', 'webhook', 'channels'];

export function reachOf(recipient: string): Reach {
  if (recipient === WEBHOOK) return 'webhook';
  return recipient.startsWith(CHANNEL) ? 'channels' : 'addresses';
}

/** SQL: a mail's recipient is of one of these kinds. */
function isReached(reach: readonly Reach[]) {
  const kind = sql`case when recipient = ${WEBHOOK} then 'webhook'
    when starts_with(recipient, ${CHANNEL}) then 'channels' else 'addresses' end`;
  return sql<boolean>`${kind} = any(${[...reach]}::text[])`;
}

/** Adds a mail to the outbox, to be sent after `afterMs`. Returns its id; null when a mail with this key exists. */
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

/** Creation time of the newest mail of a kind; 1970 when there is none. */
export async function lastMailAt(em: EntityManager, kind: string): Promise<Date> {
  const newestFirst = { orderBy: { createdAt: 'desc' }, disableIdentityMap: true } as const;
  return (await em.findOne(Mail, { kind }, newestFirst))?.createdAt ?? new Date(0);
}

/** Replaces the text of a mail that is still waiting. */
export async function rewriteMail(em: EntityManager, id: string, text: MailText): Promise<void> {
  await em.nativeUpdate(Mail, { id, state: 'waiting' }, text);
}

/** A mail claimed for sending by this process alone. `attempts` includes this one; `ageMs` is by the database's clock. */
export type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimMail>>>;

/** Claims a waiting mail that is due; null when another process has it, it was sent or it is not due yet. */
export async function claimMail(em: EntityManager, id: string, reach = ALL) {
  const now = sql<Date>`now()`;
  const claimed = await tables(em)
    .updateTable('mail')
    .set((eb) => ({ state: 'sending', attempts: eb('attempts', '+', 1), sendAfter: now }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('sendAfter', '<=', now)
    .where(isReached(reach))
    .returning(['id', 'key', 'kind', 'recipient', 'subject', 'text', 'html', 'attempts'])
    .returning(sql<number>`extract(epoch from now() - created_at)::float8 * 1000`.as('ageMs'))
    .executeTakeFirst();
  return claimed ?? null;
}

/** One claim of a mail. A later claim ends it, so that a process that was frozen changes nothing. */
type Claim = Pick<ClaimedMail, 'id' | 'attempts'>;

/** Records that the server gets the mail from now on. False when another process has claimed the mail since. */
export function beginTransfer(em: EntityManager, claim: Claim): Promise<boolean> {
  return settle(em, claim, { sentAt: fromNow() });
}

export async function markSent(em: EntityManager, claim: Claim): Promise<void> {
  await settle(em, claim, { state: 'sent', sentAt: fromNow(), lastError: null });
}

export async function markFailed(em: EntityManager, claim: Claim, error: string): Promise<void> {
  await settle(em, claim, { state: 'failed', sentAt: null, lastError: error });
}

/** Returns a mail that the server rejected to the outbox, due again after `afterMs`. */
export async function sendLater(em: EntityManager, claim: Claim, error: string, afterMs: number) {
  const sendAfter = fromNow(afterMs);
  await settle(em, claim, { state: 'waiting', sentAt: null, lastError: error, sendAfter });
}

async function settle(
  em: EntityManager,
  { id, attempts }: Claim,
  change: EntityData<InferEntity<typeof Mail>>,
): Promise<boolean> {
  return (await em.nativeUpdate(Mail, { id, attempts, state: 'sending' }, change)) > 0;
}

/** The ids of waiting mails that are due, oldest first. */
export async function dueMails(em: EntityManager, limit: number, reach = ALL): Promise<string[]> {
  const mails = await tables(em)
    .selectFrom('mail')
    .select('id')
    .where('state', '=', 'waiting')
    .where('sendAfter', '<=', sql<Date>`now()`)
    .where(isReached(reach))
    .orderBy('sendAfter')
    .limit(limit)
    .execute();
  return mails.map(({ id }) => id);
}

/**
 * Settles mails whose sender died: they wait again if the server got nothing of them or tells repeats by their id, else they fail,
 * because no mail is sent twice. After `maxAttempts` every mail fails. Returns the number of failed ones.
 */
export async function giveUpStuckMails(em: EntityManager, afterMs: number, maxAttempts: number) {
  const isStuck = { state: 'sending', sendAfter: { $lt: fromNow(-afterMs) } } as const;
  const again = { ...isStuck, sentAt: null, attempts: { $lt: maxAttempts } };
  await em.nativeUpdate(Mail, again, { state: 'waiting', sentAt: null });
  return em.nativeUpdate(Mail, isStuck, STUCK);
}

const STUCK = {
  state: 'failed',
  sentAt: null,
  lastError: 'The worker died while sending. It may have been delivered, so it is not sent again.',
} as const;

export type MailRow = Awaited<ReturnType<typeof newestMails>>[number];

export async function newestMails(em: EntityManager, state: MailState | null, limit: number) {
  return em.find(Mail, state ? { state } : {}, {
    exclude: ['html'],
    orderBy: { createdAt: 'desc', id: 'desc' },
    limit,
    disableIdentityMap: true,
  });
}

export async function findMail(em: EntityManager, id: string): Promise<MailRow | null> {
  return em.findOne(Mail, id, { exclude: ['html'], disableIdentityMap: true });
}

/** A quarantine with the figures it was decided from. */
export type QuarantinedShop = Awaited<ReturnType<typeof quarantinedShop>>;

/** An operator with a verified address and their quarantine mails of the last day. */
export type OperatorToNotify = Awaited<ReturnType<typeof lockOperatorsToNotify>>[number];

/** Key of an operator's mail about one shop. It contains the operator's id so that deleting the account deletes the mail. */
export function quarantineMailKey(runId: string, operatorId: string): string {
  return `quarantine:${runId}:${operatorId}`;
}

/** Key of an operator's summary mail about further shops, by the first of them. */
export function furtherShopsMailKey(runId: string, operatorId: string): string {
  return `quarantines:${runId}:${operatorId}`;
}

/** The operators and webhook to notify of a quarantine, locked so that shops failing together count each other's mails. */
export async function lockOperatorsToNotify(tx: EntityManager, hasWebhook: boolean) {
  await lockUntilCommit(tx, 'mails to operators');
  const operators = await tx.find(
    User,
    { role: 'operator', emailVerified: true },
    { orderBy: { id: 'asc' } },
  );
  const notified = [];
  const webhook = hasWebhook ? [{ id: WEBHOOK, email: WEBHOOK }] : [];
  for (const { id, email } of [...operators, ...webhook]) {
    const ofLastDay = (keys: string) => ({
      key: { $like: keys },
      createdAt: { $gt: fromNow(-DAY_MS) },
    });
    const mails = await tx.count(Mail, ofLastDay(quarantineMailKey('%', id)));
    const newestFirst = { orderBy: { createdAt: 'desc' } } as const;
    const summary = await tx.findOne(Mail, ofLastDay(furtherShopsMailKey('%', id)), newestFirst);
    notified.push({
      id,
      email,
      mails,
      /** The mail about further shops, null when there is none. */
      summaryId: summary?.id ?? null,
      summaryIsWaiting: summary?.state === 'waiting',
    });
  }
  return notified;
}

/** A quarantine with its shop's name. Throws when the run has none. */
export async function quarantinedShop(em: EntityManager, runId: string) {
  return tables(em)
    .selectFrom('quarantine as q')
    .innerJoin('retailer as r', 'r.id', 'q.retailer')
    .select(['q.run as runId', 'r.name as retailer', 'q.kind', 'q.judged', 'q.bad', 'q.beganAt'])
    .where('q.run', '=', runId)
    .executeTakeFirstOrThrow();
}

/** Shops quarantined in the last day and still held for which this operator got no mail, newest first. */
export async function unannouncedShops(em: EntityManager, operatorId: string): Promise<string[]> {
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
