import { defineEntity, p } from '@mikro-orm/core';
import { Retailer } from './retailer.ts';

/**
 * A shop's shelf and our category for it, learned from its goods or set by an operator. A row without a retailer is a brand, in lower
 * case, with the usual category of its goods.
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
    /** Its breadcrumbs, as the shop states them. */
    trail: p.text(),
    /** Null when its goods and its label disagree or tell too little. */
    category: p.text().nullable(),
    /** Number of its offers when it was last learned. */
    offers: p.integer(),
    /** Share of its recognised goods that agree, 0–1. */
    agreement: p.float(),
    /** The operator who set the category; null while it is learned. */
    decidedBy: p.text().nullable(),
    decidedAt: p.datetime().nullable(),
    learnedAt: p.datetime(),
  },
});
