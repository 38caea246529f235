import { defineEntity, p } from '@mikro-orm/core';
import type { SearchFilters } from '#domain/search/search-filters.ts';
import { Product } from './product.ts';
import { User } from './user.ts';

/** A search whose new matches and falls are mailed to its shopper. */
export const WatchedSearch = defineEntity({
  name: 'WatchedSearch',
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    query: p.text(),
    filters: p.json<SearchFilters>(),
    /** Days between two mails. */
    restDays: p.integer().default(1),
    /** tsquery of the products that can match, at the last look. */
    candidates: p.text(),
    /** A product that can match was added or changed since the last look. */
    isDue: p.boolean().default(false),
    lookedAt: p.datetime().defaultRaw('now()').index(),
    mailedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

/** A product that a watched search knows of (`KnownMatch` of #domain/search/watched-match.ts). */
export const WatchedMatch = defineEntity({
  name: 'WatchedMatch',
  properties: {
    search: () => p.manyToOne(WatchedSearch).primary().deleteRule('cascade'),
    product: () => p.manyToOne(Product).primary().deleteRule('cascade').index(),
    baseCents: p.integer(),
    toldCents: p.integer(),
    hasLeft: p.boolean().default(false),
  },
});

/**
 * A mark of a product whose offers changed, or that is new, while searches are watched. A trigger adds marks
 * (Migration20261129180000_watched_search), the sweep deletes them once the searches that it can match are due.
 */
export const SearchDue = defineEntity({
  name: 'SearchDue',
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    /** No foreign key: the product may be deleted before the sweep. */
    product: () => p.manyToOne(Product).createForeignKeyConstraint(false).index(false),
  },
});
