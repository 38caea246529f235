import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.ts';

/** A search as trending counts it: one row a query, visitor (a keyed hash) and hour; `source` tells the demo log from visitors. */
export const Search = defineEntity({
  name: 'Search',
  tableName: 'search',
  uniques: [{ name: 'search_once_an_hour', properties: ['query', 'visitor', 'hour'] }],
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    query: p.text(),
    visitor: p.text(),
    hour: p.integer(),
    user: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    resultsCount: p.integer(),
    source: p.text().default('site'),
    searchedAt: p.datetime().defaultRaw('now()').index(),
  },
});
