import { z } from '@hono/zod-openapi';
import { endAlerts } from '#db/queries/alerts/alerts.ts';
import {
  addFavorite,
  FAVORITE_SORTS,
  favoritedUrls,
  favoriteGroups,
  favoriteStats,
  findFavorite,
  listFavorites,
  offerIdOfUrl,
  removeFavoritesOf,
  updateFavorite,
} from '#db/queries/shoppers/favorites.ts';
import { crawledDemoUrl } from '#domain/demo-shops.ts';
import { byId, type Posted, topic } from '../core/call.ts';
import { found } from '../core/failures.ts';
import type { ApiServices } from '../core/services.ts';
import { favorite, favoriteStatsAnswer, toFavorites } from '../responses/favorite.ts';
import { setAlert, targetPrice } from './alerts.ts';
import { removesFavorite } from './me.ts';

const NO_LINK = 'This is not the link of a product.';

/** A product's link as earlier responses state it. */
const productUrl = z
  .string(NO_LINK)
  .max(2_000, NO_LINK)
  .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), NO_LINK);

/** The crawled URL for a link; the site serves demo shops at its own address. */
function offerUrl(link: string, siteUrl: string): string {
  return crawledDemoUrl(link, siteUrl) ?? link;
}

/** Several variants may share a link; `offerId` selects one of them. */
const savedOffer = z.object({ productUrl, offerId: z.uuid().optional() });
const checked = z.object({ productUrl: z.string(), isFavorited: z.boolean() });
const groups = z.array(z.object({ name: z.string(), count: z.number().int() }));

/** An integer from 1 to `max`. Like all parameters of the list, an invalid value gives the default. */
const wholeNumber = (max: number, fallback: number) =>
  z.coerce
    .number<string>()
    .int()
    .min(1)
    .max(max)
    .catch(fallback)
    .default(fallback)
    .openapi({ type: 'integer' });
const sortBy = z.enum(Object.keys(FAVORITE_SORTS) as [keyof typeof FAVORITE_SORTS]);
const sortOrder = z.enum(['asc', 'desc']);
const listed = z.object({
  sortBy: sortBy
    .catch('addedAt')
    .openapi({ type: 'string', enum: sortBy.options, description: 'Sort key' }),
  sortOrder: sortOrder
    .catch('desc')
    .openapi({ type: 'string', enum: sortOrder.options, description: 'Sort direction' }),
  limit: wholeNumber(100, 50).describe('Favourites per page'),
  page: wholeNumber(1_000, 1).describe('From 1'),
});

/** One favourite. Throws PublicError 404 if the person does not have it. */
async function readFavorite(services: ApiServices, userId: string, favoriteId: string) {
  const row = found(await findFavorite(services.em(), userId, favoriteId), 'favourite');
  const [one] = await toFavorites(services, [row]);
  return found(one, 'favourite');
}

type Updating = Posted<z.ZodType<{ notes: string } | { purchased: boolean }>> & {
  param: { id: string };
};

/** Replaces the notes or `purchased` of a favourite. */
async function updated({ env, em, caller, param: { id }, body }: Updating) {
  found(await updateFavorite(em, caller.id, id, body), 'favourite');
  return readFavorite(env, caller.id, id);
}

/** The calls of the specification's §7 "Favourites". Literal paths come before paths with an id. */
export const favoriteRoutes = topic()
  .user('POST /favorites', 'Saves an offer by its link; price and name come from our own record', {
    limit: 'keep',
    body: z.union([z.object({ productSnapshot: savedOffer }), savedOffer], NO_LINK),
    data: favorite,
    status: [200, 201],
    async run({ env, em, caller, body, c }) {
      const snapshot = 'productSnapshot' in body ? body.productSnapshot : body;
      const url = offerUrl(snapshot.productUrl, env.config.siteUrl);
      const offerId = found(await offerIdOfUrl(em, url, snapshot.offerId), 'product');
      const { id, added } = await addFavorite(em, caller.id, offerId);
      if (added) c.status(201);
      return readFavorite(env, caller.id, id);
    },
  })
  .user('GET /favorites', 'The favourites of the caller with statistics', {
    query: listed,
    data: z.object({ favorites: z.array(favorite), stats: favoriteStatsAnswer }),
    async run({ env, em, caller, query: { page, ...list } }) {
      const rows = await listFavorites(em, caller.id, { ...list, offset: (page - 1) * list.limit });
      return { favorites: await toFavorites(env, rows), stats: await favoriteStats(em, caller.id) };
    },
  })
  .user('DELETE /favorites/by-url', 'Removes the favourites with a link', {
    body: z.object({ productUrl }),
    async run({ env, em, caller, body }) {
      const url = offerUrl(body.productUrl, env.config.siteUrl);
      found(await removeFavoritesOf(em, caller.id, { url }), 'favourite');
    },
  })
  .user('POST /favorites/check', 'Whether a link is a favourite', {
    body: z.object({ productUrl }),
    data: checked,
    async run({ env, em, caller, body: { productUrl } }) {
      const url = offerUrl(productUrl, env.config.siteUrl);
      return { productUrl, isFavorited: (await favoritedUrls(em, caller.id, [url])).has(url) };
    },
  })
  .user('POST /favorites/check-batch', 'Which of up to 200 links are favourites', {
    body: z.object({ productUrls: z.array(productUrl).max(200) }),
    data: z.array(checked),
    async run({ env, em, caller, body: { productUrls } }) {
      const urls = productUrls.map((link) => offerUrl(link, env.config.siteUrl));
      const saved = await favoritedUrls(em, caller.id, urls);
      return productUrls.map((productUrl, index) => ({
        productUrl,
        isFavorited: saved.has(urls[index] ?? ''),
      }));
    },
  })
  .user('GET /favorites/stats/categories', 'Favourites counted by category', {
    data: groups,
    run: ({ em, caller }) => favoriteGroups(em, caller.id, 'category'),
  })
  .user('GET /favorites/stats/retailers', 'Favourites counted by retailer', {
    data: groups,
    run: ({ em, caller }) => favoriteGroups(em, caller.id, 'retailer'),
  })
  .user('GET /favorites/{id}', 'One favourite', {
    params: byId,
    data: favorite,
    run: ({ env, caller, param }) => readFavorite(env, caller.id, param.id),
  })
  .user('DELETE /favorites/{id}', 'Removes a favourite', removesFavorite)
  .user('PATCH /favorites/{id}/notes', 'Replaces the notes of a favourite', {
    params: byId,
    body: z.object({ notes: z.string().max(2_000) }),
    data: favorite,
    run: updated,
  })
  .user('PATCH /favorites/{id}/price-alert', 'Sets or ends its price alert', {
    limit: 'keep',
    params: byId,
    body: z.object({ enabled: z.boolean(), targetPrice }),
    data: favorite,
    async run({ env, em, caller, param: { id }, body: { enabled, targetPrice } }) {
      const { productId } = found(await findFavorite(em, caller.id, id), 'favourite');
      if (enabled) await setAlert(env, caller, { productId, email: caller.email, targetPrice });
      else await endAlerts(em, { user: caller.id, product: productId });
      return readFavorite(env, caller.id, id);
    },
  })
  .user('PATCH /favorites/{id}/purchased', 'Marks a favourite as purchased or not', {
    params: byId,
    body: z.object({ purchased: z.boolean().default(true) }),
    data: favorite,
    run: updated,
  });
