import { defineEntity, p } from '@mikro-orm/core';
import { Offer } from './offer.ts';

/**
 * What an offer cost in one year (UTC), as far as it is too old to change: the columns of its price points, side by side,
 * in the order of time. Who packs what: queries/price-packs.ts.
 */
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
