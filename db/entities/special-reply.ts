import { defineEntity, p } from '@mikro-orm/core';
import { Offer } from './offer.ts';

/** A shop's reply to its refused special; valid while the shop claims the same former price. */
export const SpecialReply = defineEntity({
  name: 'SpecialReply',
  properties: {
    offer: () => p.oneToOne(Offer).primary().owner().deleteRule('cascade'),
    claimedCents: p.integer(),
    text: p.text(),
    /** The operator who recorded it. */
    writtenBy: p.text(),
    writtenAt: p.datetime().defaultRaw('now()'),
  },
});
