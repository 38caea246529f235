import { defineEntity, p } from '@mikro-orm/core';
import { Retailer } from './retailer.ts';

/** A product picture as the site serves it, one row per width. `hash` identifies the shop's original bytes. */
export const Picture = defineEntity({
  name: 'Picture',
  properties: {
    hash: p.text().primary(),
    width: p.smallint().primary(),
    /** Null when stored in the bucket. */
    bytes: p.blob().$type<Buffer>().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

const PICTURE_STATES = ['waiting', 'ready', 'failed'] as const;

/** A shop's picture address with the resulting picture. `nextTryAt` null: nothing left to do. `attempts` counts claims. */
export const PictureSource = defineEntity({
  name: 'PictureSource',
  indexes: [{ name: 'picture_source_due', properties: ['origin', 'rank', 'nextTryAt'] }],
  properties: {
    url: p.text().primary(),
    origin: p.text(),
    retailer: () => p.manyToOne(Retailer).deleteRule('cascade').index(),
    /** 0: the product's picture; 1: a picture of another offer. */
    rank: p.smallint(),
    state: p.enum(PICTURE_STATES).default('waiting'),
    hash: p.text().nullable().index(),
    reason: p.text().nullable(),
    attempts: p.smallint().default(0),
    nextTryAt: p.datetime().nullable().defaultRaw('now()'),
  },
});
