import type { EntityManager } from '@mikro-orm/postgresql';
import { addMail } from '#db/queries/mails/mails.ts';
import { type Queues, tryEnqueue } from '#db/queues/open-queues.ts';
import type { Config } from '#db/runtime/config.ts';
import { JOBS } from '#domain/jobs.ts';
import { composeMail, type MailContent } from '#domain/text/mail-text.ts';

/** The services needed to queue a mail; part of ApiServices. */
export interface Outbox {
  em(): EntityManager;
  queues: Queues;
  config: Config;
}

/** A mail to one address. Only the first mail with a given key is sent. */
export interface Mail {
  key: string;
  kind: string;
  recipient: string;
  content: MailContent;
}

/** Stores the mail with `em`, which may be in a transaction. Returns its id; null if a mail with its key exists. */
export function storeMail(em: EntityManager, config: Config, mail: Mail): Promise<string | null> {
  const { content, ...row } = mail;
  return addMail(em, { ...row, text: composeMail(content, config.mailFrom) });
}

/** Adds a mail to the outbox and asks the worker to send it now. */
export async function queueMail(outbox: Outbox, mail: Mail): Promise<void> {
  const mailId = await storeMail(outbox.em(), outbox.config, mail);
  if (mailId) void tryEnqueue(outbox.queues, JOBS.mail, { mailId });
}
