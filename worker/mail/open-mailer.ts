import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import { request } from 'undici';
import { WEBHOOK } from '#db/queries/mails/mails.ts';
import type { Config } from '#db/runtime/config.ts';
import { VERSION } from '#db/runtime/repo-root.ts';
import { messageOf } from '#domain/errors.ts';
import { createSmtpMailer, type Delivery, type Mailer } from './smtp-mailer.ts';

/** The configured mailer: mails go to SMTP_URL, notes to OPERATOR_WEBHOOK. Null, with a log line, if neither is set. */
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

/** Time limit of a delivery, including the response. */
const SEND_TIMEOUT_MS = 8_000;
/** Maximum bytes read of a response's body; only its status matters. */
const MOST_ANSWER_BYTES = 64 * 1024;

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
      const signal = AbortSignal.timeout(SEND_TIMEOUT_MS);
      try {
        const answer = await request(url, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'user-agent': `Priceroo/${VERSION}`,
            'idempotency-key': id,
            ...(secret && { 'x-priceroo-signature': `sha256=${hmac(secret, body)}` }),
          },
          body,
          signal,
        });
        await answer.body.dump({ limit: MOST_ANSWER_BYTES, signal });
        return judge(answer.statusCode);
      } catch (error) {
        return { outcome: 'later', error: messageOf(error).slice(0, 500) };
      }
    },
  };
}

function hmac(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** The outcome by status. Redirects are not followed, as the operator chose the address. */
function judge(status: number): Delivery {
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  const isForNow = status >= 500 || status === 408 || status === 429;
  return { outcome: isForNow ? 'later' : 'failed', error: `The webhook answered ${status}.` };
}
