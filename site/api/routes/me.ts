import { z } from 'zod';
import {
  addFavorite,
  listFavorites,
  offerIdOfProduct,
  removeFavorite,
} from '#db/queries/shoppers/favorites.ts';
import {
  addSearchHistory,
  addView,
  deleteHistory,
  searchHistory,
  type ViewHistoryRow,
  viewHistory,
} from '#db/queries/shoppers/histories.ts';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import { dollars } from '#domain/money.ts';
import { pictureUrl } from '#domain/picture-url.ts';
import { byId, DONE, done, forUser, ok, success, topic } from '../core/call.ts';
import { found } from '../core/failures.ts';
import type { ApiServices } from '../core/services.ts';
import { profileFavorite, toProfileFavorite } from '../responses/favorite.ts';

const MAX_FAVORITES = 100;

/** One search of a shopper (spec §3). */
const searchHistoryItem = z.object({
  id: z.uuid(),
  query: z.string(),
  timestamp: z.iso.datetime(),
  resultsCount: z.number().int(),
});

/** One product view of a shopper (spec §3); the price as it was seen. */
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

/** Converts a row to an entry of the profile. */
function toViewHistoryItem(row: ViewHistoryRow, siteUrl: string) {
  const { priceCents, url, imageUrl, pictureHash, retailer, ...rest } = row;
  return {
    ...rest,
    imageUrl: pictureUrl({ imageUrl, pictureHash }, siteUrl),
    retailer: retailer ?? '',
    price: priceCents === null ? null : dollars(priceCents),
    productUrl: url ? publicDemoUrl(url, siteUrl) : '',
  };
}

/** A body that names a product. */
export const namedProduct = z.object({ productId: z.uuid() });

/** The body of calls that add to the search history. */
export const searchEntry = z.object({
  query: z.string().trim().min(1).max(200),
  resultsCount: z.number().int().min(0).max(100_000).default(0),
});

/** The definition of calls that save a product's best offer. */
export const savesProduct = {
  limit: 'keep',
  body: namedProduct,
  answer: ok(byId),
  status: [200, 201],
} as const;

/** Saves a product's best offer; `added` is false when it was saved already. Throws PublicError 404 when no shop lists it. */
export async function saveProduct({ em }: ApiServices, userId: string, productId: string) {
  const offerId = found(await offerIdOfProduct(em(), productId), 'product');
  return addFavorite(em(), userId, offerId);
}

const CLEARS = 'Clears the history';
const DELETES = 'Deletes one entry of the history';

/** The calls of the specification's §7 "Current user". */
export const meRoutes = topic()
  .openapi(
    forUser('DELETE /user/search-history', CLEARS, { answer: done }),
    async ({ env: { em }, var: { caller }, json }) => {
      await deleteHistory(em(), 'search_history', caller.id, null);
      return json(DONE, 200);
    },
  )
  .openapi(
    forUser('DELETE /user/view-history', CLEARS, { answer: done }),
    async ({ env: { em }, var: { caller }, json }) => {
      await deleteHistory(em(), 'view_history', caller.id, null);
      return json(DONE, 200);
    },
  )
  .openapi(
    forUser('DELETE /user/search-history/{id}', DELETES, { params: byId, answer: done }),
    async ({ env: { em }, var: { caller }, req, json }) => {
      found(await deleteHistory(em(), 'search_history', caller.id, req.valid('param').id), 'entry');
      return json(DONE, 200);
    },
  )
  .openapi(
    forUser('DELETE /user/view-history/{id}', DELETES, { params: byId, answer: done }),
    async ({ env: { em }, var: { caller }, req, json }) => {
      found(await deleteHistory(em(), 'view_history', caller.id, req.valid('param').id), 'entry');
      return json(DONE, 200);
    },
  )
  .openapi(
    forUser('GET /user/search-history', "The caller's searches, newest first", {
      answer: ok(z.array(searchHistoryItem)),
    }),
    async ({ env: { em }, var: { caller }, json }) =>
      json(success(await searchHistory(em(), caller.id)), 200),
  )
  .openapi(
    forUser('POST /user/search-history', 'Adds a search, once a minute for the same words', {
      limit: 'keep',
      body: searchEntry,
      answer: done,
      status: 201,
    }),
    async ({ env: { em }, var: { caller }, req, json }) => {
      const { query, resultsCount } = req.valid('json');
      await addSearchHistory(em(), caller.id, query, resultsCount);
      return json(DONE, 201);
    },
  )
  .openapi(
    forUser('GET /user/view-history', 'The products the caller looked at, newest first', {
      answer: ok(z.array(viewHistoryItem)),
    }),
    async ({ env: { em, config }, var: { caller }, json }) => {
      const rows = await viewHistory(em(), caller.id);
      return json(success(rows.map((row) => toViewHistoryItem(row, config.siteUrl))), 200);
    },
  )
  .openapi(
    forUser('POST /user/view-history', 'Adds a product view', {
      limit: 'keep',
      body: namedProduct,
      answer: done,
      status: 201,
    }),
    async ({ env: { em }, var: { caller }, req, json }) => {
      found(await addView(em(), caller.id, req.valid('json').productId), 'product');
      return json(DONE, 201);
    },
  )
  .openapi(
    forUser('GET /user/favorites', "The caller's favourites, newest first", {
      answer: ok(z.array(profileFavorite)),
    }),
    async ({ env: { em, config }, var: { caller }, json }) => {
      const rows = await listFavorites(em(), caller.id, {
        sortBy: 'addedAt',
        sortOrder: 'desc',
        limit: MAX_FAVORITES,
        offset: 0,
      });
      return json(success(rows.map((row) => toProfileFavorite(row, config.siteUrl))), 200);
    },
  )
  .openapi(
    forUser('POST /user/favorites', "Saves a product's best offer", savesProduct),
    async ({ env, var: { caller }, req, json }) => {
      const { productId } = req.valid('json');
      const { id, added } = await saveProduct(env, caller.id, productId);
      return json(success({ id }), added ? 201 : 200);
    },
  )
  .openapi(
    forUser('DELETE /user/favorites/{id}', 'Removes a favourite', { params: byId, answer: done }),
    async ({ env: { em }, var: { caller }, req, json }) => {
      found(await removeFavorite(em(), caller.id, req.valid('param').id), 'favourite');
      return json(DONE, 200);
    },
  );
