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
import { crawledDemoUrl } from '#domain/demo-shops.ts';
import { setAlert } from '../alerts/set-alert.ts';
import { byId, DONE, done, forUser, ok, success, topic } from '../core/call.ts';
import { found } from '../core/failures.ts';
import type { ApiServices } from '../core/services.ts';
import { favorite, favoriteStatsAnswer, toFavorite } from '../responses/favorite.ts';

const NO_LINK = 'This is not the link of a product.';

/** A product's link from an earlier answer. */
const productUrl = z
  .string(NO_LINK)
  .max(2_000, NO_LINK)
  .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), NO_LINK);

/** The offer's own URL for a link; the site serves demo shops under links of its own. */
function offerUrl(link: string, siteUrl: string): string {
  return crawledDemoUrl(link, siteUrl) ?? link;
}

/** Several variants may share a link; `offerId` selects one of them. */
const savedOffer = z.object({ productUrl, offerId: z.uuid().optional() });
const one = ok(favorite);
const checked = z.object({ productUrl: z.string(), isFavorited: z.boolean() });
const groups = ok(z.array(z.object({ name: z.string(), count: z.number().int() })));

/** An invalid value falls back to the default. */
const sortBy = z.enum(Object.keys(FAVORITE_SORTS) as [keyof typeof FAVORITE_SORTS]);
const sortOrder = z.enum(['asc', 'desc']);
const listed = z.object({
  sortBy: sortBy.catch('addedAt').openapi({ type: 'string', enum: sortBy.options }),
  sortOrder: sortOrder.catch('desc').openapi({ type: 'string', enum: sortOrder.options }),
  limit: z.coerce
    .number<string>()
    .int()
    .min(1)
    .max(100)
    .catch(50)
    .default(50)
    .openapi({ type: 'integer' }),
  page: z.coerce
    .number<string>()
    .int()
    .min(1)
    .max(1_000)
    .catch(1)
    .default(1)
    .openapi({ type: 'integer' }),
});

/** The answer of calls that show one favourite. Throws PublicError 404 when the person has no such favourite. */
async function answerOne({ em, config }: ApiServices, userId: string, favoriteId: string) {
  const row = found(await findFavorite(em(), userId, favoriteId), 'favourite');
  return success(toFavorite(row, config.siteUrl));
}

