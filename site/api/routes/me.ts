import { z } from 'zod';
import {
  addFavorite,
  addWish,
  bestOfferOf,
  listFavorites,
  removeFavoritesOf,
  removeWish,
} from '#db/queries/shoppers/favorites.ts';
import {
  addSearchHistory,
  addView,
  searchHistory,
  type ViewHistoryRow,
  viewHistory,
} from '#db/queries/shoppers/histories.ts';
import { deleteOwn, type OwnTable } from '#db/queries/shoppers/own-rows.ts';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import { dollarsOrNull } from '#domain/money.ts';
import { pictureUrl } from '#domain/picture-url.ts';
import { byId, type Posted, removes, topic } from '../core/call.ts';
import { found } from '../core/failures.ts';
import { profileFavorite, toProfileFavorite } from '../responses/favorite.ts';
import { user } from '../responses/user.ts';
import { changesPreferences, userOf } from './account.ts';
import { createsAccount } from './auth.ts';

const MAX_FAVORITES = 100;

/** One search of a shopper (spec §3). */
const searchHistoryItem = z.object({
  id: z.uuid(),
  query: z.string(),
  timestamp: z.iso.datetime(),
  resultsCount: z.number().int(),
});

/** One product view of a shopper (spec §3), with the price at the time of the view. */
const viewHistoryItem = z.object({
  id: z.uuid(),
  productId: z.uuid(),
  productName: z.string(),
  imageUrl: z.string(),
  retailer: z.string(),
  price: z.number().nullable(),
  productUrl: z.string(),
  timestamp: z.iso.datetime(),
});

function toViewHistoryItem(row: ViewHistoryRow, siteUrl: string) {
  const { priceCents, url, imageUrl, pictureHash, retailer, ...rest } = row;
  return {
    ...rest,
    imageUrl: pictureUrl({ imageUrl, pictureHash }),
    retailer: retailer ?? '',
    price: dollarsOrNull(priceCents),
    productUrl: url ? publicDemoUrl(url, siteUrl) : '',
  };
}

const namedProduct = z.object({ productId: z.uuid() });

const searchEntry = z.object({
  query: z.string().trim().min(1).max(200),
  resultsCount: z.number().int().min(0).max(100_000).default(0),
});

const addsSearch = {
  limit: 'keep',
  body: searchEntry,
  status: 201,
  run: ({ em, caller, body }: Posted<typeof searchEntry>) =>
    addSearchHistory(em, caller.id, body.query, body.resultsCount),
} as const;

const addsView = {
  limit: 'keep',
  body: namedProduct,
  status: 201,
  run: async ({ em, caller, body }: Posted<typeof namedProduct>) =>
    found(await addView(em, caller.id, body.productId), 'product'),
} as const;

/** Calls that save a product's best offer: 201, or 200 if it was saved already. */
const savesProduct = {
  limit: 'keep',
  body: namedProduct,
  data: byId,
  status: [200, 201],
  async run({ em, caller, body, c }: Posted<typeof namedProduct>) {
    const offer = found(await bestOfferOf(em, body.productId), 'product');
    const { id, added } = await addFavorite(em, caller.id, offer.id);
    if (added) c.status(201);
    return { id };
  },
} as const;

export const removesFavorite = removes('favourite', 'favorite');

/** Calls that delete a whole history of the caller. */
const clears = (history: OwnTable) => ({
  run: ({ em, caller }: Posted<undefined>) => deleteOwn(em, history, caller.id),
});
const CLEARS = 'Clears the history';
const DELETES = 'Deletes one entry of the history';

/** The calls of the specification's §7 "Current user". */
export const meRoutes = topic()
  .user('DELETE /user/search-history', CLEARS, clears('search_history'))
  .user('DELETE /user/view-history', CLEARS, clears('view_history'))
  .user('DELETE /user/search-history/{id}', DELETES, removes('entry', 'search_history'))
  .user('DELETE /user/view-history/{id}', DELETES, removes('entry', 'view_history'))
  .user('GET /user/search-history', "The caller's searches, newest first", {
    data: z.array(searchHistoryItem),
    run: ({ em, caller }) => searchHistory(em, caller.id),
  })
  .user('POST /user/search-history', 'Adds a search, at most once a minute per query', addsSearch)
  .user('GET /user/view-history', "The caller's product views, newest first", {
    data: z.array(viewHistoryItem),
    async run({ env, em, caller }) {
      const rows = await viewHistory(em, caller.id);
      return rows.map((row) => toViewHistoryItem(row, env.config.siteUrl));
    },
  })
  .user('POST /user/view-history', 'Adds a product view', addsView)
  .user('GET /user/favorites', "The caller's favourites, newest first", {
    data: z.array(profileFavorite),
    async run({ env, em, caller }) {
      const newest = { sortBy: 'addedAt', sortOrder: 'desc' } as const;
      const slice = { limit: MAX_FAVORITES, offset: 0 };
      const rows = await listFavorites(em, caller.id, { ...newest, ...slice });
      return rows.map((row) => toProfileFavorite(row, env.config.siteUrl));
    },
  })
  .user('POST /user/favorites', "Saves a product's best offer", savesProduct)
  .user('DELETE /user/favorites/{id}', 'Removes a favourite', removesFavorite);

const idAndProduct = byId.extend({ productId: z.uuid().describe('Id of a product') });

/** The calls of the specification's §7 "Users". Callers reach their own record only. */
export const usersRoutes = topic()
  .anyone('POST /users', 'A new account, like POST /auth/register', createsAccount)
  .owner('GET /users/{id}', "The caller's own record", {
    data: user,
    run: ({ env, caller }) => userOf(env, caller.id),
  })
  .owner('PATCH /users/{id}/preferences', 'Changes the given preferences', changesPreferences)
  .owner('POST /users/{id}/search-history', 'Adds a search', addsSearch)
  .owner('POST /users/{id}/view-history', 'Adds a product view', addsView)
  .owner('POST /users/{id}/favorites', "Saves a product's best offer", savesProduct)
  .owner('DELETE /users/{id}/favorites/{productId}', 'Removes the favourites of a product', {
    params: idAndProduct,
    run: async ({ em, caller, param: { productId } }) =>
      found(await removeFavoritesOf(em, caller.id, { productId }), 'favourite'),
  })
  .owner('POST /users/{id}/wishlist', 'Adds a product to the wishlist', {
    limit: 'keep',
    body: namedProduct,
    status: 201,
    run: async ({ em, caller, body }) =>
      found(await addWish(em, caller.id, body.productId), 'product'),
  })
  .owner('DELETE /users/{id}/wishlist/{productId}', 'Removes a product from the wishlist', {
    params: idAndProduct,
    run: async ({ em, caller, param }) =>
      found(await removeWish(em, caller.id, param.productId), 'wish'),
  });
