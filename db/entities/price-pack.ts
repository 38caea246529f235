import { defineEntity, p } from '@mikro-orm/core';
import { Offer } from './offer.ts';

/** What an offer cost in one year (UTC), once it is too old to change: its price points as columns, in the order of time. */
export const PricePack = defineEntity({
  name: 'PricePack',
  tableName: 'price_pack',
  properties: {
    offer: () => p.manyToOne(Offer).primary().deleteRule('cascade'),
    year: p.smallint().primary(),
    slots: p.array<number>().columnType('int[]'),
    pricesCents: p.array<number>().columnType('int[]'),
    /** A null for each point without one. */
    originalPricesCents: p.array<number | null>().columnType('int[]'),
    /** The place of each in AVAILABILITIES, from 1. */
    availabilities: p.array<number>().columnType('smallint[]'),
  },
});