/** The calls of the specification's §7 "Favourites"; those with a fixed path before those with an id. */
export const favoriteRoutes = topic()
  .openapi(
    forUser('POST /favorites', 'Saves an offer by its link, as our own record has it', {
      limit: 'keep',
      body: z.union([z.object({ productSnapshot: savedOffer }), savedOffer]),
      answer: one,
      status: [200, 201],
    }),
    async ({ env, var: { caller }, req, json }) => {
      const body = req.valid('json');
      const wanted = 'productSnapshot' in body ? body.productSnapshot : body;
      const em = env.em();
      const url = offerUrl(wanted.productUrl, env.config.siteUrl);
      const offerId = found(await offerIdOfUrl(em, url, wanted.offerId), 'product');
      const { id, added } = await addFavorite(em, caller.id, offerId);
      return json(await answerOne(env, caller.id, id), added ? 201 : 200);
    },
  )
  .openapi(
    forUser('GET /favorites', 'The favourites of the caller with their counts', {
      query: listed,
      answer: ok(z.object({ favorites: z.array(favorite), stats: favoriteStatsAnswer })),
    }),
    async ({ env: { em, config }, var: { caller }, req, json }) => {
      const { page, ...list } = req.valid('query');
      const offset = (page - 1) * list.limit;
      const rows = await listFavorites(em(), caller.id, { ...list, offset });
      const answer = {
        favorites: rows.map((row) => toFavorite(row, config.siteUrl)),
        stats: await favoriteStats(em(), caller.id),
      };
      return json(success(answer), 200);
    },
  )
  .openapi(
    forUser('DELETE /favorites/by-url', 'Removes what was saved under a link', {
      body: z.object({ productUrl }),
      answer: done,
    }),
    async ({ env: { em, config }, var: { caller }, req, json }) => {
      const url = offerUrl(req.valid('json').productUrl, config.siteUrl);
      found(await removeFavoritesOf(em(), caller.id, { url }), 'favourite');
      return json(DONE, 200);
    },
  )
  .openapi(
    forUser('POST /favorites/check', 'Whether a link is saved', {
      body: z.object({ productUrl }),
      answer: ok(checked),
    }),
    async ({ env: { em, config }, var: { caller }, req, json }) => {
      const { productUrl } = req.valid('json');
      const url = offerUrl(productUrl, config.siteUrl);
      const saved = await favoritedUrls(em(), caller.id, [url]);
      return json(success({ productUrl, isFavorited: saved.has(url) }), 200);
    },
  )
  .openapi(
    forUser('POST /favorites/check-batch', 'Which of up to 200 links are saved', {
      body: z.object({ productUrls: z.array(productUrl).max(200) }),
      answer: ok(z.array(checked)),
    }),
    async ({ env: { em, config }, var: { caller }, req, json }) => {
      const links = req.valid('json').productUrls.map((productUrl) => ({
        productUrl,
        url: offerUrl(productUrl, config.siteUrl),
      }));
      const urls = links.map(({ url }) => url);
      const saved = await favoritedUrls(em(), caller.id, urls);
      const answer = links.map(({ productUrl, url }) => ({
        productUrl,
        isFavorited: saved.has(url),
      }));
      return json(success(answer), 200);
    },
  )
  .openapi(
    forUser('GET /favorites/stats/categories', 'Favourites counted by category', {
      answer: groups,
    }),
    async ({ env: { em }, var: { caller }, json }) => {
      const counts = await favoriteGroups(em(), caller.id, 'category');
      return json(success(counts), 200);
    },
  )
  .openapi(
    forUser('GET /favorites/stats/retailers', 'Favourites counted by retailer', { answer: groups }),
    async ({ env: { em }, var: { caller }, json }) => {
      const counts = await favoriteGroups(em(), caller.id, 'retailer');
      return json(success(counts), 200);
    },
  )
  .openapi(
    forUser('GET /favorites/{id}', 'One favourite', { params: byId, answer: one }),
    async ({ env, var: { caller }, req, json }) => {
      const { id } = req.valid('param');
      return json(await answerOne(env, caller.id, id), 200);
    },
  )
  .openapi(
    forUser('DELETE /favorites/{id}', 'Removes a favourite', { params: byId, answer: done }),
    async ({ env: { em }, var: { caller }, req, json }) => {
      found(await removeFavorite(em(), caller.id, req.valid('param').id), 'favourite');
      return json(DONE, 200);
    },
  )
  .openapi(
    forUser('PATCH /favorites/{id}/notes', 'Replaces the notes of a favourite', {
      params: byId,
      body: z.object({ notes: z.string().max(2_000) }),
      answer: one,
    }),
    async ({ env, var: { caller }, req, json }) => {
      const { id } = req.valid('param');
      found(await updateFavorite(env.em(), caller.id, id, req.valid('json')), 'favourite');
      return json(await answerOne(env, caller.id, id), 200);
    },
  )
  .openapi(
    forUser('PATCH /favorites/{id}/price-alert', 'Sets or ends its price alert', {
      limit: 'keep',
      params: byId,
      body: z.object({
        enabled: z.boolean(),
        targetPrice: z.number().min(0).max(1_000_000).nullable().default(null),
      }),
      answer: one,
    }),
    async ({ env, var: { caller }, req, json }) => {
      const { id } = req.valid('param');
      const { enabled, targetPrice } = req.valid('json');
      const em = env.em();
      const { productId } = found(await findFavorite(em, caller.id, id), 'favourite');
      if (enabled) await setAlert(env, caller, { productId, email: caller.email, targetPrice });
      else await endAlertsOn(em, caller.id, productId);
      return json(await answerOne(env, caller.id, id), 200);
    },
  )
  .openapi(
    forUser('PATCH /favorites/{id}/purchased', 'Marks a favourite as bought, or not', {
      params: byId,
      body: z.object({ purchased: z.boolean().default(true) }),
      answer: one,
    }),
    async ({ env, var: { caller }, req, json }) => {
      const { id } = req.valid('param');
      found(await updateFavorite(env.em(), caller.id, id, req.valid('json')), 'favourite');
      return json(await answerOne(env, caller.id, id), 200);
    },
  );
