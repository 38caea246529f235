import { defineEntity, p } from '@mikro-orm/core';
import { Product } from './product.ts';
import { User } from './user.ts';

/** A product viewed by a signed-in shopper, with the price shown. */
export const ViewHistory = defineEntity({
  name: 'ViewHistory',
  indexes: [{ name: 'view_history_newest', properties: ['user', 'viewedAt'] }],
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    product: () => p.manyToOne(Product).deleteRule('cascade').index(),
    priceCents: p.integer().nullable(),
    viewedAt: p.datetime().defaultRaw('now()'),
  },
});

/** A signed-in shopper's search, listed in the profile. */
export const SearchHistory = defineEntity({
  name: 'SearchHistory',
  indexes: [{ name: 'search_history_newest', properties: ['user', 'searchedAt'] }],
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    query: p.text(),
    resultsCount: p.integer(),
    searchedAt: p.datetime().defaultRaw('now()'),
  },
});
