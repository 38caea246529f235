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
    /** `name` is canonical, from the titles of its offers; `readAs` is the first title read, which matching compares. */
    name: p.text(),
    readAs: p.text().nullable(),
    brand: p.text().nullable(),
    category: p.text().nullable().index(),
    /** Why the daily check doubts the category, for operators; null without doubt. */
    doubt: p.text().nullable(),
    description: p.text().nullable(),
    imageUrl: p.text().nullable(),
    specifications: p.json<Record<string, string>>(),
    gtin: p.text().nullable().unique(),
    modelKey: p.text().nullable().unique(),
    /** Keys that match offers to it: worker/match/match-keys.ts. */
    matchKeys: p.array().default([]),
    /** Keys shared by variants of one model: worker/match/family-keys.ts. */
    familyKeys: p.array().default([]),
    /** The product that this one was merged into: its keys and address lead there, and it has no offers. */
    mergedInto: p.uuid().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});
