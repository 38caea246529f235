import { z } from 'zod';
import { findUser } from '#db/queries/accounts/users.ts';
import { removeFavoritesOf } from '#db/queries/shoppers/favorites.ts';
import { addSearchHistory, addView } from '#db/queries/shoppers/histories.ts';
import { addWish, removeWish } from '#db/queries/shoppers/wishlists.ts';
import { call, DONE, done, ok, success, topic } from '../core/call.ts';
import type { Caller } from '../core/env.ts';
import { found } from '../core/failures.ts';
import { preferences, preferencesChange, toUser, user } from '../responses/user.ts';
import { changePreferences, createsAccount, register } from './auth.ts';
import { namedProduct, saveProduct, savesProduct, searchEntry } from './me.ts';

const id = z.object({ id: z.uuid() });
const idAndProduct = z.object({ id: z.uuid(), productId: z.uuid() });

/** The id in the path, which must be the caller's own: anyone else's does not exist. */
function own(caller: Caller, { id }: { id: string }): string {
  found(caller.id === id, 'user');
  return id;
}

/** The calls of the specification's §7 "Users". A person reaches their own record only. */
export const usersRoutes = topic()
  .openapi(
    call('POST /users', { ...createsAccount, summary: 'A new account, like POST /auth/register' }),
    async (c) => {
      const { services, remoteAddress } = c.env;
      return c.json(success(await register(services, remoteAddress, c.req.valid('json'))), 201);
    },
  )
  .openapi(
    call('GET /users/{id}', {
      summary: "The caller's own record",
      access: 'user',
      params: id,
      answer: ok(user),
    }),
    async (c) => {
      const row = await findUser(c.env.services.em(), own(c.var.caller, c.req.valid('param')));
      return c.json(success(toUser(found(row, 'user'))), 200);
    },
  )
  .openapi(
    call('PATCH /users/{id}/preferences', {
      summary: 'Changes preferences; what is left out stays',
      access: 'user',
      params: id,
      body: preferencesChange,
      answer: ok(z.object({ preferences })),
    }),
    async (c) => {
      const userId = own(c.var.caller, c.req.valid('param'));
      const merged = await changePreferences(c.env.services, userId, c.req.valid('json'));
      return c.json(success({ preferences: merged }), 200);
    },
  )
  .openapi(
    call('POST /users/{id}/search-history', {
      summary: 'Adds a search',
      access: 'user',
      limit: 'keep',
      params: id,
      body: searchEntry,
      answer: done,
      status: 201,
    }),
    async (c) => {
      const userId = own(c.var.caller, c.req.valid('param'));
      const { query, resultsCount } = c.req.valid('json');
      await addSearchHistory(c.env.services.em(), userId, query, resultsCount);
      return c.json(DONE, 201);
    },
  )
  .openapi(
    call('POST /users/{id}/view-history', {
      summary: 'Adds a product view',
      access: 'user',
      limit: 'keep',
      params: id,
      body: namedProduct,
      answer: done,
      status: 201,
    }),
    async (c) => {
      const userId = own(c.var.caller, c.req.valid('param'));
      const { productId } = c.req.valid('json');
      found(await addView(c.env.services.em(), userId, productId), 'product');
      return c.json(DONE, 201);
    },
  )
  .openapi(call('POST /users/{id}/favorites', { ...savesProduct, params: id }), async (c) => {
    const userId = own(c.var.caller, c.req.valid('param'));
    const { productId } = c.req.valid('json');
    const { id, added } = await saveProduct(c.env.services, userId, productId);
    return c.json(success({ id }), added ? 201 : 200);
  })
  .openapi(
    call('DELETE /users/{id}/favorites/{productId}', {
      summary: 'Removes what was saved of a product',
      access: 'user',
      params: idAndProduct,
      answer: done,
    }),
    async (c) => {
      const { productId, ...person } = c.req.valid('param');
      const userId = own(c.var.caller, person);
      found(await removeFavoritesOf(c.env.services.em(), userId, { productId }), 'favourite');
      return c.json(DONE, 200);
    },
  )
  .openapi(
    call('POST /users/{id}/wishlist', {
      summary: 'Wishes for a product',
      access: 'user',
      limit: 'keep',
      params: id,
      body: namedProduct,
      answer: done,
      status: 201,
    }),
    async (c) => {
      const userId = own(c.var.caller, c.req.valid('param'));
      const { productId } = c.req.valid('json');
      found(await addWish(c.env.services.em(), userId, productId), 'product');
      return c.json(DONE, 201);
    },
  )
  .openapi(
    call('DELETE /users/{id}/wishlist/{productId}', {
      summary: 'Takes a wish back',
      access: 'user',
      params: idAndProduct,
      answer: done,
    }),
    async (c) => {
      const { productId, ...person } = c.req.valid('param');
      const userId = own(c.var.caller, person);
      found(await removeWish(c.env.services.em(), userId, productId), 'wish');
      return c.json(DONE, 200);
    },
  );
