import { defineEntity, p } from '@mikro-orm/core';
import { Offer } from './offer.ts';
import { User } from './user.ts';

/** A purchase whose price at that shop is watched for a while. */
export const PricePass = defineEntity({
  name: 'PricePass',
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    offer: () => p.manyToOne(Offer).deleteRule('cascade').index(),
    /** Price of one piece. */
    paidCents: p.integer(),
    boughtAt: p.datetime(),
    endsAt: p.datetime(),
    /** The last price notified; null: none yet. */
    toldCents: p.integer().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});
