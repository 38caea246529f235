import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.ts';

/** A search as counted for trending: one row per query, visitor (a keyed hash) and hour; `source` separates the demo log from visitors. */
export const Search = defineEntity({
  name: 'Search',
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

/** The vocabulary of all offers, against which misspelt query words are corrected. */
export const SearchWord = defineEntity({
  name: 'SearchWord',
  indexes: [
    {
      name: 'search_word_trigrams',
      expression: `create index "search_word_trigrams" on "search_word" using gin ("word" gin_trgm_ops)`,
    },
  ],
  properties: {
    word: p.text().primary(),
    offers: p.integer(),
  },
});
