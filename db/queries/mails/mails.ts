import type { EntityManager } from '@mikro-orm/postgresql';
import type { MailText } from '#domain/text/mail-text.ts';

/**
 * Puts a mail into the outbox, to be sent after `afterMs` (default: at once); the same key twice is one mail. Returns its
 * id, null when the key was there.
 */
export async function addMail(
  em: EntityManager,
  mail: { key: string; kind: string; recipient: string; text: MailText },
  afterMs = 0,
): Promise<string | null> {
  const { subject, text, html } = mail.text;
  const rows = await em.execute<{ id: string }[]>(
    `insert into mail (key, kind, recipient, subject, text, html, send_after)
     values (?, ?, ?, ?, ?, ?, now() + ? * interval '1 millisecond')
     on conflict (key) do nothing returning id`,
    [mail.key, mail.kind, mail.recipient, subject, text, html, afterMs],
  );
  return rows[0]?.id ?? null;
}

/** Gives a mail that nobody has begun to send another text. */
export async function rewriteMail(em: EntityManager, id: string, text: MailText): Promise<void> {
  await em.execute(
    `update mail set subject = ?, text = ?, html = ? where id = ? and state = 'waiting'`,
    [text.subject, text.text, text.html, id],
  );
}

/** A mail that this process alone may send now. `attempts` counts this one. */
export interface ClaimedMail extends MailText {
  id: string;
  kind: string;
  recipient: string;
  attempts: number;
  /** How long it has waited, by the database's clock. */
  ageMs: number;
}

/** Takes a waiting mail that is due for sending; null when it is another's, sent, or not due yet. */
export async function claimMail(em: EntityManager, id: string): Promise<ClaimedMail | null> {
  const rows = await em.execute<ClaimedMail[]>(
    `update mail set state = 'sending', attempts = attempts + 1, send_after = now()
     where id = ? and state = 'waiting' and send_after <= now()
     returning id, kind, recipient, subject, text, html, attempts,
       extract(epoch from now() - created_at)::float8 * 1000 as "ageMs"`,
    [id],
  );
  return rows[0] ?? null;
}

/** The server took the mail. */
export async function markSent(em: EntityManager, id: string): Promise<void> {
  await em.execute(
    `update mail set state = 'sent', sent_at = now(), last_error = null where id = ? and state = 'sending'`,
    [id],
  );
}

/** The mail is given up. */
export async function markFailed(em: EntityManager, id: string, error: string): Promise<void> {
  await em.execute(
    `update mail set state = 'failed', last_error = ? where id = ? and state = 'sending'`,
    [error, id],
  );
}

/** The server did not take the mail: it waits for another try. */
export async function sendLater(
  em: EntityManager,
  id: string,
  error: string,
  afterMs: number,
): Promise<void> {
  await em.execute(
    `update mail set state = 'waiting', last_error = ?, send_after = now() + ? * interval '1 millisecond'
     where id = ? and state = 'sending'`,
    [error, afterMs, id],
  );
}

/** Waiting mails that are due, oldest first. */
export async function dueMails(em: EntityManager, limit: number): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `select id from mail where state = 'waiting' and send_after <= now() order by send_after limit ?`,
    [limit],
  );
  return rows.map((row) => row.id);
}

/** Gives up mails whose sender died: they may have been delivered, and none is sent twice. How many there were. */
export async function giveUpStuckMails(em: EntityManager, afterMs: number): Promise<number> {
  const rows = await em.execute<{ id: string }[]>(
    `update mail set state = 'failed',
       last_error = 'The worker died while sending. It may have been delivered, so it is not sent again.'
     where state = 'sending' and send_after < now() - ? * interval '1 millisecond' returning id`,
    [afterMs],
  );
  return rows.length;
}
