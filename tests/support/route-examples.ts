import type { EntityManager } from '@mikro-orm/postgresql';

/** What one person has, for calls about it. */
export interface Owned {
  token: string;
  userId: string;
  offerId: string;
  productId: string;
  productUrl: string;
  favoriteId: string;
  alertId: string;
  searchHistoryId: string;
  viewHistoryId: string;
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

const product = (mine: Owned) => ({ productId: mine.productId });
const link = (mine: Owned) => ({ productUrl: mine.productUrl });

async function saveAgain(em: EntityManager, mine: Owned) {
  await em.execute(
    `insert into favorite (id, user_id, offer_id, price_at_favorite_cents) values (?, ?, ?, 1)
     on conflict do nothing`,
    [mine.favoriteId, mine.userId, mine.offerId],
  );
}

const AUTHORIZATION = new URLSearchParams({
  client_id: 'google',
  redirect_uri: 'http://localhost:4321/api/auth/provider/callback/google',
  state: 'a',
  nonce: 'b',
  code_challenge: 'c',
});

/** One example a route; tests fail on a route without one. */
export const EXAMPLES: Record<string, Example> = {
  'GET /products': { status: 200 },
  'GET /products/search/{term}': { status: 200, path: () => '/products/search/kettle' },
  'GET /products/categories/list': { status: 200 },
  'GET /products/{id}': { status: 200, path: (mine) => `/products/${mine.productId}` },
  'GET /products/{id}/similar': {
    status: 200,
    path: (mine) => `/products/${mine.productId}/similar`,
  },
  'GET /products/{id}/history': {
    status: 200,
    path: (mine) => `/products/${mine.productId}/history?range=7d`,
  },
  'GET /products/{id}/alert-backtest': {
    status: 200,
    path: (mine) => `/products/${mine.productId}/alert-backtest?targetPrice=120`,
  },
  'PATCH /products/{id}/price': {
    status: 200,
    path: (mine) => `/products/${mine.productId}/price`,
    body: (mine) => ({ offerId: mine.offerId, price: 139.5 }),
  },
  'POST /products/{id}/reviews': {
    status: 201,
    path: (mine) => `/products/${mine.productId}/reviews`,
    body: () => ({ rating: 4, comment: 'Boils water.' }),
  },
  'GET /search': { status: 200, path: () => '/search?q=kettle' },
  'POST /recommend/smart-recommend': { status: 200, body: () => ({ query: 'kettle' }) },
  'POST /search/ai-search': { status: 200, body: () => ({ query: 'kettle' }) },
  'GET /search/suggestions': { status: 200, path: () => '/search/suggestions?q=ket' },
  'GET /search/trending': { status: 200 },
  'GET /recommendations/personalized': { status: 200 },
  'GET /recommendations/similar/{id}': {
    status: 200,
    path: (mine) => `/recommendations/similar/${mine.productId}`,
  },
  'GET /recommendations/search-based': {
    status: 200,
    owned: true,
    path: (mine) => `/recommendations/search-based?userId=${mine.userId}`,
  },
  'GET /recommendations/trending': { status: 200 },
  'GET /recommendations/deals': { status: 200 },
  'POST /recommendations/feedback': { status: 201, body: () => ({ helpful: true }) },
  'POST /users': {
    status: 201,
    body: () => ({ email: 'fresh@example.com', password: 'gum-tree-77', name: 'Fresh' }),
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
  'GET /user/search-history': { status: 200 },
  'POST /user/search-history': { status: 201, body: () => ({ query: 'kettle' }) },
  'DELETE /user/search-history': { status: 200 },
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
  'GET /user/view-history': { status: 200 },
  'POST /user/view-history': { status: 201, body: product },
  'DELETE /user/view-history': { status: 200 },
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
  'GET /user/favorites': { status: 200 },
  'POST /user/favorites': { status: 200, body: product, before: saveAgain },
  'DELETE /user/favorites/{id}': {
    status: 200,
    owned: true,
    path: (mine) => `/user/favorites/${mine.favoriteId}`,
    before: saveAgain,
  },
  'GET /auth/export': { status: 200 },
  'POST /auth/register': {
    status: 201,
    body: () => ({ email: 'newcomer@example.com', password: 'gum-tree-77', name: 'Newcomer' }),
  },
  'POST /auth/login': {
    status: 200,
    body: () => ({ email: 'owner@example.com', password: 'gum-tree-77' }),
  },
  'GET /auth/me': { status: 200 },
  'PUT /auth/preferences': { status: 200, body: () => ({ categories: ['Laptops'] }) },
  'PUT /auth/profile': {
    status: 200,
    body: () => ({ name: 'Owner', email: 'owner@example.com' }),
  },
  'POST /auth/logout': { status: 200 },
  'POST /auth/forgot-password': { status: 200, body: () => ({ email: 'nobody@example.com' }) },
  'POST /auth/reset-password': {
    status: 400,
    body: () => ({ token: 'unknown', newPassword: 'gum-tree-78' }),
  },
  'DELETE /auth/account': { status: 200 },
  'POST /favorites': { status: 200, body: link, before: saveAgain },
  'GET /favorites': { status: 200 },
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
  'DELETE /favorites/by-url': { status: 200, body: link, before: saveAgain },
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
  'POST /favorites/check': { status: 200, body: link },
  'POST /favorites/check-batch': {
    status: 200,
    body: (mine) => ({ productUrls: [mine.productUrl, 'https://elsewhere.example/p'] }),
  },
  'GET /favorites/stats/categories': { status: 200 },
  'GET /favorites/stats/retailers': { status: 200 },
  'GET /alerts': { status: 200 },
  'POST /alerts': { status: 201, body: product },
  'DELETE /alerts/{id}': {
    status: 200,
    owned: true,
    path: (mine) => `/alerts/${mine.alertId}`,
    before: (em, mine) =>
      em.execute(`update alert set state = 'watching' where id = ?`, [mine.alertId]),
  },
  'GET /alerts/confirm': { status: 400, path: () => '/alerts/confirm?token=made.up' },
  'GET /alerts/unsubscribe': { status: 400, path: () => '/alerts/unsubscribe?token=made.up' },
  'POST /alerts/unsubscribe': { status: 400, path: () => '/alerts/unsubscribe?token=made.up' },
  'POST /newsletter': { status: 201, body: () => ({ email: 'reader@example.com' }) },
  'GET /newsletter/confirm': { status: 400, path: () => '/newsletter/confirm?token=made.up' },
  'POST /newsletter/unsubscribe': {
    status: 400,
    path: () => '/newsletter/unsubscribe?token=made.up',
  },
  'GET /newsletter/unsubscribe': {
    status: 400,
    path: () => '/newsletter/unsubscribe?token=made.up',
  },
  'GET /retailers': { status: 200 },
  'GET /auth/google': { status: 302 },
  'GET /auth/facebook': { status: 302 },
  'GET /auth/provider/callback/google': { status: 302 },
  'GET /auth/provider/callback/facebook': { status: 302 },
  'POST /auth/social/exchange': { status: 400, body: () => ({ token: 'made-up' }) },
  'GET /demo-identity/authorize': {
    status: 200,
    path: () => `/demo-identity/authorize?${AUTHORIZATION}`,
  },
  'GET /demo-identity/choose': {
    status: 302,
    path: () => `/demo-identity/choose?${AUTHORIZATION}`,
  },
  'GET /health': { status: 200 },
  'GET /features': { status: 200 },
  // Not from an address of another machine.
  'GET /metrics': { status: 404 },
  'GET /openapi.json': { status: 200 },
  'GET /docs': { status: 200 },
  'GET /docs/{file}': { status: 200, path: () => '/docs/swagger-ui.css' },
};
