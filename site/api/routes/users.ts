import { z } from 'zod';
import { findUser, savePreferences } from '#db/queries/accounts/users.ts';
import {
  addFavorite,
  offerIdOfProduct,
  removeFavoritesOf,
} from '#db/queries/shoppers/favorites.ts';
import { addSearchHistory, addView } from '#db/queries/shoppers/histories.ts';
import { addWish, removeWish } from '#db/queries/shoppers/wishlists.ts';
import { PublicError } from '#domain/errors.ts';
import { found, signedIn } from '../require.ts';
import { preferences, toUser, user } from '../responses/user.ts';
import { type Caller, type RouteTable, route, success } from '../route.ts';
import { authRoutes } from './auth.ts';

const id = z.object({ id: z.uuid() });
const idAndProduct = z.object({ id: z.uuid(), productId: z.uuid() });
const product = z.object({ productId: z.uuid() });
const done = z.object({ success: z.literal(true) });
const ok = { body: { success: true } };

/** The id in the path must be the caller's own; anyone else's does not exist. */
function self(caller: Caller | null, params: { id: string }): string {
  const person = signedIn(caller);
  found(person.id === params.id, 'user');
  return person.id;
}

const registration = authRoutes['POST /auth/register'];
if (!registration)
  throw new Error('POST /users answers like POST /auth/register, which is missing');

/** The calls of the specification's §7 "Users". A person reaches their own record only. */
export const usersRoutes: RouteTable = {
  'POST /users': { ...registration, summary: 'A new account, like POST /auth/register' },

  'GET /users/{id}': route({
    summary: "The caller's own record",
    access: 'user',
    params: id,
    answer: z.object({ success: z.literal(true), data: user }),
    async handle({ services, caller, params }) {
      const row = await findUser(services.em(), self(caller, params));
      return success(toUser(found(row, 'user')));
    },
  }),

  'PATCH /users/{id}/preferences': route({
    summary: 'Changes preferences; what is left out stays',
    access: 'user',
    params: id,
    body: preferences.partial(),
    answer: z.object({ success: z.literal(true), data: z.object({ preferences }) }),
    async handle({ services, caller, params, body }) {
      const em = services.em();
      const row = found(await findUser(em, self(caller, params)), 'user');
      const merged = preferences.safeParse({ ...toUser(row).preferences, ...body });
      if (!merged.success) throw new PublicError(400, 'invalid-input', 'Invalid preferences');
      await savePreferences(em, row.id, merged.data);
      return success({ preferences: merged.data });
    },
  }),

  'POST /users/{id}/search-history': route({
    summary: 'Adds a search',
    access: 'user',
    limit: 'keep',
    params: id,
    body: z.object({
      query: z.string().trim().min(1).max(200),
      resultsCount: z.number().int().min(0).max(100_000).default(0),
    }),
    answer: done,
    async handle({ services, caller, params, body }) {
      await addSearchHistory(services.em(), self(caller, params), body.query, body.resultsCount);
      return { ...ok, status: 201 };
    },
  }),

  'POST /users/{id}/view-history': route({
    summary: 'Adds a product view',
    access: 'user',
    limit: 'keep',
    params: id,
    body: product,
    answer: done,
    async handle({ services, caller, params, body }) {
      found(await addView(services.em(), self(caller, params), body.productId), 'product');
      return { ...ok, status: 201 };
    },
  }),

  'POST /users/{id}/favorites': route({
    summary: "Saves a product's best offer",
    access: 'user',
    limit: 'keep',
    params: id,
    body: product,
    answer: z.object({ success: z.literal(true), data: z.object({ id: z.uuid() }) }),
    async handle({ services, caller, params, body }) {
      const em = services.em();
      const userId = self(caller, params);
      const offerId = found(await offerIdOfProduct(em, body.productId), 'product');
      const saved = await addFavorite(em, userId, offerId);
      return { ...success({ id: saved.id }), status: saved.added ? 201 : 200 };
    },
  }),

  'DELETE /users/{id}/favorites/{productId}': route({
    summary: 'Removes what was saved of a product',
    access: 'user',
    params: idAndProduct,
    answer: done,
    async handle({ services, caller, params }) {
      const of = { productId: params.productId };
      found(await removeFavoritesOf(services.em(), self(caller, params), of), 'favourite');
      return ok;
    },
  }),

  'POST /users/{id}/wishlist': route({
    summary: 'Wishes for a product',
    access: 'user',
    limit: 'keep',
    params: id,
    body: product,
    answer: done,
    async handle({ services, caller, params, body }) {
      found(await addWish(services.em(), self(caller, params), body.productId), 'product');
      return { ...ok, status: 201 };
    },
  }),

  'DELETE /users/{id}/wishlist/{productId}': route({
    summary: 'Takes a wish back',
    access: 'user',
    params: idAndProduct,
    answer: done,
    async handle({ services, caller, params }) {
      found(await removeWish(services.em(), self(caller, params), params.productId), 'wish');
      return ok;
    },
  }),
};
