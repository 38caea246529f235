import { defineEntity, p } from '@mikro-orm/core';
import { AVAILABILITIES } from '#domain/offers/availability.ts';
import { Page } from './page.ts';
import { Retailer } from './retailer.ts';
import { Run } from './run.ts';

/** An offer that a guard refused, as its page or feed states it: for operators only, and until the offer is accepted. */
export const RefusedOffer = defineEntity({
  name: 'RefusedOffer',
  indexes: [{ name: 'refused_offer_newest', properties: ['retailer', 'reason', 'lastRefusedAt'] }],
  properties: {
    /** A hash of retailer, address, variant, seller and reason: an address too long for an index is refused too. */
    id: p.uuid().primary(),
    retailer: () => p.manyToOne(Retailer).deleteRule('cascade'),
    /** The page that stated it; null when a feed did. */
    page: () => p.manyToOne(Page).nullable().deleteRule('cascade').index(),
    /** The newest run that refused it. No foreign key: runs are kept longer. */
    run: () => p.manyToOne(Run).createForeignKeyConstraint(false),
    /** Its place in the feed, from 1. */
    feedRow: p.integer().nullable(),
    /** Empty where a feed states none. */
    url: p.text(),
    variant: p.text(),
    seller: p.text(),
    name: p.text(),
    reason: p.text(),
    /** As it was read: '12.99', or what a feed writes in its place. */
    price: p.text().nullable(),
    currency: p.text().nullable(),
    availability: p.enum(AVAILABILITIES),
    /** What the guard held the price against: the last price known, or the most that its category costs. */
    lastPriceCents: p.integer().nullable(),
    ceilingCents: p.integer().nullable(),
    times: p.integer().default(1),
    firstRefusedAt: p.datetime(),
    lastRefusedAt: p.datetime(),
  },
});
