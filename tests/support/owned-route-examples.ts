import { type Example, product, saveAgain } from './route-example.ts';

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
      em.execute(
        `insert into search_history (id, user_id, query, results_count) values (?, ?, 'again', 1) on conflict do nothing`,
        [mine.searchHistoryId, mine.userId],
      ),
  },
  'DELETE /user/view-history/{id}': {
    status: 200,
    owned: true,
    path: (mine) => `/user/view-history/${mine.viewHistoryId}`,
    before: (em, mine) =>
      em.execute(
        'insert into view_history (id, user_id, product_id) values (?, ?, ?) on conflict do nothing',
        [mine.viewHistoryId, mine.userId, mine.productId],
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
  'DELETE /alerts/{id}': {
    status: 200,
    owned: true,
    path: (mine) => `/alerts/${mine.alertId}`,
    before: (em, mine) =>
      em.execute(`update alert set state = 'watching' where id = ?`, [mine.alertId]),
  },
};
