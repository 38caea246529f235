/*
 * The outbox's way out: rows of `mail` are the truth, a job only names one of them.
 *   send-mail.ts   claim a row, hand it over, write down the outcome      smtp-mailer.ts   the SMTP side
 *   sweep-mails.ts what the clock finds waiting, or left by a dead worker
 *
 * Delivery is at most once: a row is claimed in one statement before the server is spoken to, and a row whose
 * sender died, or whose answer was lost after DATA, is given up and shown as failed, never sent again. A shopper
 * can ask for another reset link; two alerts for one price they could not take back. Whatever the server did not
 * take for sure is tried again.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import {
  type ClaimedMail,
  claimMail,
  markFailed,
  markSent,
  sendLater,
} from '#db/queries/mails/mails.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Mailer } from './smtp-mailer.ts';

/** Tries of one mail in all, a minute and then twice as long apart: about two hours. */
export const MAX_ATTEMPTS = 8;
const FIRST_RETRY_MS = 60_000;
/** Older mails are news no longer: after a long outage, or when SMTP_URL is set for the first time. */
const MAX_AGE_MS = DAY_MS;

/** Sends one mail of the outbox when it is still to be sent. Without a mailer it stays waiting. */
export async function sendMail(
  em: EntityManager,
  mailer: Mailer | null,
  log: Logger,
  mailId: string,
): Promise<void> {
  if (!mailer) return;
  const mail = await claimMail(em, mailId);
  if (!mail) return;
  if (mail.ageMs > MAX_AGE_MS) {
    await markFailed(em, mail.id, 'It waited longer than a day and was not sent any more.');
    return;
  }
  const delivery = await mailer.send(mail);
  if (delivery.outcome === 'sent') return markSent(em, mail.id);
  log.warn({ mailId, kind: mail.kind, attempts: mail.attempts }, `mail: ${delivery.error}`);
  if (delivery.outcome === 'failed' || mail.attempts >= MAX_ATTEMPTS) {
    return markFailed(em, mail.id, delivery.error);
  }
  await sendLater(em, mail.id, delivery.error, retryAfterMs(mail));
}

function retryAfterMs({ attempts }: ClaimedMail): number {
  return FIRST_RETRY_MS * 2 ** (attempts - 1);
}
