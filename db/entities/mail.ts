import { defineEntity, p } from '@mikro-orm/core';
import { MAIL_STATES } from '#domain/text/mail-text.ts';

/** The outbox. `key` names the event ('alert:<alert>:<time of firing>') and is unique, so that no fault sends a mail twice. */
export const Mail = defineEntity({
  name: 'Mail',
  indexes: [{ name: 'mail_waiting', properties: ['state', 'sendAfter'] }],
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    key: p.text().unique(),
    kind: p.text(),
    recipient: p.text(),
    subject: p.text(),
    text: p.text(),
    html: p.text(),
    state: p.enum(MAIL_STATES).default('waiting'),
    attempts: p.smallint().default(0),
    lastError: p.text().nullable(),
    sendAfter: p.datetime().defaultRaw('now()'),
    createdAt: p.datetime().defaultRaw('now()'),
    /** While `sending`: when the server began to get it; null: it has nothing of it. */
    sentAt: p.datetime().nullable(),
  },
});

const SUBSCRIBER_STATES = ['unconfirmed', 'confirmed', 'unsubscribed'] as const;

/** A newsletter subscription; nothing is sent before the address confirms. */
export const NewsletterSubscriber = defineEntity({
  name: 'NewsletterSubscriber',
  properties: {
    email: p.text().primary(),
    state: p.enum(SUBSCRIBER_STATES).default('unconfirmed'),
    createdAt: p.datetime().defaultRaw('now()'),
    confirmedAt: p.datetime().nullable(),
  },
});
