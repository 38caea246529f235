import { defineEntity, p } from '@mikro-orm/core';

/** The vocabulary of all offers: misspelt query words are corrected against it. */
export const SearchWord = defineEntity({
  name: 'SearchWord',
  tableName: 'search_word',
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
