import { defineEntity, p } from '@mikro-orm/core';
import { Offer } from './offer.ts';

/** What a shop answers to a refused special of its own; it stands as long as the shop claims the same former price. */
export const SpecialReply = defineEntity({
  name: 'SpecialReply',
  properties: {
    offer: () => p.oneToOne(Offer).primary().owner().deleteRule('cascade'),
    claimedCents: p.integer(),
    text: p.text(),
    /** The operator who wrote it down. */
    writtenBy: p.text(),
    writtenAt: p.datetime().defaultRaw('now()'),
  },
});
