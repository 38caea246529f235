import { defineEntity, p } from '@mikro-orm/core';

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
