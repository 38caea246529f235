import { defineEntity, p } from '@mikro-orm/core';
import { Retailer } from './retailer.ts';

/**
 * A shop's own shelf and the category of ours that it is mapped to: learned from the goods on it, or set by an operator. A row
 * without a retailer is a brand, in small letters, and what its goods usually are.
 */
export const Shelf = defineEntity({
  name: 'Shelf',
  indexes: [
    {
      name: 'shelf_identity',
      expression: `create unique index "shelf_identity" on "shelf" ("retailer_id", "trail") nulls not distinct`,
    },
  ],
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    retailer: () => p.manyToOne(Retailer).nullable().deleteRule('cascade'),
    /** The crumbs that lead to it, as the shop states them. */
    trail: p.text(),
    /** Null: its goods and its label disagree, or say too little. */
    category: p.text().nullable(),
    /** Offers on it when it was last learned. */
    offers: p.integer(),
    /** Share of its named goods that agree, 0–1. */
    agreement: p.float(),
    /** The operator who set the category; null while it is learned. */
    decidedBy: p.text().nullable(),
    decidedAt: p.datetime().nullable(),
    learnedAt: p.datetime(),
  },
});
