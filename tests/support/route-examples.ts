import {
  type Example,
  link,
  OWNED_EXAMPLES,
  product,
  purchase,
  saveAgain,
} from './owned-route-examples.ts';

const AUTHORIZATION = new URLSearchParams({
  client_id: 'google',
  redirect_uri: 'http://localhost:4321/api/auth/provider/callback/google',
  state: 'a',
  nonce: 'b',
  code_challenge: 'c',
});

/** Links in mails: a page that asks, and the button that does it. */
const MAIL_LINKS = Object.fromEntries(
  [
    '/alerts/confirm',
    '/alerts/unsubscribe',
    '/price-pass/unsubscribe',
    '/newsletter/confirm',
    '/newsletter/unsubscribe',
  ].flatMap((path) =>
    ['GET', 'POST'].map((method): [string, Example] => [
      `${method} ${path}`,
      { status: 400, path: () => `${path}?token=made.up` },
    ]),
  ),
);

/** One example a route; tests fail on a route without one. */
export const EXAMPLES: Record<string, Example> = {
  ...OWNED_EXAMPLES,
  ...MAIL_LINKS,
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
  'GET /products/{id}/observations': {
    status: 200,
    path: (mine) => `/products/${mine.productId}/observations`,
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
  'GET /refused-specials': { status: 200 },
  'GET /price-pass': { status: 200 },
  'GET /price-pass/lines': {
    status: 200,
    path: () => '/price-pass/lines?shop=test-shop&list=kettle+%2499.00',
  },
  'POST /price-pass': { status: 201, body: purchase },
  'POST /price-pass/check': { status: 200, body: purchase },
  'GET /shrink-watch': { status: 200 },
  'GET /open-data': { status: 200 },
  'GET /open-data/{file}': { status: 200, path: () => '/open-data/SHA256SUMS' },
  'GET /good-price': { status: 200, path: () => '/good-price?q=kettle&price=99' },
  'GET /tools': { status: 200 },
  'GET /docket': { status: 200, path: () => '/docket?list=kettle%0A2+L+milk' },
  'GET /docket/kept': { status: 200 },
  'PUT /docket/kept': { status: 200, body: () => ({ list: '2 L milk' }) },
  'GET /search/suggestions': { status: 200, path: () => '/search/suggestions?q=ket' },
  'GET /search/trending': { status: 200 },
  'GET /recommendations/personalized': { status: 200 },
  'GET /recommendations/similar/{id}': {
    status: 200,
    path: (mine) => `/recommendations/similar/${mine.productId}`,
  },
  'GET /recommendations/trending': { status: 200 },
  'GET /recommendations/deals': { status: 200 },
  'POST /recommendations/feedback': { status: 201, body: () => ({ helpful: true }) },
  'POST /users': {
    status: 201,
    body: () => ({ email: 'fresh@example.com', password: 'gum-tree-77', name: 'Fresh' }),
  },
  'GET /user/search-history': { status: 200 },
  'POST /user/search-history': { status: 201, body: () => ({ query: 'kettle' }) },
  'DELETE /user/search-history': { status: 200 },
  'GET /user/view-history': { status: 200 },
  'POST /user/view-history': { status: 201, body: product },
  'DELETE /user/view-history': { status: 200 },
  'GET /user/favorites': { status: 200 },
  'POST /user/favorites': { status: 200, body: product, before: saveAgain },
  'GET /user/api-keys': { status: 200 },
  'POST /user/api-keys': { status: 201, body: () => ({ name: 'Spreadsheet' }) },
  'GET /auth/export': { status: 200 },
  'POST /auth/register': {
    status: 201,
    body: () => ({ email: 'newcomer@example.com', password: 'gum-tree-77', name: 'Newcomer' }),
  },
  'POST /auth/login': {
    status: 200,
    body: () => ({ email: 'owner@example.com', password: 'gum-tree-77' }),
  },
  'POST /auth/login/code': {
    status: 400,
    body: () => ({ challenge: 'made-up', code: '123456' }),
  },
  'GET /user/security': { status: 200 },
  'POST /user/second-factor': { status: 200, body: () => ({ currentPassword: 'gum-tree-77' }) },
  'POST /user/second-factor/confirm': { status: 400, body: () => ({ code: '000000' }) },
  'POST /user/second-factor/backup-codes': {
    status: 409,
    body: () => ({ currentPassword: 'gum-tree-77', code: '000000' }),
  },
  'DELETE /user/second-factor': {
    status: 409,
    body: () => ({ currentPassword: 'gum-tree-77', code: '000000' }),
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
  'DELETE /favorites/by-url': { status: 200, body: link, before: saveAgain },
  'POST /favorites/check': { status: 200, body: link },
  'POST /favorites/check-batch': {
    status: 200,
    body: (mine) => ({ productUrls: [mine.productUrl, 'https://elsewhere.example/p'] }),
  },
  'GET /favorites/stats/categories': { status: 200 },
  'GET /favorites/stats/retailers': { status: 200 },
  'GET /alerts': { status: 200 },
  'POST /alerts': { status: 201, body: product },
  'POST /newsletter': { status: 201, body: () => ({ email: 'reader@example.com' }) },
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
  'POST /vitals': { status: 201, body: () => ({ page: 'home', LCP: 640.5, CLS: 0.01 }) },
  'GET /openapi.json': { status: 200 },
  'GET /docs': { status: 200 },
  'GET /docs/{file}': { status: 200, path: () => '/docs/swagger-ui.css' },
};
