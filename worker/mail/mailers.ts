import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { type ClaimedMail, type Reach, WEBHOOK } from '#db/queries/mails/mails.ts';
import type { Config } from '#db/runtime/config.ts';
import { CLOSED_LINK, unseal } from '#db/runtime/signed-link.ts';
import { messageOf } from '#domain/errors.ts';
import { unsubscribeUrlOf } from '#domain/text/mail-text.ts';
import { callOperator } from './operator-call.ts';

/** The outcome of one delivery attempt. */
export type Delivery =
  | { outcome: 'sent' }
  /** The server did not accept the mail: a retry cannot send it twice. */
  | { outcome: 'later'; error: string }
  /** The server refused the mail permanently, or may have accepted it. */
  | { outcome: 'failed'; error: string };

/** Delivers mails to a server. */
export interface Mailer {
  /** The kinds of recipients that it can send to. */
  readonly reach: Reach;
  /** Sends a mail. Runs `onTransfer` before the server gets the first byte; if that throws, it gets none. */
  send(mail: ClaimedMail, onTransfer: () => Promise<void>): Promise<Delivery>;
}

/** The configured mailer: mails go to SMTP_URL, notes to OPERATOR_WEBHOOK. Null, with a log line, if neither is set. */
export function openMailer(config: Config, log: Logger): Mailer | null {
  const { smtpUrl, webhook } = config;
  const byMail = smtpUrl ? createSmtpMailer({ ...config, smtpUrl }) : null;
  const byWebhook = webhook ? createWebhookMailer(webhook) : null;
  if (!byMail) log.info('SMTP_URL is not set: mails stay in the outbox');
  if (!byMail || !byWebhook) return byMail ?? byWebhook;
  return {
    reach: 'all',
    send: (mail, onTransfer) =>
      (mail.recipient === WEBHOOK ? byWebhook : byMail).send(mail, onTransfer),
  };
}

/** What a mail to a member needs of the configuration. */
export type MemberMailConfig = Pick<Config, 'siteUrl' | 'mailFrom' | 'authSecret'>;

type MailerConfig = Record<'smtpUrl' | 'mailFrom' | 'siteUrl' | 'authSecret', string>;

/** Time limit of a delivery and of each of its steps. */
const SEND_TIMEOUT_MS = 8_000;

/** Sends from `mailFrom` through the server of `smtpUrl`; message ids contain the host of `siteUrl`. */
export function createSmtpMailer({ smtpUrl, mailFrom, siteUrl, authSecret }: MailerConfig): Mailer {
  const host = new URL(siteUrl).hostname;
  return {
    reach: 'addresses',
    async send(mail, onTransfer) {
      const text = unseal(authSecret, mail.key, mail.text);
      if (mail.kind === 'reset' && text === mail.text)
        return { outcome: 'failed', error: CLOSED_LINK };
      let isTransmitted = false;
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

/**
 * Posts notes to operators to `url` as JSON: id, kind, subject, text. With a `secret`, X-Priceroo-Signature carries the body's
 * HMAC-SHA256. A note whose response was lost is posted again with the same id, so that receivers can detect the repeat.
 */
export function createWebhookMailer({
  url,
  secret,
}: {
  url: string;
  secret: string | null;
}): Mailer {
  return {
    reach: 'webhook',
    async send({ id, kind, subject, text }) {
      const body = JSON.stringify({ id, kind, subject, text });
      const headers = {
        'content-type': 'application/json',
        'idempotency-key': id,
        ...(secret && { 'x-priceroo-signature': `sha256=${hmac(secret, body)}` }),
      };
      try {
        return webhookOutcome(await callOperator(url, { body, headers }));
      } catch (error) {
        return { outcome: 'later', error: messageOf(error).slice(0, 500) };
      }
    },
  };
}

function hmac(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** The outcome by status. */
function webhookOutcome(status: number): Delivery {
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  const isForNow = status >= 500 || status === 408 || status === 429;
  return { outcome: isForNow ? 'later' : 'failed', error: `The webhook answered ${status}.` };
}
