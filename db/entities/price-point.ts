import { defineEntity, p } from '@mikro-orm/core';
import { AVAILABILITIES } from '#domain/offers/availability.ts';
import { Offer } from './offer.ts';
import { Run } from './run.ts';

/** A change of an offer's price. `slot` is its time in whole minutes since 1970: an attempt that runs twice writes one point. */
export const PricePoint = defineEntity({
  name: 'PricePoint',
  properties: {
    offer: () => p.manyToOne(Offer).primary().deleteRule('cascade'),
    slot: p.integer().primary(),
    priceCents: p.integer(),
    originalPriceCents: p.integer().nullable(),
    availability: p.enum(AVAILABILITIES),
    /** No foreign key: old runs are deleted (queries/retention.ts), and looking for their points would read all of them. */
    run: () => p.manyToOne(Run).nullable().createForeignKeyConstraint(false),
  },
});

/** What an offer cost in one year (UTC), once it is too old to change: its price points as columns, in the order of time. */
export const PricePack = defineEntity({
  name: 'PricePack',
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
