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

/** The feed of a shopper's favourites; its address is the signed id, so deleting the row ends it. */
export const FavoriteFeed = defineEntity({
  name: 'FavoriteFeed',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    user: () => p.oneToOne(User).owner().deleteRule('cascade'),
    createdAt: p.datetime().defaultRaw('now()'),
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

/** A product viewed by a signed-in shopper, with the price shown. */
export const ViewHistory = defineEntity({
  name: 'ViewHistory',
  indexes: [{ name: 'view_history_newest', properties: ['user', 'viewedAt'] }],
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    product: () => p.manyToOne(Product).deleteRule('cascade').index(),
    priceCents: p.integer().nullable(),
    viewedAt: p.datetime().defaultRaw('now()'),
  },
});

/** A signed-in shopper's search, listed in the profile. */
export const SearchHistory = defineEntity({
  name: 'SearchHistory',
  indexes: [{ name: 'search_history_newest', properties: ['user', 'searchedAt'] }],
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    query: p.text(),
    resultsCount: p.integer(),
    searchedAt: p.datetime().defaultRaw('now()'),
  },
});

const FEEDBACK_KINDS = ['recommendation', 'wrong-price', 'not-the-same-product'] as const;
export type FeedbackKind = (typeof FEEDBACK_KINDS)[number];

/** A shopper's feedback: an answer was helpful or not, a wrong price, a wrong match. */
export const Feedback = defineEntity({
  name: 'Feedback',
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    kind: p.enum(FEEDBACK_KINDS),
    user: () => p.manyToOne(User).nullable().deleteRule('cascade').index(),
    offer: () => p.manyToOne(Offer).nullable().deleteRule('cascade').index(),
    query: p.text().nullable(),
    helpful: p.boolean().nullable(),
    comment: p.text().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

/** A shopper's review of a product, one per person and product; rating 1–5. */
export const Review = defineEntity({
  name: 'Review',
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

/** A person's saved shopping list, as plain lines. */
export const Docket = defineEntity({
  name: 'Docket',
  properties: {
    user: () => p.oneToOne(User).primary().owner().deleteRule('cascade'),
    list: p.text(),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
});
