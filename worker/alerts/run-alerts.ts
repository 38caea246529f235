/*
 * Price alerts: crawl → alert job → one transaction: alert fired + mail in the outbox → mail job.
 *   run-alerts.ts    fire what is due on some products      alert-mail.ts   what the shopper reads
 *   queue-alerts.ts  which products get a job: after a crawl, and what a dead worker left
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type FiredAlert, fireAlerts } from '#db/queries/alerts/fire-alerts.ts';
import { addMail } from '#db/queries/mails/mails.ts';
import type { Queues } from '#db/queues/open-queues.ts';
import type { Config } from '#db/runtime/config.ts';
import { signLink } from '#db/runtime/signed-link.ts';
import { JOBS } from '#domain/jobs.ts';
import { alertMail } from './alert-mail.ts';

type AlertConfig = Pick<Config, 'siteUrl' | 'mailFrom' | 'authSecret'>;

/**
 * Fires the alerts that these products' prices fulfil, each with its mail, all or nothing. A mail is unique by
 * alert, offer and minute of the price, so no crash and no second worker sends one price twice. Returns how many fired.
 */
export async function runAlerts(
  em: EntityManager,
  queues: Pick<Queues, 'addMany'>,
  config: AlertConfig,
  productIds: string[],
): Promise<number> {
  const { fired, mailIds } = await em.transactional(async (tx) => {
    const fired = await fireAlerts(tx, productIds);
    const mailIds: string[] = [];
    for (const alert of fired) {
      const mailId = await addMail(tx, mailOf(alert, config));
      if (mailId) mailIds.push(mailId);
    }
    return { fired, mailIds };
  });
  // Should we die here, the clock finds the mails waiting.
  await queues.addMany(
    JOBS.mail,
    mailIds.map((mailId) => ({ mailId })),
  );
  return fired.length;
}

function mailOf(alert: FiredAlert, config: AlertConfig) {
  const token = signLink(config.authSecret, 'end-alert', alert.id);
  const unsubscribeUrl = `${config.siteUrl}/api/alerts/unsubscribe?token=${token}`;
  return {
    key: `alert:${alert.id}:${alert.offerId}:${alert.slot}`,
    kind: 'alert',
    recipient: alert.email,
    text: alertMail(alert, { ...config, unsubscribeUrl }),
  };
}
