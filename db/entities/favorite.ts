import { defineEntity, p } from '@mikro-orm/core';
import { Offer } from './offer.ts';
import { Product } from './product.ts';
import { User } from './user.ts';

/** An offer that a shopper saved, at most once, with its price at the time. */
export const Favorite = defineEntity({
  name: 'Favorite',
  uniques: [{ name: 'favorite_once', properties: ['user', 'offer'] }],
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    offer: () => p.manyToOne(Offer).deleteRule('cascade').index(),
    priceAtFavoriteCents: p.integer(),
    notes: p.text().default(''),
    purchasedAt: p.datetime().nullable(),
    addedAt: p.datetime().defaultRaw('now()'),
  },
});

/** A product on a shopper's wishlist, regardless of shop. */
export const Wishlist = defineEntity({
  name: 'Wishlist',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    product: () => p.manyToOne(Product).primary().deleteRule('cascade').index(),
    addedAt: p.datetime().defaultRaw('now()'),
  },
});
