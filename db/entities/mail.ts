import { defineEntity, p } from '@mikro-orm/core';

export const MAIL_STATES = ['waiting', 'sending', 'sent', 'failed'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** The outbox. `key` is unique ('alert:<alert>:<offer>:<slot>'), so that no fault sends a mail twice. */
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
    sentAt: p.datetime().nullable(),
  },
});
