import { defineEntity, p } from '@mikro-orm/core';
import { AVAILABILITIES } from '#domain/offers/availability.ts';
import type { EarlierPack } from '#domain/pack/shrinkflation.ts';
import { Page } from './page.ts';
import { Product } from './product.ts';
import { Retailer } from './retailer.ts';
import { Run } from './run.ts';

const PRICE_SOURCES = ['live', 'demo', 'feed', 'estimate'] as const;
const MATCH_METHODS = ['gtin', 'model', 'title', 'words', 'new', 'operator'] as const;
/** How an offer was matched to its product; 'new' for the offer that a product began with. */
export type MatchMethod = (typeof MATCH_METHODS)[number];

/**
 * A retailer's offer of one variant. No index holds a column that a price update writes, so that updates stay heap-only; pages are half
 * full (set in the migration) to leave room for new versions when a whole shop is read.
 */
export const Offer = defineEntity({
  name: 'Offer',
  uniques: [
    { name: 'offer_identity', properties: ['retailer', 'url', 'variant', 'seller', 'zone'] },
  ],
  indexes: [
    {
      name: 'offer_code',
      expression: `create index "offer_code" on "offer" ("retailer_id", "sku") where "sku" is not null`,
    },
    {
      name: 'offer_name',
      expression: `create index "offer_name" on "offer" ("retailer_id", hashtext("name"))`,
    },
  ],
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    retailer: () => p.manyToOne(Retailer).deleteRule('cascade'),
    url: p.text(),
    variant: p.text().default(''),
    seller: p.text().default(''),
    zone: p.text().default('national'),
    product: () => p.manyToOne(Product).index(),
    page: () => p.manyToOne(Page).nullable().deleteRule('set null').index(),
    matchMethod: p.enum(MATCH_METHODS),
    matchConfidence: p.float(),
    matchBecause: p.json<string[]>(),
    name: p.text(),
    brand: p.text().nullable(),
    /** Decided from all offers of its product (db/queries/products/describe-products.ts); initially from its own words alone. */
    category: p.text().nullable(),
    /** The shop's own shelf, raw: 'Kitchen > Kettles'. */
    shelf: p.text().nullable(),
    gtin: p.text().nullable(),
    sku: p.text().nullable(),
    imageUrl: p.text().nullable(),
    searchText: p.text(),
    source: p.enum(PRICE_SOURCES),
    priceCents: p.integer(),
    originalPriceCents: p.integer().nullable(),
    memberPriceCents: p.integer().nullable(),
    deliveryCents: p.integer().nullable(),
    multiBuy: p.json<{ quantity: number; totalCents: number }>().nullable(),
    unitPrice: p.json<{ price: string; quantity: number; unit: string }>().nullable(),
    /** The offer before the digits in its name changed: the pack may have shrunk. */
    earlierPack: p.json<EarlierPack>().nullable(),
    /** An implausible price that waits for a second fetch to confirm it. */
    suspectPriceCents: p.integer().nullable(),
    availability: p.enum(AVAILABILITIES),
    ratingAverage: p.float().nullable(),
    ratingCount: p.integer().nullable(),
    extraction: p.text(),
    fence: p.integer().default(0),
    /** When its past was replayed (demo shops). */
    replayedAt: p.datetime().nullable(),
    firstSeenAt: p.datetime().defaultRaw('now()'),
    priceChangedAt: p.datetime(),
    lastSeenAt: p.datetime(),
  },
});

/** An offer that was joined into another of the same shop, because its address is another one of the same page; kept to undo the join. */
export const OfferJoin = defineEntity({
  name: 'OfferJoin',
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    retailer: () => p.manyToOne(Retailer).deleteRule('cascade'),
    into: () => p.manyToOne(Offer).deleteRule('cascade').index(),
    url: p.text().index(),
    /** The row of the offer, as Postgres wrote it, with its points and packs. */
    former: p.json<Record<string, unknown>>(),
    points: p.json<unknown[]>(),
    packs: p.json<unknown[]>(),
    /** Points of the target before this slot came from the joined offer. */
    beforeSlot: p.integer().nullable(),
    joinedAt: p.datetime().defaultRaw('now()'),
    undoneAt: p.datetime().nullable(),
  },
});

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

/** Source of an offer's quality and value scores; the price score is always computed. */
const SCORED_BY = ['rules', 'model'] as const;

/** An offer's scores relative to its product's other offers; each 0–100. */
export const Score = defineEntity({
  name: 'Score',
  properties: {
    offer: () => p.oneToOne(Offer).primary().owner().deleteRule('cascade'),
    overall: p.smallint(),
    price: p.smallint(),
    quality: p.smallint(),
    value: p.smallint(),
    popularity: p.smallint(),
    reason: p.text(),
    highlights: p.json<string[]>(),
    by: p.enum(SCORED_BY).default('rules'),
    scoredAt: p.datetime().defaultRaw('now()'),
  },
});

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
