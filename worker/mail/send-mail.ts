/*
 * Sends the outbox. Rows of `mail` are the truth, a job only names one of them; smtp-mailer.ts speaks SMTP, open-mailer.ts
 * has what is configured and posts to the operators' webhook.
 *
 * Delivery is at most once: a row is claimed before the server is spoken to. A row whose sender died, or whose answer was
 * lost after DATA, is marked as failed and never sent again: a shopper can ask for another reset link, but cannot take
 * back a second alert. What the server certainly did not take is tried again.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import {
  claimMail,
  dueMails,
  giveUpStuckMails,
  markFailed,
  markSent,
  type Reach,
  sendLater,
} from '#db/queries/mails/mails.ts';
import type { Queues } from '#db/queues/open-queues.ts';
import { JOBS } from '#domain/jobs.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import type { Mailer } from './smtp-mailer.ts';

/** Tries of one mail in all, a minute and then twice as long apart: about two hours. */
export const MAX_ATTEMPTS = 8;
const FIRST_RETRY_MS = MINUTE_MS;
/** Older mails are not sent any more: after a long outage, or when SMTP_URL is set for the first time. */
const MAX_AGE_MS = DAY_MS;

const MAILS_A_SWEEP = 200;
/** Far longer than a delivery may take: the sender is dead. */
const STUCK_AFTER_MS = 10 * MINUTE_MS;

/** Sends one mail of the outbox unless it was sent already. Without a mailer for it, it stays waiting. */
export async function sendMail(
  em: EntityManager,
  mailer: Mailer | null,
  log: Logger,
  mailId: string,
): Promise<void> {
  if (!mailer) return;
  const mail = await claimMail(em, mailId, mailer.reach);
  if (!mail) return;
  if (mail.ageMs > MAX_AGE_MS) {
    return markFailed(em, mail.id, 'It waited longer than a day and was not sent any more.');
  }
  const delivery = await mailer.send(mail);
  if (delivery.outcome === 'sent') return markSent(em, mail.id);
  log.warn({ mailId, kind: mail.kind, attempts: mail.attempts }, `mail: ${delivery.error}`);
  if (delivery.outcome === 'failed' || mail.attempts >= MAX_ATTEMPTS) {
    return markFailed(em, mail.id, delivery.error);
  }
  await sendLater(em, mail.id, delivery.error, FIRST_RETRY_MS * 2 ** (mail.attempts - 1));
}

/** Adds a job for every mail that is due and can be sent here, and gives up those whose sender died. */
export async function sweepMails(em: EntityManager, queues: Queues, reach: Reach): Promise<void> {
  await giveUpStuckMails(em, STUCK_AFTER_MS);
  await addMailJobs(queues, await dueMails(em, MAILS_A_SWEEP, reach));
}

/** Adds a job for each of these mails. If it does not come to that, the clock finds the rows. */
export function addMailJobs(queues: Pick<Queues, 'addMany'>, ids: readonly string[]) {
  return queues.addMany(
    JOBS.mail,
    ids.map((mailId) => ({ mailId })),
  );
}
