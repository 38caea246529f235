import { defineEntity, p } from '@mikro-orm/core';
import { Offer } from './offer.ts';
import { User } from './user.ts';

/** What a person bought at a shop: for a while they want to hear when that shop sells it cheaper. */
export const PricePass = defineEntity({
  name: 'PricePass',
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    offer: () => p.manyToOne(Offer).deleteRule('cascade').index(),
    /** One piece. */
    paidCents: p.integer(),
    boughtAt: p.datetime(),
    endsAt: p.datetime(),
    /** The price that was told of last; null: none yet. */
    toldCents: p.integer().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});
