import { defineEntity, p } from '@mikro-orm/core';
import { Offer } from './offer.ts';
import { User } from './user.ts';

const FEEDBACK_KINDS = ['recommendation', 'wrong-price', 'not-the-same-product'] as const;
export type FeedbackKind = (typeof FEEDBACK_KINDS)[number];

/** What a shopper says of an answer of ours: helpful or not, a wrong price, a wrong match. */
export const Feedback = defineEntity({
  name: 'Feedback',
  tableName: 'feedback',
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    kind: p.enum(FEEDBACK_KINDS),
    user: () => p.manyToOne(User).nullable().deleteRule('cascade').index(),
    offer: () => p.manyToOne(Offer).nullable().deleteRule('cascade').index(),
    query: p.text().nullable(),
    helpful: p.boolean().nullable(),
    comment: p.text().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});
