import { defineEntity, p } from '@mikro-orm/core';
import { Product } from './product.ts';
import { User } from './user.ts';

/** A shopper's word on a product: one a person and product; rating 1–5. */
export const Review = defineEntity({
  name: 'Review',
  tableName: 'review',
  uniques: [{ name: 'review_one_a_person', properties: ['product', 'user'] }],
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    product: () => p.manyToOne(Product).deleteRule('cascade'),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    rating: p.smallint(),
    comment: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});
