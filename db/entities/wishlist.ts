import { defineEntity, p } from '@mikro-orm/core';
import { Product } from './product.ts';
import { User } from './user.ts';

/** A product a shopper wishes for, whatever shop sells it. */
export const Wishlist = defineEntity({
  name: 'Wishlist',
  tableName: 'wishlist',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    product: () => p.manyToOne(Product).primary().deleteRule('cascade').index(),
    addedAt: p.datetime().defaultRaw('now()'),
  },
});
