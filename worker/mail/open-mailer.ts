import type { Logger } from 'pino';
import { WEBHOOK } from '#db/queries/mails/mails.ts';
import type { Config } from '#db/runtime/config.ts';
import { createSmtpMailer, type Mailer } from './smtp-mailer.ts';
import { createWebhookMailer } from './webhook-mailer.ts';

/** What sends the outbox as configured: mails by SMTP_URL, notes to OPERATOR_WEBHOOK. Null, logged once, where there is neither. */
export function openMailer(config: Config, log: Logger): Mailer | null {
  const { smtpUrl, webhook } = config;
  const byMail = smtpUrl ? createSmtpMailer({ ...config, smtpUrl }) : null;
  const byWebhook = webhook ? createWebhookMailer(webhook) : null;
  if (!byMail) log.info('SMTP_URL is not set: mails stay in the outbox');
  if (!byMail || !byWebhook) return byMail ?? byWebhook;
  return {
    reach: 'all',
    send: (mail) => (mail.recipient === WEBHOOK ? byWebhook : byMail).send(mail),
  };
}
