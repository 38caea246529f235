import { defineEntity, p } from '@mikro-orm/core';

/** One exact variant (size, storage, colour where it changes the price, pack) that groups its offers. */
export const Product = defineEntity({
  name: 'Product',
  indexes: [
    {
      name: 'product_family_keys',
      expression: `create index "product_family_keys" on "product" using gin ("family_keys") with (fastupdate = off)`,
    },
    {
      name: 'product_merged_into',
      expression: `create index "product_merged_into" on "product" ("merged_into") where "merged_into" is not null`,
    },
    {
      name: 'product_match_keys',
      expression: `create index "product_match_keys" on "product" using gin ("match_keys") with (fastupdate = off)`,
    },
  ],
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    /** Canonical, from the titles of its offers; `readAs` is the title that it was first read under, which matching compares. */
    name: p.text(),
    readAs: p.text().nullable(),
    brand: p.text().nullable(),
    category: p.text().nullable().index(),
    /** Why the daily check doubts the category, for operators; null where it does not. */
    doubt: p.text().nullable(),
    description: p.text().nullable(),
    imageUrl: p.text().nullable(),
    specifications: p.json<Record<string, string>>(),
    gtin: p.text().nullable().unique(),
    modelKey: p.text().nullable().unique(),
    titleKey: p.text().nullable(),
    /** Under which an offer of it is found: worker/match/match-keys.ts. */
    matchKeys: p.array().default([]),
    /** Variants of one model share one: worker/match/family-keys.ts. */
    familyKeys: p.array().default([]),
    /** The product that this one became part of: its keys and its address lead there. It has no offers then. */
    mergedInto: p.uuid().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});
