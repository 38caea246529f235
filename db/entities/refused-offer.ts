import { defineEntity, p } from '@mikro-orm/core';
import { AVAILABILITIES } from '#domain/offers/availability.ts';
import { Page } from './page.ts';
import { Retailer } from './retailer.ts';
import { Run } from './run.ts';

/** An offer that a guard refused, as stated by its page or feed; shown to operators until the offer is accepted. */
export const RefusedOffer = defineEntity({
  name: 'RefusedOffer',
  indexes: [{ name: 'refused_offer_newest', properties: ['retailer', 'reason', 'lastRefusedAt'] }],
  properties: {
    /** A hash of retailer, address, variant, seller and reason, because addresses may be too long for an index. */
    id: p.uuid().primary(),
    retailer: () => p.manyToOne(Retailer).deleteRule('cascade'),
    /** The page that stated it; null for a feed. */
    page: () => p.manyToOne(Page).nullable().deleteRule('cascade').index(),
    /** The newest run that refused it. No foreign key: runs have their own retention. */
    run: () => p.manyToOne(Run).createForeignKeyConstraint(false),
    /** Row number in the feed, from 1. */
    feedRow: p.integer().nullable(),
    /** Empty when a feed states none. */
    url: p.text(),
    variant: p.text(),
    seller: p.text(),
    name: p.text(),
    reason: p.text(),
    /** The text as read: '12.99', or whatever a feed has in its place. */
    price: p.text().nullable(),
    currency: p.text().nullable(),
    availability: p.enum(AVAILABILITIES),
    /** The limits that the guard applied: the last known price, or the ceiling of its category. */
    lastPriceCents: p.integer().nullable(),
    ceilingCents: p.integer().nullable(),
    times: p.integer().default(1),
    firstRefusedAt: p.datetime(),
    lastRefusedAt: p.datetime(),
  },
});
