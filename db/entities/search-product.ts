import { defineEntity, p } from '@mikro-orm/core';
import { Product } from './product.ts';

/**
 * A product as searches find it; made from the words of its offers (db/queries/search/search-products.ts). `words` is a tsvector: what
 * its offers are called with weight A, the shelves that it stands on with weight C.
 */
export const SearchProduct = defineEntity({
  name: 'SearchProduct',
  indexes: [
    {
      name: 'search_product_words',
      expression: `create index "search_product_words" on "search_product" using gin ("words") with (fastupdate = off)`,
    },
    {
      name: 'search_product_usual_words',
      expression: `create index "search_product_usual_words" on "search_product" using gin ("words") with (fastupdate = off) where "is_usual"`,
    },
  ],
  properties: {
    product: () => p.oneToOne(Product).primary().owner().deleteRule('cascade'),
    words: p.string().columnType('tsvector'),
    /** What it is, in the singular: 'milk'. */
    head: p.text(),
    brand: p.text().nullable(),
    category: p.text().nullable(),
    /** That its name states: '2 L', '128 GB'; null until the name was read. */
    sizes: p.array().nullable(),
    /** The average of its best price over the year; null where its prices are known for less than four weeks. */
    usualCents: p.integer().nullable(),
    /** How much shoppers and shops make of it, and how usual it is for what it is; 0 to 4.5. */
    prior: p.float(),
    /** Among the tenth of all products with the highest rank, when they were last ranked. */
    isUsual: p.boolean().default(false),
    /** The rules that made the search texts of its offers (db/queries/search/text-rules.ts); null where they are older than that. */
    textRules: p.text().nullable(),
  },
});
