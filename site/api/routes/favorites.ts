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
import { offerUrl, productUrl } from '../core/product-url.ts';
import { found, signedIn } from '../require.ts';
import { favorite, toFavorite } from '../responses/favorite.ts';
import { type RouteInput, type RouteTable, route, success } from '../route.ts';

const id = z.object({ id: z.uuid() });
/** A link may stand for several variants; `offerId` says which of them is meant. */
const savedOffer = z.object({ productUrl, offerId: z.uuid().optional() });
const done = z.object({ success: z.literal(true) });
const one = z.object({ success: z.literal(true), data: favorite });
const checked = z.object({ productUrl: z.string(), isFavorited: z.boolean() });
const groups = z.object({
  success: z.literal(true),
  data: z.array(z.object({ name: z.string(), count: z.number().int() })),
});
const ok = { body: { success: true } };
const sorts = Object.keys(FAVORITE_SORTS) as [keyof typeof FAVORITE_SORTS];

type Input = Pick<RouteInput<{ id: string }, unknown, unknown>, 'services' | 'caller' | 'params'>;

async function answerOne({ services, caller, params }: Input) {
  const row = await findFavorite(services.em(), signedIn(caller).id, params.id);
  return success(toFavorite(found(row, 'favourite'), services.config.siteUrl));
}

/** The calls of the specification's §7 "Favourites". */
export const favoriteRoutes: RouteTable = {
  'POST /favorites': route({
    summary: 'Saves an offer by its link; price and name are taken from our own record',
    access: 'user',
    limit: 'keep',
    body: z.union([z.object({ productSnapshot: savedOffer }), savedOffer]),
    answer: one,
    async handle({ services, caller, body }) {
      const wanted = 'productSnapshot' in body ? body.productSnapshot : body;
      const em = services.em();
      const url = offerUrl(wanted.productUrl, services.config.siteUrl);
      const offerId = found(await offerIdOfUrl(em, url, wanted.offerId), 'product');
      const saved = await addFavorite(em, signedIn(caller).id, offerId);
      const answer = await answerOne({ services, caller, params: saved });
      return { ...answer, status: saved.added ? 201 : 200 };
    },
  }),

  'GET /favorites': route({
    summary: 'The favourites of the caller with their counts',
    access: 'user',
    query: z.object({
      sortBy: z.enum(sorts).catch('addedAt').openapi({ type: 'string', enum: sorts }),
      sortOrder: z
        .enum(['asc', 'desc'])
        .catch('desc')
        .openapi({ type: 'string', enum: ['asc', 'desc'] }),
      limit: z.coerce.number().int().min(1).max(100).catch(50).openapi({ type: 'integer' }),
      page: z.coerce.number().int().min(1).max(1_000).catch(1).openapi({ type: 'integer' }),
    }),
    answer: z.object({
      success: z.literal(true),
      data: z.object({
        favorites: z.array(favorite),
        stats: z.object({
          total: z.number().int(),
          priceDropped: z.number().int(),
          purchased: z.number().int(),
        }),
      }),
    }),
    async handle({ services, caller, query }) {
      const em = services.em();
      const userId = signedIn(caller).id;
      const { page, ...list } = query;
      const rows = await listFavorites(em, userId, { ...list, offset: (page - 1) * list.limit });
      return success({
        favorites: rows.map((row) => toFavorite(row, services.config.siteUrl)),
        stats: await favoriteStats(em, userId),
      });
    },
  }),

  'GET /favorites/{id}': route({
    summary: 'One favourite',
    access: 'user',
    params: id,
    answer: one,
    handle: answerOne,
  }),

  'DELETE /favorites/{id}': route({
    summary: 'Removes a favourite',
    access: 'user',
    params: id,
    answer: done,
    async handle({ services, caller, params }) {
      found(await removeFavorite(services.em(), signedIn(caller).id, params.id), 'favourite');
      return ok;
    },
  }),

  'DELETE /favorites/by-url': route({
    summary: 'Removes what was saved under a link',
    access: 'user',
    body: z.object({ productUrl }),
    answer: done,
    async handle({ services, caller, body }) {
      const url = offerUrl(body.productUrl, services.config.siteUrl);
      found(await removeFavoritesOf(services.em(), signedIn(caller).id, { url }), 'favourite');
      return ok;
    },
  }),

  'PATCH /favorites/{id}/notes': route({
    summary: 'Replaces the notes of a favourite',
    access: 'user',
    params: id,
    body: z.object({ notes: z.string().max(2_000) }),
    answer: one,
    async handle({ services, caller, params, body }) {
      const userId = signedIn(caller).id;
      found(await updateFavorite(services.em(), userId, params.id, body), 'favourite');
      return answerOne({ services, caller, params });
    },
  }),

  'PATCH /favorites/{id}/price-alert': route({
    summary: 'Sets or ends the price alert of a favourite; without a target any drop counts',
    access: 'user',
    limit: 'keep',
    params: id,
    body: z.object({
      enabled: z.boolean(),
      targetPrice: z.number().min(0).max(1_000_000).nullable().optional(),
    }),
    answer: one,
    async handle({ services, caller, params, body }) {
      const em = services.em();
      const person = signedIn(caller);
      const row = found(await findFavorite(em, person.id, params.id), 'favourite');
      if (body.enabled) {
        await setAlert(services, person, {
          productId: row.productId,
          email: person.email,
          targetPrice: body.targetPrice ?? null,
        });
      } else {
        await endAlertsOn(em, person.id, row.productId);
      }
      return answerOne({ services, caller, params });
    },
  }),

  'PATCH /favorites/{id}/purchased': route({
    summary: 'Marks a favourite as bought, or not',
    access: 'user',
    params: id,
    body: z.object({ purchased: z.boolean().default(true) }),
    answer: one,
    async handle({ services, caller, params, body }) {
      const userId = signedIn(caller).id;
      found(await updateFavorite(services.em(), userId, params.id, body), 'favourite');
      return answerOne({ services, caller, params });
    },
  }),

  'POST /favorites/check': route({
    summary: 'Whether a link is saved',
    access: 'user',
    body: z.object({ productUrl }),
    answer: z.object({ success: z.literal(true), data: checked }),
    async handle({ services, caller, body }) {
      const url = offerUrl(body.productUrl, services.config.siteUrl);
      const saved = await favoritedUrls(services.em(), signedIn(caller).id, [url]);
      return success({ productUrl: body.productUrl, isFavorited: saved.has(url) });
    },
  }),

  'POST /favorites/check-batch': route({
    summary: 'Which of up to 200 links are saved',
    access: 'user',
    body: z.object({ productUrls: z.array(productUrl).max(200) }),
    answer: z.object({ success: z.literal(true), data: z.array(checked) }),
    async handle({ services, caller, body }) {
      const urls = body.productUrls.map((link) => offerUrl(link, services.config.siteUrl));
      const saved = await favoritedUrls(services.em(), signedIn(caller).id, urls);
      return success(
        body.productUrls.map((link, index) => ({
          productUrl: link,
          isFavorited: saved.has(urls[index] ?? ''),
        })),
      );
    },
  }),

  'GET /favorites/stats/categories': route({
    summary: 'Favourites counted by category',
    access: 'user',
    answer: groups,
    async handle({ services, caller }) {
      return success(await favoriteGroups(services.em(), signedIn(caller).id, 'category'));
    },
  }),

  'GET /favorites/stats/retailers': route({
    summary: 'Favourites counted by retailer',
    access: 'user',
    answer: groups,
    async handle({ services, caller }) {
      return success(await favoriteGroups(services.em(), signedIn(caller).id, 'retailer'));
    },
  }),
};
