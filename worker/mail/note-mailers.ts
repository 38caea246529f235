/* Notes by HTTP POST: to the operators' own address, and to the channels of members, whose addresses anyone may have written. */
import { createHmac } from 'node:crypto';
import { Agent } from 'undici';
import type { findChannel } from '#db/queries/alerts/channels.ts';
import { CHANNEL } from '#db/queries/mails/mails.ts';
import type { Config } from '#db/runtime/config.ts';
import { FetchRefused, messageOf } from '#domain/errors.ts';
import { channelPost } from '#domain/text/channel-note.ts';
import { guardedConnector } from '../fetch/guarded-connect.ts';
import type { Delivery, Mailer } from './mailer.ts';
import { callOperator, type OperatorCall } from './operator-call.ts';

type Webhook = NonNullable<Config['webhook']>;

/**
 * Posts notes to OPERATOR_WEBHOOK. As `json`: id, kind, subject, text, with the body's HMAC-SHA256 in X-Priceroo-Signature if there is a
 * secret; a note whose response was lost is posted again with the same id, by which receivers tell the repeat. A service that tells none
 * gets a note at most once.
 */
export function createWebhookMailer({ url, secret, format }: Webhook): Mailer {
  return {
    reach: ['webhook'],
    async send({ id, kind, subject, text }, onTransfer) {
      if (format !== 'json') {
        const post = channelPost(format, url, { subject, text });
        return postOnce(post.url, { ...jsonCall(post.body), onTransfer });
      }
      const { body, headers } = jsonCall({ id, kind, subject, text });
      const digest = secret && createHmac('sha256', secret).update(body).digest('hex');
      const signature = digest && { 'x-priceroo-signature': `sha256=${digest}` };
      const named = { ...headers, 'idempotency-key': id, ...signature };
      try {
        return outcomeOf(await callOperator(url, { body, headers: named }), LATER);
      } catch (error) {
        return { outcome: 'later', error: messageOf(error).slice(0, 500) };
      }
    },
  };
}

/** Posts notes to members' channels, at public addresses only but for the origins in `local`. */
export function createChannelMailer(
  find: (userId: string) => ReturnType<typeof findChannel>,
  local: readonly string[],
): Mailer {
  const policy = { demoPort: null, allowedOrigins: local };
  const dispatcher = new Agent({ connect: guardedConnector(policy, { timeoutMs: 5_000 }) });
  return {
    reach: ['channels'],
    async send({ recipient, subject, text }, onTransfer) {
      const found = await find(recipient.slice(CHANNEL.length));
      if (!found)
        return { outcome: 'failed', error: 'The channel was removed before it was sent.' };
      if (found.url === null) return { outcome: 'failed', error: UNREADABLE };
      const { url, body } = channelPost(found.channel, found.url, { subject, text });
      return postOnce(url, { ...jsonCall(body), onTransfer, dispatcher });
    },
  };
}

const UNREADABLE =
  'The address cannot be decrypted: BETTER_AUTH_SECRET has changed. Save the channel again.';

function jsonCall(json: object) {
  return { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } };
}

/** Posts to a service that tells no repeats: again only if it certainly took nothing. */
async function postOnce(url: string, call: OperatorCall): Promise<Delivery> {
  let isTransmitted = false;
  const onTransfer = async () => {
    await call.onTransfer?.();
    isTransmitted = true;
  };
  try {
    return outcomeOf(await callOperator(url, { ...call, onTransfer }), NOT_TAKEN);
  } catch (error) {
    const text = messageOf(error).slice(0, 500);
    if (isRefusedAddress(error)) return { outcome: 'failed', error: text };
    if (!isTransmitted) return { outcome: 'later', error: text };
    return {
      outcome: 'failed',
      error: `${text}. It may have been taken, so it is not sent again.`,
    };
  }
}

function isRefusedAddress(error: unknown): boolean {
  return error instanceof FetchRefused && error.reason === 'address-forbidden';
}

/** Statuses after which a note is posted again. */
const LATER = (status: number) => status >= 500 || NOT_TAKEN(status);
/** A proxy's 502 or 504 may follow a note that was taken. */
const NOT_TAKEN = (status: number) => status === 408 || status === 429 || status === 503;

function outcomeOf(status: number, isForNow: (status: number) => boolean): Delivery {
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  const error = `The receiver answered ${status}.`;
  return { outcome: isForNow(status) ? 'later' : 'failed', error };
}
