import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.ts';

/** A search of a signed-in shopper, as the profile lists it. */
export const SearchHistory = defineEntity({
  name: 'SearchHistory',
  tableName: 'search_history',
  indexes: [{ name: 'search_history_newest', properties: ['user', 'searchedAt'] }],
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    query: p.text(),
    resultsCount: p.integer(),
    searchedAt: p.datetime().defaultRaw('now()'),
  },
});
