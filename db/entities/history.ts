import { defineEntity, p } from '@mikro-orm/core';
import { Product } from './product.ts';
import { User } from './user.ts';

/** A product page a signed-in shopper looked at, with the price seen. */
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

/** A search of a signed-in shopper, as the profile lists it. */
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
