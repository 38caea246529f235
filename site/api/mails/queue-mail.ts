import type { EntityManager } from '@mikro-orm/postgresql';
import { addMail } from '#db/queries/mails/mails.ts';
import { inTransaction } from '#db/queries/sql/in-transaction.ts';
import { type Queues, tryEnqueue } from '#db/queues/open-queues.ts';
import type { Config } from '#db/runtime/config.ts';
import { JOBS } from '#domain/jobs.ts';
import { composeMail, type MailContent } from '#domain/text/mail-text.ts';

/** The services that store and queue mails; part of ApiServices. */
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

/** Adds a mail to the outbox of a transaction. False if a mail with its key exists. */
export type AddMail = (mail: Mail) => Promise<boolean>;

/**
 * Runs `work` in a transaction (again after a deadlock), so that a change and its mails are stored together, and asks the worker to send
 * them afterwards.
 */
export async function withMails<T>(
  { em, queues, config }: Outbox,
  work: (tx: EntityManager, add: AddMail) => Promise<T>,
): Promise<T> {
  let added: string[] = [];
  const done = await inTransaction(em(), (tx) => {
    added = [];
    return work(tx, async ({ content, ...row }) => {
      const mailId = await addMail(tx, { ...row, text: composeMail(content, config.mailFrom) });
      if (mailId) added.push(mailId);
      return mailId !== null;
    });
  });
  for (const mailId of added) void tryEnqueue(queues, JOBS.mail, { mailId });
  return done;
}
