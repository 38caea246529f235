import { defineEntity, p } from '@mikro-orm/core';
import { Product } from './product.ts';

/**
 * A product as searches find it, from the words of its offers (db/queries/search/search-products.ts). `words` is a tsvector: offer
 * names have weight A, shelf labels weight C.
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
