import { z } from '@hono/zod-openapi';
import { endAlertsOn } from '#db/queries/alerts/alerts.ts';
import {
  addFavorite,
  FAVORITE_SORTS,
  favoritedUrls,
  favoriteGroups,
  favoriteStats,
  findFavorite,
  listFavorites,
  offerIdOfUrl,
  removeFavorite,
  removeFavoritesOf,
  updateFavorite,
} from '#db/queries/shoppers/favorites.ts';
import { setAlert } from '../alerts/set-alert.ts';
import { call, DONE, done, ok, success, topic } from '../core/call.ts';
import { found } from '../core/failures.ts';
import { offerUrl, productUrl } from '../core/product-url.ts';
import type { ApiServices } from '../core/services.ts';
import { favorite, toFavorite } from '../responses/favorite.ts';

const id = z.object({ id: z.uuid() });
/** A link may stand for several variants; `offerId` says which of them is meant. */
const savedOffer = z.object({ productUrl, offerId: z.uuid().optional() });
const one = ok(favorite);
const checked = z.object({ productUrl: z.string(), isFavorited: z.boolean() });
const groups = ok(z.array(z.object({ name: z.string(), count: z.number().int() })));

/** A value of the address that does not fit is the default. */
const sortBy = z.enum(Object.keys(FAVORITE_SORTS) as [keyof typeof FAVORITE_SORTS]);
const sortOrder = z.enum(['asc', 'desc']);
const listed = z.object({
  sortBy: sortBy.catch('addedAt').openapi({ type: 'string', enum: sortBy.options }),
  sortOrder: sortOrder.catch('desc').openapi({ type: 'string', enum: sortOrder.options }),
  limit: z.coerce.number().int().min(1).max(100).catch(50).openapi({ type: 'integer' }),
  page: z.coerce.number().int().min(1).max(1_000).catch(1).openapi({ type: 'integer' }),
});

/** The answer of calls that show one favourite. Throws PublicError 404 when it is not of the person. */
async function answerOne({ em, config }: ApiServices, userId: string, favoriteId: string) {
  const row = found(await findFavorite(em(), userId, favoriteId), 'favourite');
  return success(toFavorite(row, config.siteUrl));
}

