/*
 * Sends the outbox. Rows of `mail` are the truth; a job only refers to one. mailers.ts speaks SMTP, note-mailers.ts posts to the
 * operators' webhook and to members' channels.
 *
 * No mail is sent twice: a row is claimed before the server is contacted, and marked before the server gets the first byte of its
 * text (beginTransfer). A row whose sender died after the mark, or whose response was lost, fails: a shopper can request another
 * reset link, but a second alert cannot be undone. Mails that the server certainly did not accept are retried.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { copyToChannels } from '#db/queries/alerts/channels.ts';
import {
  beginTransfer,
  claimMail,
  dueMails,
  giveUpStuckMails,
  markFailed,
  markSent,
  type Reach,
  sendLater,
} from '#db/queries/mails/mails.ts';
import { isSubscribed } from '#db/queries/shoppers/newsletter.ts';
import type { Queues } from '#db/queues/open-queues.ts';
import { JOBS } from '#domain/jobs.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import type { Mailer } from './mailer.ts';

/** Maximum attempts of a mail, one minute apart at first, doubling each time: about two hours. */
export const MAX_ATTEMPTS = 8;
const FIRST_RETRY_MS = MINUTE_MS;
/** Older mails are not sent, for example after a long outage or when SMTP_URL is set for the first time. */
const MAX_AGE_MS = DAY_MS;

const MAILS_PER_SWEEP = 200;
/** Much longer than the time limit of a delivery: the sender has died. */
const STUCK_AFTER_MS = 10 * MINUTE_MS;

/** Sends one mail of the outbox unless it was already sent; one that `mailer` cannot reach keeps waiting. */
export async function sendMail(
  em: EntityManager,
  mailer: Mailer,
  log: Logger,
  mailId: string,
): Promise<void> {
  const mail = await claimMail(em, mailId, mailer.reach);
  if (!mail) return;
  if (mail.ageMs > MAX_AGE_MS) {
    return markFailed(em, mail, 'It waited longer than a day and was not sent.');
  }
  if (mail.kind === 'newsletter' && !(await isSubscribed(em, mail.recipient))) {
    return markFailed(em, mail, 'The address left the newsletter before it was sent.');
  }
  const delivery = await mailer.send(mail, async () => {
    if (!(await beginTransfer(em, mail))) throw new Error('Another worker has claimed this mail.');
  });
  if (delivery.outcome === 'sent') return markSent(em, mail);
  log.warn({ mailId, kind: mail.kind, attempts: mail.attempts }, `mail: ${delivery.error}`);
  if (delivery.outcome === 'failed' || mail.attempts >= MAX_ATTEMPTS) {
    return markFailed(em, mail, delivery.error);
  }
  await sendLater(em, mail, delivery.error, FIRST_RETRY_MS * 2 ** (mail.attempts - 1));
}

/** Adds a job for each due mail that this worker can send, copies alerts to channels, and settles mails whose sender died. */
export async function sweepMails(
  em: EntityManager,
  queues: Queues,
  reach: readonly Reach[],
): Promise<void> {
  await giveUpStuckMails(em, STUCK_AFTER_MS, MAX_ATTEMPTS);
  const due = await dueMails(em, MAILS_PER_SWEEP, reach);
  // Before any of these mails is sent, and no longer waits.
  await copyToChannels(em);
  await queues.addMany(
    JOBS.mail,
    due.map((mailId) => ({ mailId })),
  );
}
