import { defineEntity, p } from '@mikro-orm/core';
import { Family } from './family.ts';

/** One exact variant (size, storage, colour where it changes the price, pack) that groups its offers. */
export const Product = defineEntity({
  name: 'Product',
  tableName: 'product',
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    family: () => p.manyToOne(Family).nullable().index(),
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
    titleKey: p.text().nullable().index(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});