/** The calls of the specification's §7 "Favourites"; those with a fixed path before those with an id. */
export const favoriteRoutes = topic()
  .openapi(
    call('POST /favorites', {
      summary: 'Saves an offer by its link; price and name are taken from our own record',
      access: 'user',
      limit: 'keep',
      body: z.union([z.object({ productSnapshot: savedOffer }), savedOffer]),
      answer: one,
      status: [200, 201],
    }),
    async (c) => {
      const { services } = c.env;
      const { caller } = c.var;
      const body = c.req.valid('json');
      const wanted = 'productSnapshot' in body ? body.productSnapshot : body;
      const em = services.em();
      const url = offerUrl(wanted.productUrl, services.config.siteUrl);
      const offerId = found(await offerIdOfUrl(em, url, wanted.offerId), 'product');
      const { id, added } = await addFavorite(em, caller.id, offerId);
      return c.json(await answerOne(services, caller.id, id), added ? 201 : 200);
    },
  )
  .openapi(
    call('GET /favorites', {
      summary: 'The favourites of the caller with their counts',
      access: 'user',
      query: listed,
      answer: ok(
        z.object({
          favorites: z.array(favorite),
          stats: z.object({
            total: z.number().int(),
            priceDropped: z.number().int(),
            purchased: z.number().int(),
          }),
        }),
      ),
    }),
    async (c) => {
      const { em, config } = c.env.services;
      const { caller } = c.var;
      const { page, ...list } = c.req.valid('query');
      const offset = (page - 1) * list.limit;
      const rows = await listFavorites(em(), caller.id, { ...list, offset });
      const answer = {
        favorites: rows.map((row) => toFavorite(row, config.siteUrl)),
        stats: await favoriteStats(em(), caller.id),
      };
      return c.json(success(answer), 200);
    },
  )
  .openapi(
    call('DELETE /favorites/by-url', {
      summary: 'Removes what was saved under a link',
      access: 'user',
      body: z.object({ productUrl }),
      answer: done,
    }),
    async (c) => {
      const { em, config } = c.env.services;
      const url = offerUrl(c.req.valid('json').productUrl, config.siteUrl);
      found(await removeFavoritesOf(em(), c.var.caller.id, { url }), 'favourite');
      return c.json(DONE, 200);
    },
  )
  .openapi(
    call('POST /favorites/check', {
      summary: 'Whether a link is saved',
      access: 'user',
      body: z.object({ productUrl }),
      answer: ok(checked),
    }),
    async (c) => {
      const { em, config } = c.env.services;
      const { productUrl } = c.req.valid('json');
      const url = offerUrl(productUrl, config.siteUrl);
      const saved = await favoritedUrls(em(), c.var.caller.id, [url]);
      return c.json(success({ productUrl, isFavorited: saved.has(url) }), 200);
    },
  )
  .openapi(
    call('POST /favorites/check-batch', {
      summary: 'Which of up to 200 links are saved',
      access: 'user',
      body: z.object({ productUrls: z.array(productUrl).max(200) }),
      answer: ok(z.array(checked)),
    }),
    async (c) => {
      const { em, config } = c.env.services;
      const links = c.req.valid('json').productUrls.map((productUrl) => ({
        productUrl,
        url: offerUrl(productUrl, config.siteUrl),
      }));
      const urls = links.map(({ url }) => url);
      const saved = await favoritedUrls(em(), c.var.caller.id, urls);
      const answer = links.map(({ productUrl, url }) => ({
        productUrl,
        isFavorited: saved.has(url),
      }));
      return c.json(success(answer), 200);
    },
  )
  .openapi(
    call('GET /favorites/stats/categories', {
      summary: 'Favourites counted by category',
      access: 'user',
      answer: groups,
    }),
    async (c) => {
      const counts = await favoriteGroups(c.env.services.em(), c.var.caller.id, 'category');
      return c.json(success(counts), 200);
    },
  )
  .openapi(
    call('GET /favorites/stats/retailers', {
      summary: 'Favourites counted by retailer',
      access: 'user',
      answer: groups,
    }),
    async (c) => {
      const counts = await favoriteGroups(c.env.services.em(), c.var.caller.id, 'retailer');
      return c.json(success(counts), 200);
    },
  )
  .openapi(
    call('GET /favorites/{id}', {
      summary: 'One favourite',
      access: 'user',
      params: id,
      answer: one,
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      return c.json(await answerOne(c.env.services, c.var.caller.id, id), 200);
    },
  )
  .openapi(
    call('DELETE /favorites/{id}', {
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
  )
  .openapi(
    call('PATCH /favorites/{id}/notes', {
      summary: 'Replaces the notes of a favourite',
      access: 'user',
      params: id,
      body: z.object({ notes: z.string().max(2_000) }),
      answer: one,
    }),
    async (c) => {
      const { services } = c.env;
      const { caller } = c.var;
      const { id } = c.req.valid('param');
      found(await updateFavorite(services.em(), caller.id, id, c.req.valid('json')), 'favourite');
      return c.json(await answerOne(services, caller.id, id), 200);
    },
  )
  .openapi(
    call('PATCH /favorites/{id}/price-alert', {
      summary: 'Sets or ends the price alert of a favourite; without a target any drop counts',
      access: 'user',
      limit: 'keep',
      params: id,
      body: z.object({
        enabled: z.boolean(),
        targetPrice: z.number().min(0).max(1_000_000).nullable().default(null),
      }),
      answer: one,
    }),
    async (c) => {
      const { services } = c.env;
      const { caller } = c.var;
      const { id } = c.req.valid('param');
      const { enabled, targetPrice } = c.req.valid('json');
      const em = services.em();
      const { productId } = found(await findFavorite(em, caller.id, id), 'favourite');
      if (enabled)
        await setAlert(services, caller, { productId, email: caller.email, targetPrice });
      else await endAlertsOn(em, caller.id, productId);
      return c.json(await answerOne(services, caller.id, id), 200);
    },
  )
  .openapi(
    call('PATCH /favorites/{id}/purchased', {
      summary: 'Marks a favourite as bought, or not',
      access: 'user',
      params: id,
      body: z.object({ purchased: z.boolean().default(true) }),
      answer: one,
    }),
    async (c) => {
      const { services } = c.env;
      const { caller } = c.var;
      const { id } = c.req.valid('param');
      found(await updateFavorite(services.em(), caller.id, id, c.req.valid('json')), 'favourite');
      return c.json(await answerOne(services, caller.id, id), 200);
    },
  );
