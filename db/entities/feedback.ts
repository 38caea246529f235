import { defineEntity, p } from '@mikro-orm/core';
import { Offer } from './offer.ts';
import { Product } from './product.ts';
import { User } from './user.ts';

const FEEDBACK_KINDS = ['recommendation', 'wrong-price', 'not-the-same-product'] as const;
export type FeedbackKind = (typeof FEEDBACK_KINDS)[number];

/** A shopper's feedback: an answer was helpful or not, a wrong price, a wrong match. */
export const Feedback = defineEntity({
  name: 'Feedback',
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

/** A shopper's review of a product, one per person and product; rating 1–5. */
export const Review = defineEntity({
  name: 'Review',
  uniques: [{ name: 'review_one_a_person', properties: ['product', 'user'] }],
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    product: () => p.manyToOne(Product).deleteRule('cascade'),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    rating: p.smallint(),
    comment: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});
