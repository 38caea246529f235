import { defineEntity, p } from '@mikro-orm/core';
import { Product } from './product.ts';
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
    /** Offers whose head noun it is, or ends. */
    asHead: p.integer().default(0),
  },
});

/**
 * A product as searches find it, from the words of its offers (db/queries/search/search-products.ts). `words` is a tsvector:
 * names have weight A, shelves of its own B, shelves that it shares with other goods C, the description D.
 */
export const SearchProduct = defineEntity({
  name: 'SearchProduct',
  indexes: [
    {
      name: 'search_product_words',
      expression: `create index "search_product_words" on "search_product" using gin ("words") with (fastupdate = off)`,
    },
    ...[0, 1].map((tier) => ({
      name: `search_product_words_tier_${tier}`,
      expression: `create index "search_product_words_tier_${tier}" on "search_product" using gin ("words") with (fastupdate = off) where "tier" <= ${tier}`,
    })),
  ],
  properties: {
    product: () => p.oneToOne(Product).primary().owner().deleteRule('cascade'),
    words: p.string().columnType('tsvector'),
    /** The noun for it, in the singular: 'milk'. */
    head: p.text(),
    brand: p.text().nullable(),
    category: p.text().nullable(),
    /** Sizes in its name: '2 L', '128 GB'; null until the name is read. */
    sizes: p.array().nullable(),
    /** Specifications that its category usually states (db/queries/search/search-products.ts): 'Capacity: 655 L'. */
    specs: p.array().default([]),
    /** The average of its best price over the year; null with less than four weeks of prices. */
    usualCents: p.integer().nullable(),
    /** Popularity with shoppers and shops, and how typical it is of its kind; 0 to 4.5. */
    prior: p.float(),
    /** By `prior` at the last ranking: 0 for the first products of all, 1 for the next, 2 for the rest (TIER_SHARES). */
    tier: p.smallint().default(2),
    /** Copied from its product; variants of a model share one. */
    familyKeys: p.array().default([]),
    /** Version of the rules behind its offers' search texts (db/queries/search/text-rules.ts); null when older than those. */
    textRules: p.text().nullable(),
  },
});
