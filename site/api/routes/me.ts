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
import { call, DONE, done, ok, success, topic } from '../core/call.ts';
import { found } from '../core/failures.ts';
import type { ApiServices } from '../core/services.ts';
import { profileFavorite, toProfileFavorite } from '../responses/favorite.ts';
import { searchHistoryItem, toViewHistoryItem, viewHistoryItem } from '../responses/history.ts';

const MAX_FAVORITES = 100;

const id = z.object({ id: z.uuid() });

/** A body that names a product. */
export const namedProduct = z.object({ productId: z.uuid() });

/** A search, as a shopper's history takes it. */
export const searchEntry = z.object({
  query: z.string().trim().min(1).max(200),
  resultsCount: z.number().int().min(0).max(100_000).default(0),
});

/** What calls that save a product's best offer have in common. */
export const savesProduct = {
  summary: "Saves a product's best offer",
  access: 'user',
  limit: 'keep',
  body: namedProduct,
  answer: ok(id),
  status: [200, 201],
} as const;

/** Saves a product's best offer; `added` is false when it was saved already. Throws PublicError 404 when no shop lists it. */
export async function saveProduct({ em }: ApiServices, userId: string, productId: string) {
  const offerId = found(await offerIdOfProduct(em(), productId), 'product');
  return addFavorite(em(), userId, offerId);
}

const clearsHistory = { summary: 'Clears the history', access: 'user', answer: done } as const;
const deletesEntry = {
  summary: 'Deletes one entry of the history',
  access: 'user',
  params: id,
  answer: done,
} as const;

/** The calls of the specification's §7 "Current user". */
export const meRoutes = topic()
  .openapi(call('DELETE /user/search-history', clearsHistory), async (c) => {
    await deleteHistory(c.env.services.em(), 'search_history', c.var.caller.id, null);
    return c.json(DONE, 200);
  })
  .openapi(call('DELETE /user/view-history', clearsHistory), async (c) => {
    await deleteHistory(c.env.services.em(), 'view_history', c.var.caller.id, null);
    return c.json(DONE, 200);
  })
  .openapi(call('DELETE /user/search-history/{id}', deletesEntry), async (c) => {
    const { em } = c.env.services;
    const { id } = c.req.valid('param');
    found(await deleteHistory(em(), 'search_history', c.var.caller.id, id), 'entry');
    return c.json(DONE, 200);
  })
  .openapi(call('DELETE /user/view-history/{id}', deletesEntry), async (c) => {
    const { em } = c.env.services;
    const { id } = c.req.valid('param');
    found(await deleteHistory(em(), 'view_history', c.var.caller.id, id), 'entry');
    return c.json(DONE, 200);
  })
  .openapi(
    call('GET /user/search-history', {
      summary: "The caller's searches, newest first",
      access: 'user',
      answer: ok(z.array(searchHistoryItem)),
    }),
    async (c) => {
      const rows = await searchHistory(c.env.services.em(), c.var.caller.id);
      const items = rows.map((row) => ({
        ...row,
        timestamp: new Date(row.timestamp).toISOString(),
      }));
      return c.json(success(items), 200);
    },
  )
  .openapi(
    call('POST /user/search-history', {
      summary: 'Adds a search; the same words within a minute are one entry',
      access: 'user',
      limit: 'keep',
      body: searchEntry,
      answer: done,
      status: 201,
    }),
    async (c) => {
      const { query, resultsCount } = c.req.valid('json');
      await addSearchHistory(c.env.services.em(), c.var.caller.id, query, resultsCount);
      return c.json(DONE, 201);
    },
  )
  .openapi(
    call('GET /user/view-history', {
      summary: 'The products the caller looked at, newest first',
      access: 'user',
      answer: ok(z.array(viewHistoryItem)),
    }),
    async (c) => {
      const { em, config } = c.env.services;
      const rows = await viewHistory(em(), c.var.caller.id);
      return c.json(success(rows.map((row) => toViewHistoryItem(row, config.siteUrl))), 200);
    },
  )
  .openapi(
    call('POST /user/view-history', {
      summary: 'Adds a product view',
      access: 'user',
      limit: 'keep',
      body: namedProduct,
      answer: done,
      status: 201,
    }),
    async (c) => {
      const { productId } = c.req.valid('json');
      found(await addView(c.env.services.em(), c.var.caller.id, productId), 'product');
      return c.json(DONE, 201);
    },
  )
  .openapi(
    call('GET /user/favorites', {
      summary: "The caller's favourites, newest first",
      access: 'user',
      answer: ok(z.array(profileFavorite)),
    }),
    async (c) => {
      const { em, config } = c.env.services;
      const rows = await listFavorites(em(), c.var.caller.id, {
        sortBy: 'addedAt',
        sortOrder: 'desc',
        limit: MAX_FAVORITES,
        offset: 0,
      });
      return c.json(success(rows.map((row) => toProfileFavorite(row, config.siteUrl))), 200);
    },
  )
  .openapi(call('POST /user/favorites', savesProduct), async (c) => {
    const { productId } = c.req.valid('json');
    const { id, added } = await saveProduct(c.env.services, c.var.caller.id, productId);
    return c.json(success({ id }), added ? 201 : 200);
  })
  .openapi(
    call('DELETE /user/favorites/{id}', {
      summary: 'Removes a favourite',
      access: 'user',
      params: id,
      answer: done,
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      found(await removeFavorite(c.env.services.em(), c.var.caller.id, id), 'favourite');
      return c.json(DONE, 200);
    },
  );
