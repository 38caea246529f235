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
  viewHistory,
} from '#db/queries/shoppers/histories.ts';
import { found, signedIn } from '../require.ts';
import { profileFavorite, toProfileFavorite } from '../responses/favorite.ts';
import { searchHistoryItem, toViewHistoryItem, viewHistoryItem } from '../responses/history.ts';
import { type RouteTable, route, success } from '../route.ts';

const id = z.object({ id: z.uuid() });
const done = z.object({ success: z.literal(true) });
const ok = { body: { success: true } };
const listOf = (item: z.ZodType) => z.object({ success: z.literal(true), data: z.array(item) });
const MAX_FAVORITES = 100;

/** 'DELETE /user/…-history' and 'DELETE /user/…-history/{id}'. */
function historyDeletions(path: string, history: 'search_history' | 'view_history'): RouteTable {
  return {
    [`DELETE /user/${path}`]: route({
      summary: 'Clears the history',
      access: 'user',
      answer: done,
      async handle({ services, caller }) {
        await deleteHistory(services.em(), history, signedIn(caller).id, null);
        return ok;
      },
    }),
    [`DELETE /user/${path}/{id}`]: route({
      summary: 'Deletes one entry of the history',
      access: 'user',
      params: id,
      answer: done,
      async handle({ services, caller, params }) {
        const person = signedIn(caller).id;
        found(await deleteHistory(services.em(), history, person, params.id), 'entry');
        return ok;
      },
    }),
  };
}

/** The calls of the specification's §7 "Current user". */
export const userRoutes: RouteTable = {
  ...historyDeletions('search-history', 'search_history'),
  ...historyDeletions('view-history', 'view_history'),

  'GET /user/search-history': route({
    summary: "The caller's searches, newest first",
    access: 'user',
    answer: listOf(searchHistoryItem),
    async handle({ services, caller }) {
      const rows = await searchHistory(services.em(), signedIn(caller).id);
      return success(
        rows.map((row) => ({ ...row, timestamp: new Date(row.timestamp).toISOString() })),
      );
    },
  }),

  'POST /user/search-history': route({
    summary: 'Adds a search; the same words within a minute are one entry',
    access: 'user',
    limit: 'keep',
    body: z.object({
      query: z.string().trim().min(1).max(200),
      resultsCount: z.number().int().min(0).max(100_000).default(0),
    }),
    answer: done,
    async handle({ services, caller, body }) {
      const person = signedIn(caller).id;
      await addSearchHistory(services.em(), person, body.query, body.resultsCount);
      return { ...ok, status: 201 };
    },
  }),

  'GET /user/view-history': route({
    summary: 'The products the caller looked at, newest first',
    access: 'user',
    answer: listOf(viewHistoryItem),
    async handle({ services, caller }) {
      const rows = await viewHistory(services.em(), signedIn(caller).id);
      return success(rows.map((row) => toViewHistoryItem(row, services.config.siteUrl)));
    },
  }),

  'POST /user/view-history': route({
    summary: 'Adds a product view',
    access: 'user',
    limit: 'keep',
    body: z.object({ productId: z.uuid() }),
    answer: done,
    async handle({ services, caller, body }) {
      found(await addView(services.em(), signedIn(caller).id, body.productId), 'product');
      return { ...ok, status: 201 };
    },
  }),

  'GET /user/favorites': route({
    summary: "The caller's favourites, newest first",
    access: 'user',
    answer: listOf(profileFavorite),
    async handle({ services, caller }) {
      const rows = await listFavorites(services.em(), signedIn(caller).id, {
        sortBy: 'addedAt',
        sortOrder: 'desc',
        limit: MAX_FAVORITES,
        offset: 0,
      });
      return success(rows.map((row) => toProfileFavorite(row, services.config.siteUrl)));
    },
  }),

  'POST /user/favorites': route({
    summary: "Saves a product's best offer",
    access: 'user',
    limit: 'keep',
    body: z.object({ productId: z.uuid() }),
    answer: z.object({ success: z.literal(true), data: z.object({ id: z.uuid() }) }),
    async handle({ services, caller, body }) {
      const em = services.em();
      const offerId = found(await offerIdOfProduct(em, body.productId), 'product');
      const saved = await addFavorite(em, signedIn(caller).id, offerId);
      return { ...success({ id: saved.id }), status: saved.added ? 201 : 200 };
    },
  }),

  'DELETE /user/favorites/{id}': route({
    summary: 'Removes a favourite',
    access: 'user',
    params: id,
    answer: done,
    async handle({ services, caller, params }) {
      found(await removeFavorite(services.em(), signedIn(caller).id, params.id), 'favourite');
      return ok;
    },
  }),
};
