import { defineEntity, p } from '@mikro-orm/core';
import { CHANNELS } from '#domain/text/channel-note.ts';
import { Offer } from './offer.ts';
import { Product } from './product.ts';
import { Retailer } from './retailer.ts';
import { User } from './user.ts';

const ALERT_KINDS = ['target', 'any_drop'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];
/** unconfirmed → watching ⇄ fired; ended by the shopper. */
const ALERT_STATES = ['unconfirmed', 'watching', 'fired', 'ended'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** A shopper's request for a mail when a product's best price falls. */
export const Alert = defineEntity({
  name: 'Alert',
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    product: () => p.manyToOne(Product).deleteRule('cascade').index(),
    /** Watches this shop's offers alone; null: any shop's. */
    retailer: () => p.manyToOne(Retailer).nullable().deleteRule('cascade').index(false),
    email: p.text(),
    kind: p.enum(ALERT_KINDS),
    targetCents: p.integer().nullable(),
    /** The target is the lowest price of the past year, and moves with it. */
    yearLow: p.boolean().default(false),
    basePriceCents: p.integer(),
    lastPriceCents: p.integer().nullable(),
    /** The smallest fall that any drop mails, and a further fall; null: one cent. */
    minDropCents: p.integer().nullable(),
    /** Days after a mail in which only a further fall is mailed. */
    restDays: p.integer().default(0),
    /** Also mails when a shop has it in stock again: at the target, or at any price. */
    backInStock: p.boolean().default(false),
    /** With `backInStock`: every shop said that it has run out, since the last mail. */
    wasGone: p.boolean().default(false),
    /** The price of the last mail. */
    mailedCents: p.integer().nullable(),
    state: p.enum(ALERT_STATES),
    createdAt: p.datetime().defaultRaw('now()'),
    firedAt: p.datetime().nullable(),
  },
});

/**
 * A mark of a product whose alerts the sweep looks at: its offers or alerts changed. Triggers on both tables add marks
 * (Migration20261129015000_alert_due), the sweep deletes them once no alert of the product is due.
 */
export const AlertDue = defineEntity({
  name: 'AlertDue',
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    /** No foreign key: the product may be deleted before the sweep. */
    product: () => p.manyToOne(Product).createForeignKeyConstraint(false).index(false),
  },
});

/** Where a person gets their alerts besides mail. */
export const AlertChannel = defineEntity({
  name: 'AlertChannel',
  properties: {
    user: () => p.oneToOne(User).primary().owner().deleteRule('cascade'),
    channel: p.enum(CHANNELS),
    /** Sealed, as it lets anyone write there. */
    address: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

/** What a fired alert says, until the day's mail of its address. */
export const DigestLine = defineEntity({
  name: 'DigestLine',
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    alert: () => p.manyToOne(Alert).deleteRule('cascade').index(),
    sentence: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

/** A purchase whose price at that shop is watched for a while. */
export const PricePass = defineEntity({
  name: 'PricePass',
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    offer: () => p.manyToOne(Offer).deleteRule('cascade').index(),
    /** Price of one piece. */
    paidCents: p.integer(),
    boughtAt: p.datetime(),
    endsAt: p.datetime(),
    /** The last price notified; null: none yet. */
    toldCents: p.integer().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});
