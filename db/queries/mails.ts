import type { EntityManager } from '@mikro-orm/postgresql';
import type { MailText } from '#domain/mail-text.ts';

/** Puts a mail into the outbox; the same key twice is one mail. Returns its id, null when the key was there. */
export async function addMail(
  em: EntityManager,
  mail: { key: string; kind: string; recipient: string; text: MailText },
): Promise<string | null> {
  const rows = await em.execute<{ id: string }[]>(
    `insert into mail (key, kind, recipient, subject, text, html) values (?, ?, ?, ?, ?, ?)
     on conflict (key) do nothing returning id`,
    [mail.key, mail.kind, mail.recipient, mail.text.subject, mail.text.text, mail.text.html],
  );
  return rows[0]?.id ?? null;
}
