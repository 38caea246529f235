import { defineEntity, p } from '@mikro-orm/core';
import { Retailer } from './retailer.ts';

/** A product picture as the site serves it, one row a width. `hash` names the bytes that the shop sent. */
export const Picture = defineEntity({
  name: 'Picture',
  properties: {
    hash: p.text().primary(),
    width: p.smallint().primary(),
    format: p.text(),
    /** Null where they lie in the bucket. */
    bytes: p.blob().$type<Buffer>().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

const PICTURE_STATES = ['waiting', 'ready', 'failed'] as const;

/** A shop's picture address and the picture it became. `nextTryAt` null: nothing more to do. `attempts` counts claims. */
export const PictureSource = defineEntity({
  name: 'PictureSource',
  indexes: [{ name: 'picture_source_due', properties: ['origin', 'rank', 'nextTryAt'] }],
  properties: {
    url: p.text().primary(),
    origin: p.text(),
    retailer: () => p.manyToOne(Retailer).deleteRule('cascade').index(),
    /** 0: the picture of a product; 1: of one more offer of it. */
    rank: p.smallint(),
    state: p.enum(PICTURE_STATES).default('waiting'),
    hash: p.text().nullable().index(),
    reason: p.text().nullable(),
    attempts: p.smallint().default(0),
    nextTryAt: p.datetime().nullable().defaultRaw('now()'),
  },
});
