import { createTransport } from 'nodemailer';
import type { ClaimedMail, Reach } from '#db/queries/mails/mails.ts';
import { unseal } from '#db/runtime/signed-link.ts';
import { unsubscribeUrlOf } from '#domain/text/mail-text.ts';

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
  send(mail: ClaimedMail): Promise<Delivery>;
}

type MailerConfig = Record<'smtpUrl' | 'mailFrom' | 'siteUrl' | 'authSecret', string>;

/** Time limit of a delivery and of each of its steps. */
const SEND_TIMEOUT_MS = 8_000;

/** Sends from `mailFrom` through the server of `smtpUrl`; message ids contain the host of `siteUrl`. */
export function createSmtpMailer({ smtpUrl, mailFrom, siteUrl, authSecret }: MailerConfig): Mailer {
  const host = new URL(siteUrl).hostname;
  return {
    reach: 'addresses',
    async send(mail) {
      let isTransmitted = false;
      const transport = createTransport({
        url: smtpUrl,
        connectionTimeout: SEND_TIMEOUT_MS,
        greetingTimeout: SEND_TIMEOUT_MS,
        socketTimeout: SEND_TIMEOUT_MS,
        transactionLog: true,
        logger: watchTransaction(() => {
          isTransmitted = true;
        }),
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      try {
        await transport.sendMail({
          from: mailFrom,
          // As an object, so that a comma in the address does not add a second recipient.
          to: { name: '', address: mail.recipient },
          subject: mail.subject,
          text: unseal(authSecret, mail.text),
          html: unseal(authSecret, mail.html),
          messageId: `<${mail.id}@${host}>`,
          headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail.text) },
          signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
        });
        return { outcome: 'sent' };
      } catch (error) {
        return judge(error, isTransmitted);
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

/** A logger that detects the command DATA: from then on the server may have the mail even if its response is lost. */
function watchTransaction(onData: () => void) {
  const ignore = () => {};
  return {
    trace: ignore,
    info: ignore,
    warn: ignore,
    error: ignore,
    fatal: ignore,
    debug(entry: { tnx?: string } | undefined, message?: string) {
      if (entry?.tnx === 'client' && message === 'DATA') onData();
    },
  };
}

/** Nodemailer's codes for a refused envelope or message. */
const REFUSALS: ReadonlySet<unknown> = new Set(['EENVELOPE', 'EMESSAGE']);

function judge(error: unknown, isTransmitted: boolean): Delivery {
  if (!(error instanceof Error)) throw error;
  const text = error.message.slice(0, 500);
  const status = 'responseCode' in error ? Number(error.responseCode) : 0;
  const isRefused = 'code' in error && REFUSALS.has(error.code) && status >= 500;
  if (isRefused) return { outcome: 'failed', error: text };
  if (status >= 400 || !isTransmitted) return { outcome: 'later', error: text };
  const unknown = 'The server may have accepted it, so it is not sent again.';
  return { outcome: 'failed', error: `${text}. ${unknown}` };
}
