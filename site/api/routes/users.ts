import { z } from 'zod';
import { addWish, removeFavoritesOf, removeWish } from '#db/queries/shoppers/favorites.ts';
import { byId, topic } from '../core/call.ts';
import { found } from '../core/failures.ts';
import { user } from '../responses/user.ts';
import { changesPreferences, userOf } from './account.ts';
import { createsAccount } from './auth.ts';
import { addsSearch, addsView, namedProduct, savesProduct } from './me.ts';

const idAndProduct = byId.extend({ productId: z.uuid() });

/** The calls of the specification's §7 "Users". Callers reach their own record only. */
export const usersRoutes = topic()
  .anyone('POST /users', 'A new account, like POST /auth/register', createsAccount)
  .owner('GET /users/{id}', "The caller's own record", {
    data: user,
    run: ({ env, caller }) => userOf(env, caller.id),
  })
  .owner(
    'PATCH /users/{id}/preferences',
    'Changes preferences; what is left out stays',
    changesPreferences,
  )
  .owner('POST /users/{id}/search-history', 'Adds a search', addsSearch)
  .owner('POST /users/{id}/view-history', 'Adds a product view', addsView)
  .owner('POST /users/{id}/favorites', "Saves a product's best offer", savesProduct)
  .owner('DELETE /users/{id}/favorites/{productId}', 'Removes what was saved of a product', {
    params: idAndProduct,
    run: async ({ em, caller, param: { productId } }) =>
      found(await removeFavoritesOf(em, caller.id, { productId }), 'favourite'),
  })
  .owner('POST /users/{id}/wishlist', 'Wishes for a product', {
    limit: 'keep',
    body: namedProduct,
    status: 201,
    run: async ({ em, caller, body }) =>
      found(await addWish(em, caller.id, body.productId), 'product'),
  })
  .owner('DELETE /users/{id}/wishlist/{productId}', 'Takes a wish back', {
    params: idAndProduct,
    run: async ({ em, caller, param }) =>
      found(await removeWish(em, caller.id, param.productId), 'wish'),
  });
