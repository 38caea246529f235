import type { EntityData, EntityManager, EntityName } from '@mikro-orm/postgresql';
import { Alert, AlertChannel, PricePass } from '#db/entities/alert.ts';
import { Favorite, FavoriteFeed, SearchHistory, ViewHistory } from '#db/entities/shopper.ts';
import { ApiKey } from '#db/entities/user.ts';
import { WatchedSearch } from '#db/entities/watched-search.ts';

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
  watchedSearchId: string;
  searchHistoryId: string;
  viewHistoryId: string;
  apiKeyId: string;
  apiKey: string;
}

/** A sound call of one route. */
interface Example {
  /** The status it has for those who may call it. 200 unless told. */
  status?: number;
  /** What of a person the call names, as `{id}` of its path: for all others it does not exist. */
  owned?: keyof Owned;
  /** The path and query, where the route's own is not enough; `{…}` stands for a key of Owned. */
  path?: string;
  body?: object | ((mine: Owned) => object);
  before?(em: EntityManager, mine: Owned): Promise<unknown>;
}

/** A body that names a product. */
const product = (mine: Owned) => ({ productId: mine.productId });
/** A body that names an offer by its link. */
const link = (mine: Owned) => ({ productUrl: mine.productUrl });
/** A purchase of an offer. */
const purchase = (mine: Owned) => ({
  items: [{ offerId: mine.offerId, paid: 9, boughtOn: new Date().toISOString().slice(0, 10) }],
});

/** Restores a row that an earlier call deleted. */
const again =
  <E extends object>(entity: EntityName<E>, row: (mine: Owned) => EntityData<E>) =>
  (em: EntityManager, mine: Owned) =>
    em.upsert(entity, row(mine), { onConflictAction: 'ignore' });

const saveAgain = again(Favorite, (mine) => {
  return { id: mine.favoriteId, user: mine.userId, offer: mine.offerId, priceAtFavoriteCents: 1 };
});

const watchAgain = again(WatchedSearch, (mine) => {
  const search = { query: 'again', filters: {}, candidates: '' };
  return { ...search, id: mine.watchedSearchId, user: mine.userId };
});

/** Calls about something of one person. */
const OWNED_EXAMPLES: Record<string, Example & { owned: keyof Owned }> = {
  'GET /recommendations/search-based': {
    owned: 'userId',
    path: '/recommendations/search-based?userId={userId}',
  },
  'GET /users/{id}': { owned: 'userId' },
  'PATCH /users/{id}/preferences': { owned: 'userId', body: { categories: ['Laptops'] } },
  'POST /users/{id}/search-history': {
    status: 201,
    owned: 'userId',
    body: { query: 'kettle', resultsCount: 1 },
  },
  'POST /users/{id}/view-history': { status: 201, owned: 'userId', body: product },
  'POST /users/{id}/favorites': { owned: 'userId', body: product },
  'DELETE /users/{id}/favorites/{productId}': { owned: 'userId', before: saveAgain },
  'POST /users/{id}/wishlist': { status: 201, owned: 'userId', body: product },
  'DELETE /users/{id}/wishlist/{productId}': { owned: 'userId' },
  'DELETE /user/search-history/{id}': {
    owned: 'searchHistoryId',
    before: again(SearchHistory, (mine) => {
      return { id: mine.searchHistoryId, user: mine.userId, query: 'again', resultsCount: 1 };
    }),
  },
  'DELETE /user/view-history/{id}': {
    owned: 'viewHistoryId',
    before: again(ViewHistory, (mine) => {
      return { id: mine.viewHistoryId, user: mine.userId, product: mine.productId };
    }),
  },
  'DELETE /user/favorites/{id}': { owned: 'favoriteId', before: saveAgain },
  'GET /favorites/{id}': { owned: 'favoriteId' },
  'DELETE /favorites/{id}': { owned: 'favoriteId', before: saveAgain },
  'PATCH /favorites/{id}/notes': { owned: 'favoriteId', body: { notes: 'For Mum' } },
  'PATCH /favorites/{id}/price-alert': {
    owned: 'favoriteId',
    body: { enabled: true, targetPrice: 99 },
  },
  'PATCH /favorites/{id}/purchased': { owned: 'favoriteId', body: { purchased: true } },
  'DELETE /user/api-keys/{id}': {
    owned: 'apiKeyId',
    before: again(ApiKey, (mine) => {
      return { id: mine.apiKeyId, user: mine.userId, name: 'again', prefix: 'prk_', hash: 'again' };
    }),
  },
  'DELETE /price-pass/{id}': {
    owned: 'passId',
    before: again(PricePass, (mine) => {
      const paid = { paidCents: 900, boughtAt: new Date(), endsAt: new Date() };
      return { ...paid, id: mine.passId, user: mine.userId, offer: mine.offerId };
    }),
  },
  'PATCH /watched-searches/{id}': {
    owned: 'watchedSearchId',
    body: { restDays: 7 },
    before: watchAgain,
  },
  'DELETE /watched-searches/{id}': { owned: 'watchedSearchId', before: watchAgain },
  'DELETE /alerts/{id}': {
    owned: 'alertId',
    before: (em, mine) => em.nativeUpdate(Alert, { id: mine.alertId }, { state: 'watching' }),
  },
};

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
    '/watched-searches/unsubscribe',
    '/price-pass/unsubscribe',
    '/newsletter/confirm',
    '/newsletter/unsubscribe',
  ].flatMap((path) =>
    ['GET', 'POST'].map((method): [string, Example] => [
      `${method} ${path}`,
      { status: 400, path: `${path}?token=made.up` },
    ]),
  ),
);

