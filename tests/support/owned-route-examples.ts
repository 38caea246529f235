import type { EntityManager } from '@mikro-orm/postgresql';
import { Alert, PricePass } from '#db/entities/alert.ts';
import { Favorite, SearchHistory, ViewHistory } from '#db/entities/shopper.ts';
import { ApiKey } from '#db/entities/user.ts';

/** What one person has, for calls about it. */
export interface Owned {
  token: string;
  userId: string;
  offerId: string;
  productId: string;
  productUrl: string;
  favoriteId: string;
  alertId: string;
  passId: string;
  searchHistoryId: string;
  viewHistoryId: string;
  apiKeyId: string;
  apiKey: string;
}

/** A sound call of one route. */
export interface Example {
  /** The status it has for those who may call it. */
  status: number;
  anonymousStatus?: number;
  /** The path names something of a person: for all others it does not exist. */
  owned?: boolean;
  path?(mine: Owned): string;
  body?(mine: Owned): unknown;
  before?(em: EntityManager, mine: Owned): Promise<unknown>;
}

/** A body that names a product. */
export const product = (mine: Owned) => ({ productId: mine.productId });
/** A body that names an offer by its link. */
export const link = (mine: Owned) => ({ productUrl: mine.productUrl });

/** Restores the favourite that an earlier call deleted. */
export const saveAgain = (em: EntityManager, mine: Owned) =>
  em.upsert(
    Favorite,
    { id: mine.favoriteId, user: mine.userId, offer: mine.offerId, priceAtFavoriteCents: 1 },
    { onConflictAction: 'ignore' },
  );

/** What somebody paid for an offer. */
const PASS = { paidCents: 900, boughtAt: new Date(), endsAt: new Date() };
/** A purchase of an offer. */
export const purchase = (mine: Owned) => ({
  items: [{ offerId: mine.offerId, paid: 9, boughtOn: new Date().toISOString().slice(0, 10) }],
});

/** Calls whose path names something of a person: for all others it does not exist. */
export const OWNED_EXAMPLES: Record<string, Example> = {
  'GET /recommendations/search-based': {
    status: 200,
    owned: true,
    path: (mine) => `/recommendations/search-based?userId=${mine.userId}`,
  },
  'GET /users/{id}': { status: 200, owned: true, path: (mine) => `/users/${mine.userId}` },
  'PATCH /users/{id}/preferences': {
    status: 200,
    owned: true,
    path: (mine) => `/users/${mine.userId}/preferences`,
    body: () => ({ categories: ['Laptops'] }),
  },
  'POST /users/{id}/search-history': {
    status: 201,
    owned: true,
    path: (mine) => `/users/${mine.userId}/search-history`,
    body: () => ({ query: 'kettle', resultsCount: 1 }),
  },
  'POST /users/{id}/view-history': {
    status: 201,
    owned: true,
    path: (mine) => `/users/${mine.userId}/view-history`,
    body: product,
  },
  'POST /users/{id}/favorites': {
    status: 200,
    owned: true,
    path: (mine) => `/users/${mine.userId}/favorites`,
    body: product,
  },
  'DELETE /users/{id}/favorites/{productId}': {
    status: 200,
    owned: true,
    path: (mine) => `/users/${mine.userId}/favorites/${mine.productId}`,
    before: saveAgain,
  },
  'POST /users/{id}/wishlist': {
    status: 201,
    owned: true,
    path: (mine) => `/users/${mine.userId}/wishlist`,
    body: product,
  },
  'DELETE /users/{id}/wishlist/{productId}': {
    status: 200,
    owned: true,
    path: (mine) => `/users/${mine.userId}/wishlist/${mine.productId}`,
  },
  'DELETE /user/search-history/{id}': {
    status: 200,
    owned: true,
    path: (mine) => `/user/search-history/${mine.searchHistoryId}`,
    before: (em, mine) =>
      em.upsert(
        SearchHistory,
        { id: mine.searchHistoryId, user: mine.userId, query: 'again', resultsCount: 1 },
        { onConflictAction: 'ignore' },
      ),
  },
  'DELETE /user/view-history/{id}': {
    status: 200,
    owned: true,
    path: (mine) => `/user/view-history/${mine.viewHistoryId}`,
    before: (em, mine) =>
      em.upsert(
        ViewHistory,
        { id: mine.viewHistoryId, user: mine.userId, product: mine.productId },
        { onConflictAction: 'ignore' },
      ),
  },
  'DELETE /user/favorites/{id}': {
    status: 200,
    owned: true,
    path: (mine) => `/user/favorites/${mine.favoriteId}`,
    before: saveAgain,
  },
  'GET /favorites/{id}': {
    status: 200,
    owned: true,
    path: (mine) => `/favorites/${mine.favoriteId}`,
  },
  'DELETE /favorites/{id}': {
    status: 200,
    owned: true,
    path: (mine) => `/favorites/${mine.favoriteId}`,
    before: saveAgain,
  },
  'PATCH /favorites/{id}/notes': {
    status: 200,
    owned: true,
    path: (mine) => `/favorites/${mine.favoriteId}/notes`,
    body: () => ({ notes: 'For Mum' }),
  },
  'PATCH /favorites/{id}/price-alert': {
    status: 200,
    owned: true,
    path: (mine) => `/favorites/${mine.favoriteId}/price-alert`,
    body: () => ({ enabled: true, targetPrice: 99 }),
  },
  'PATCH /favorites/{id}/purchased': {
    status: 200,
    owned: true,
    path: (mine) => `/favorites/${mine.favoriteId}/purchased`,
    body: () => ({ purchased: true }),
  },
  'DELETE /user/api-keys/{id}': {
    status: 200,
    owned: true,
    path: (mine) => `/user/api-keys/${mine.apiKeyId}`,
    before: (em, mine) =>
      em.upsert(
        ApiKey,
        { id: mine.apiKeyId, user: mine.userId, name: 'again', prefix: 'prk_', hash: 'again' },
        { onConflictAction: 'ignore' },
      ),
  },
  'DELETE /price-pass/{id}': {
    status: 200,
    owned: true,
    path: (mine) => `/price-pass/${mine.passId}`,
    before: (em, mine) =>
      em.upsert(
        PricePass,
        { ...PASS, id: mine.passId, user: mine.userId, offer: mine.offerId },
        { onConflictAction: 'ignore' },
      ),
  },
  'DELETE /alerts/{id}': {
    status: 200,
    owned: true,
    path: (mine) => `/alerts/${mine.alertId}`,
    before: (em, mine) => em.nativeUpdate(Alert, { id: mine.alertId }, { state: 'watching' }),
  },
};
