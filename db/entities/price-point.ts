import { defineEntity, p } from '@mikro-orm/core';
import { AVAILABILITIES } from '#domain/offers/availability.ts';
import { Offer } from './offer.ts';
import { Run } from './run.ts';

/** A change of an offer's price. `slot` is its time in whole minutes since 1970, so that an attempt that runs twice writes one point. */
export const PricePoint = defineEntity({
  name: 'PricePoint',
  properties: {
    offer: () => p.manyToOne(Offer).primary().deleteRule('cascade'),
    slot: p.integer().primary(),
    priceCents: p.integer(),
    originalPriceCents: p.integer().nullable(),
    availability: p.enum(AVAILABILITIES),
    /** No foreign key: deleting old runs (queries/operators/retention.ts) would have to search all points. */
    run: () => p.manyToOne(Run).nullable().createForeignKeyConstraint(false),
  },
});

/** An offer's price points of one year (UTC) that can no longer change, as arrays in order of time. */
export const PricePack = defineEntity({
  name: 'PricePack',
  properties: {
    offer: () => p.manyToOne(Offer).primary().deleteRule('cascade'),
    year: p.smallint().primary(),
    slots: p.array<number>().columnType('int[]'),
    pricesCents: p.array<number>().columnType('int[]'),
    /** Null for points without one. */
    originalPricesCents: p.array<number | null>().columnType('int[]'),
    /** Positions in AVAILABILITIES, from 1. */
    availabilities: p.array<number>().columnType('smallint[]'),
  },
});