/** One example a route; tests fail on a route without one. */
export const EXAMPLES: Readonly<Record<string, Example>> = {
  ...OWNED_EXAMPLES,
  ...MAIL_LINKS,
  'GET /products': {},
  'GET /products/of-page': { path: '/products/of-page?url=https%3A%2F%2Fshop.example%2Fkettle' },
  'GET /products/search/{term}': { path: '/products/search/kettle' },
  'GET /products/categories/list': {},
  'GET /products/{id}': { path: '/products/{productId}' },
  'GET /products/{id}/similar': { path: '/products/{productId}/similar' },
  'GET /products/{id}/history': { path: '/products/{productId}/history?range=7d' },
  'GET /products/{id}/observations': { path: '/products/{productId}/observations' },
  'GET /products/{id}/alert-backtest': {
    path: '/products/{productId}/alert-backtest?targetPrice=120',
  },
  'PATCH /products/{id}/price': {
    path: '/products/{productId}/price',
    body: (mine) => ({ offerId: mine.offerId, price: 139.5 }),
  },
  'POST /products/{id}/reviews': {
    status: 201,
    path: '/products/{productId}/reviews',
    body: { rating: 4, comment: 'Boils water.' },
  },
  'GET /search': { path: '/search?q=kettle' },
  'POST /recommend/smart-recommend': { body: { query: 'kettle' } },
  'POST /search/ai-search': { body: { query: 'kettle' } },
  'GET /refused-specials': {},
  'GET /price-pass': {},
  'GET /price-pass/lines': { path: '/price-pass/lines?shop=test-shop&list=kettle+%2499.00' },
  'POST /price-pass': { status: 201, body: purchase },
  'POST /price-pass/check': { body: purchase },
  'GET /shrink-watch': {},
  'GET /open-data': {},
  'GET /open-data/{file}': { path: '/open-data/SHA256SUMS' },
  'GET /good-price': { path: '/good-price?q=kettle&price=99' },
  'GET /tools': {},
  'GET /docket': { path: '/docket?list=kettle%0A2+L+milk' },
  'GET /docket/kept': {},
  'PUT /docket/kept': { body: { list: '2 L milk' } },
  'GET /search/suggestions': { path: '/search/suggestions?q=ket' },
  'GET /search/trending': {},
  'GET /recommendations/personalized': {},
  'GET /recommendations/similar/{id}': { path: '/recommendations/similar/{productId}' },
  'GET /recommendations/trending': {},
  'GET /recommendations/deals': {},
  'POST /recommendations/feedback': { status: 201, body: { helpful: true } },
  'POST /users': {
    status: 201,
    body: { email: 'fresh@example.com', password: 'gum-tree-77', name: 'Fresh' },
  },
  'GET /user/search-history': {},
  'POST /user/search-history': { status: 201, body: { query: 'kettle' } },
  'DELETE /user/search-history': {},
  'GET /user/view-history': {},
  'POST /user/view-history': { status: 201, body: product },
  'DELETE /user/view-history': {},
  'GET /user/favorites': {},
  'POST /user/favorites': { body: product, before: saveAgain },
  'GET /user/api-keys': {},
  'POST /user/api-keys': { status: 201, body: { name: 'Spreadsheet' } },
  'GET /user/channel': {},
  'PUT /user/channel': { body: { channel: 'ntfy', url: 'https://ntfy.example/kettles' } },
  'DELETE /user/channel': {
    before: again(AlertChannel, (mine) => {
      return { user: mine.userId, channel: 'ntfy' as const, address: 'sealed' };
    }),
  },
  'GET /user/favorites-feed': {},
  'POST /user/favorites-feed': { status: 201 },
  'DELETE /user/favorites-feed': {
    before: again(FavoriteFeed, (mine) => ({ user: mine.userId })),
  },
  'GET /feeds/favorites': { status: 400, path: '/feeds/favorites?token=made.up' },
  'GET /auth/export': {},
  'POST /auth/register': {
    status: 201,
    body: { email: 'newcomer@example.com', password: 'gum-tree-77', name: 'Newcomer' },
  },
  'POST /auth/login': { body: { email: 'owner@example.com', password: 'gum-tree-77' } },
  'POST /auth/login/code': { status: 400, body: { challenge: 'made-up', code: '123456' } },
  'GET /user/security': {},
  'POST /user/second-factor': { body: { currentPassword: 'gum-tree-77' } },
  'POST /user/second-factor/confirm': { status: 400, body: { code: '000000' } },
  'POST /user/second-factor/backup-codes': {
    status: 409,
    body: { currentPassword: 'gum-tree-77', code: '000000' },
  },
  'DELETE /user/second-factor': {
    status: 409,
    body: { currentPassword: 'gum-tree-77', code: '000000' },
  },
  'GET /auth/me': {},
  'PUT /auth/preferences': { body: { categories: ['Laptops'] } },
  'PUT /auth/profile': { body: { name: 'Owner', email: 'owner@example.com' } },
  'POST /auth/logout': {},
  'POST /auth/forgot-password': { body: { email: 'nobody@example.com' } },
  'POST /auth/reset-password/check': { status: 400, body: { token: 'unknown' } },
  'POST /auth/reset-password': {
    status: 400,
    body: { token: 'unknown', newPassword: 'gum-tree-78' },
  },
  'DELETE /auth/account': { body: { currentPassword: 'gum-tree-77' } },
  'POST /favorites': { body: link, before: saveAgain },
  'GET /favorites': {},
  'DELETE /favorites/by-url': { body: link, before: saveAgain },
  'POST /favorites/check': { body: link },
  'POST /favorites/check-batch': {
    body: (mine) => ({ productUrls: [mine.productUrl, 'https://elsewhere.example/p'] }),
  },
  'GET /favorites/stats/categories': {},
  'GET /favorites/stats/retailers': {},
  'GET /alerts': {},
  'GET /alerts/settings': {},
  'PUT /alerts/settings': { body: { dailyAlerts: false } },
  'GET /watched-searches': {},
  'POST /watched-searches': { status: 201, body: { query: 'kettle' } },
  'POST /alerts': { status: 201, body: product },
  'POST /newsletter': { status: 201, body: { email: 'reader@example.com' } },
  'GET /retailers': {},
  'GET /auth/google': { status: 302 },
  'GET /auth/facebook': { status: 302 },
  'GET /auth/provider/callback/google': { status: 302 },
  'GET /auth/provider/callback/facebook': { status: 302 },
  'POST /auth/social/exchange': { status: 400, body: { token: 'made-up' } },
  'GET /demo-identity/authorize': { path: `/demo-identity/authorize?${AUTHORIZATION}` },
  'GET /demo-identity/choose': {
    status: 302,
    path: `/demo-identity/choose?${AUTHORIZATION}`,
  },
  'GET /health': {},
  'GET /features': {},
  // Not from an address of another machine.
  'GET /metrics': { status: 404 },
  'POST /vitals': { status: 201, body: { page: 'home', LCP: 640.5, CLS: 0.01 } },
  'GET /openapi.json': {},
  'GET /docs': {},
  'GET /docs/{file}': { path: '/docs/swagger-ui.css' },
};

/** The example of a route, filled with what `mine` has. Throws when there is none. */
export function exampleCall(key: string, mine: Owned) {
  const example = EXAMPLES[key];
  if (!example) throw new Error(`no example of ${key}`);
  const { owned, status = 200, body, before } = example;
  const [method = '', pattern = ''] = key.split(' ');
  const named: Record<string, string> = { ...mine, ...(owned && { id: mine[owned] }) };
  const path = (example.path ?? pattern).replaceAll(/\{(\w+)\}/g, (_, name) => named[name] ?? '');
  return { method, path, status, before, body: typeof body === 'function' ? body(mine) : body };
}
