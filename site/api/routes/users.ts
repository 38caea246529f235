import { z } from 'zod';
import { findUser } from '#db/queries/accounts/users.ts';
import { addWish, removeFavoritesOf, removeWish } from '#db/queries/shoppers/favorites.ts';
import { addSearchHistory, addView } from '#db/queries/shoppers/histories.ts';
import { byId, DONE, done, forAnyone, forUser, ok, success, topic } from '../core/call.ts';
import type { Caller } from '../core/env.ts';
import { found } from '../core/failures.ts';
import { preferences, preferencesChange, toUser, user } from '../responses/user.ts';
import { changePreferences } from './account.ts';
import { createsAccount, register } from './auth.ts';
import { namedProduct, saveProduct, savesProduct, searchEntry } from './me.ts';

const idAndProduct = byId.extend({ productId: z.uuid() });

/** Returns the id in the path. Throws PublicError 404 unless it is the caller's own. */
function own(caller: Caller, { id }: { id: string }): string {
  found(caller.id === id, 'user');
  return id;
}

/** The calls of the specification's §7 "Users". Callers reach their own record only. */
export const usersRoutes = topic()
  .openapi(
    forAnyone('POST /users', 'A new account, like POST /auth/register', createsAccount),
    async ({ env, req, json }) => json(success(await register(env, req.valid('json'))), 201),
  )
  .openapi(
    forUser('GET /users/{id}', "The caller's own record", { params: byId, answer: ok(user) }),
    async ({ env: { em }, var: { caller }, req, json }) => {
      const row = await findUser(em(), own(caller, req.valid('param')));
      return json(success(toUser(found(row, 'user'))), 200);
    },
  )
  .openapi(
    forUser('PATCH /users/{id}/preferences', 'Changes preferences; what is left out stays', {
      params: byId,
      body: preferencesChange,
      answer: ok(z.object({ preferences })),
    }),
    async ({ env, var: { caller }, req, json }) => {
      const userId = own(caller, req.valid('param'));
      const merged = await changePreferences(env, userId, req.valid('json'));
      return json(success({ preferences: merged }), 200);
    },
  )
  .openapi(
    forUser('POST /users/{id}/search-history', 'Adds a search', {
      limit: 'keep',
      params: byId,
      body: searchEntry,
      answer: done,
      status: 201,
    }),
    async ({ env: { em }, var: { caller }, req, json }) => {
      const userId = own(caller, req.valid('param'));
      const { query, resultsCount } = req.valid('json');
      await addSearchHistory(em(), userId, query, resultsCount);
      return json(DONE, 201);
    },
  )
  .openapi(
    forUser('POST /users/{id}/view-history', 'Adds a product view', {
      limit: 'keep',
      params: byId,
      body: namedProduct,
      answer: done,
      status: 201,
    }),
    async ({ env: { em }, var: { caller }, req, json }) => {
      const userId = own(caller, req.valid('param'));
      found(await addView(em(), userId, req.valid('json').productId), 'product');
      return json(DONE, 201);
    },
  )
  .openapi(
    forUser('POST /users/{id}/favorites', "Saves a product's best offer", {
      ...savesProduct,
      params: byId,
    }),
    async ({ env, var: { caller }, req, json }) => {
      const userId = own(caller, req.valid('param'));
      const { productId } = req.valid('json');
      const { id, added } = await saveProduct(env, userId, productId);
      return json(success({ id }), added ? 201 : 200);
    },
  )
  .openapi(
    forUser('DELETE /users/{id}/favorites/{productId}', 'Removes what was saved of a product', {
      params: idAndProduct,
      answer: done,
    }),
    async ({ env: { em }, var: { caller }, req, json }) => {
      const { productId, ...person } = req.valid('param');
      const userId = own(caller, person);
      found(await removeFavoritesOf(em(), userId, { productId }), 'favourite');
      return json(DONE, 200);
    },
  )
  .openapi(
    forUser('POST /users/{id}/wishlist', 'Wishes for a product', {
      limit: 'keep',
      params: byId,
      body: namedProduct,
      answer: done,
      status: 201,
    }),
    async ({ env: { em }, var: { caller }, req, json }) => {
      const userId = own(caller, req.valid('param'));
      found(await addWish(em(), userId, req.valid('json').productId), 'product');
      return json(DONE, 201);
    },
  )
  .openapi(
    forUser('DELETE /users/{id}/wishlist/{productId}', 'Takes a wish back', {
      params: idAndProduct,
      answer: done,
    }),
    async ({ env: { em }, var: { caller }, req, json }) => {
      const { productId, ...person } = req.valid('param');
      const userId = own(caller, person);
      found(await removeWish(em(), userId, productId), 'wish');
      return json(DONE, 200);
    },
  );
