import { Readable } from 'node:stream';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { findChannel } from '#db/queries/alerts/channels.ts';
import { reachOf } from '#db/queries/mails/mails.ts';
import type { Config } from '#db/runtime/config.ts';
import { CLOSED_LINK, unseal } from '#db/runtime/signed-link.ts';
import { unsubscribeUrlOf } from '#domain/text/mail-text.ts';
import type { Delivery, Mailer } from './mailer.ts';
import { createChannelMailer, createWebhookMailer } from './note-mailers.ts';

/**
 * The configured mailer: mails go to SMTP_URL, notes to OPERATOR_WEBHOOK and to members' channels. Logs a line where mails stay. `local`
 * are origins of this machine that channels may have, for tests.
 */
export function openMailer(
  config: Config,
  log: Logger,
  em: () => EntityManager,
  local: readonly string[] = [],
): Mailer {
  const { smtpUrl, webhook, authSecret } = config;
  if (!smtpUrl) log.info('SMTP_URL is not set: mails stay in the outbox');
  const mailers = [
    ...(smtpUrl ? [createSmtpMailer({ ...config, smtpUrl })] : []),
    ...(webhook ? [createWebhookMailer(webhook)] : []),
    createChannelMailer((userId) => findChannel(em(), userId, authSecret), local),
  ];
  return {
    reach: mailers.flatMap(({ reach }) => reach),
    async send(mail, onTransfer) {
      const mailer = mailers.find(({ reach }) => reach.includes(reachOf(mail.recipient)));
      if (!mailer) throw new Error(`nothing reaches ${reachOf(mail.recipient)}`);
      return mailer.send(mail, onTransfer);
    },
  };
}

export type MemberMailConfig = Pick<Config, 'siteUrl' | 'mailFrom' | 'authSecret'>;

type MailerConfig = Record<'smtpUrl' | 'mailFrom' | 'siteUrl' | 'authSecret', string>;

/** Time limit of a delivery and of each of its steps. */
const SEND_TIMEOUT_MS = 8_000;

/** Sends from `mailFrom` through the server of `smtpUrl`; message ids contain the host of `siteUrl`. */
export function createSmtpMailer({ smtpUrl, mailFrom, siteUrl, authSecret }: MailerConfig): Mailer {
  const host = new URL(siteUrl).hostname;
  return {
    reach: ['addresses'],
    async send(mail, onTransfer) {
      const text = unseal(authSecret, mail.key, mail.text);
      if (mail.kind === 'reset' && text === mail.text)
        return { outcome: 'failed', error: CLOSED_LINK };
      let isTransmitted = false;
      // Not at the start: most workers send no mail.
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({
        url: smtpUrl,
        connectionTimeout: SEND_TIMEOUT_MS,
        greetingTimeout: SEND_TIMEOUT_MS,
        socketTimeout: SEND_TIMEOUT_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      // Read by nodemailer after the server's answer to DATA.
      async function* transfer(message: Readable) {
        await onTransfer();
        isTransmitted = true;
        yield* message;
      }
      transport.use('stream', ({ message }, done) => {
        message.processFunc((source) => Readable.from(transfer(source)));
        done();
      });
      try {
        await transport.sendMail({
          from: mailFrom,
          // As an object, so that a comma in the address does not add a second recipient.
          to: { name: '', address: mail.recipient },
          subject: mail.subject,
          text,
          html: unseal(authSecret, mail.key, mail.html),
          messageId: `<${mail.id}@${host}>`,
          headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail.text) },
          signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
        });
        return { outcome: 'sent' };
      } catch (error) {
        return smtpOutcome(error, isTransmitted);
      } finally {
        transport.close();
      }
    },
  };
}

/** Headers for the mail program's unsubscribe button (RFC 2369; RFC 8058, which requires https). */
function unsubscribeHeaders(text: string): Record<string, string> {
  const url = unsubscribeUrlOf(text);
  if (!url) return {};
  return {
    'List-Unsubscribe': `<${url}>`,
    ...(url.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
}

/** Nodemailer's codes for a refused envelope or message. */
const REFUSALS: ReadonlySet<unknown> = new Set(['EENVELOPE', 'EMESSAGE']);

function smtpOutcome(error: unknown, isTransmitted: boolean): Delivery {
  if (!(error instanceof Error)) throw error;
  const text = error.message.slice(0, 500);
  const status = 'responseCode' in error ? Number(error.responseCode) : 0;
  const isRefused = 'code' in error && REFUSALS.has(error.code) && status >= 500;
  if (isRefused) return { outcome: 'failed', error: text };
  if (status >= 400 || !isTransmitted) return { outcome: 'later', error: text };
  const unknown = 'The server may have accepted it, so it is not sent again.';
  return { outcome: 'failed', error: `${text}. ${unknown}` };
}
