import { z } from 'zod';
import { exportUser } from '#db/queries/accounts/export-user.ts';
import { securityOf } from '#db/queries/accounts/second-factor.ts';
import {
  changePreferences,
  deleteUser,
  findUser,
  isEmailTaken,
  saveProfile,
} from '#db/queries/accounts/users.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '#domain/account/password-rule.ts';
import { dateOf } from '#domain/calendar.ts';
import { PublicError } from '#domain/errors.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { withPublicErrors } from '../auth/auth-errors.ts';
import { type Posted, topic } from '../core/call.ts';
import type { CallEnv, Caller } from '../core/env.ts';
import { signInRequired } from '../core/failures.ts';
import type { ApiServices } from '../core/services.ts';
import { withMails } from '../mails/queue-mail.ts';
import { preferences, toUser, user } from '../responses/user.ts';
import { takeCode } from '../sign-in/second-factor.ts';
import { addressChangedMail, addWithin, recordEvent } from '../sign-in/welcome.ts';
import { code, email, emailTaken, name } from './auth.ts';

const NO_EMAIL = 'Email is required';
/** The password of the account; '' if the caller sends none. */
export const currentPassword = z.string().max(PASSWORD_MAX, 'Password is too long').default('');
/** What proves the owner of an account; the code only if it has a second factor. */
const proof = z.object({ currentPassword, code: code.optional() });
/** Without a password, a recent sign-in proves the owner; an older token may be stolen. */
const FRESH_MS = 10 * MINUTE_MS;

/**
 * Proves that the caller owns the account: by its password, or a sign-in within 10 minutes if it has none; and by a code if it has
 * a second factor. Throws PublicError 400, 403 and 429.
 */
export async function confirmOwner(
  env: CallEnv,
  caller: Caller,
  { currentPassword: password, code }: z.output<typeof proof>,
) {
  const { isOn, hasPassword } = await securityOf(env.em(), caller.id);
  if (hasPassword && password === '') {
    throw new PublicError(403, 'password-needed', 'Please enter your current password.');
  }
  if (!hasPassword && Date.now() - caller.signedInAt.getTime() > FRESH_MS) {
    throw new PublicError(403, 'sign-in-again', 'Please sign in again to change this.');
  }
  if (hasPassword) {
    await env.limits.signIn(env.remoteAddress, caller.email);
    const { headers } = caller;
    await withPublicErrors(() => env.auth.api.verifyPassword({ body: { password }, headers }));
  }
  if (!isOn) return;
  if (!code) {
    throw new PublicError(403, 'code-needed', 'Please enter the code of your authenticator app.');
  }
  await takeCode(env, caller.id, caller.headers, code);
}

/** A row of a person's own data, as stored (Australian Privacy Principle 12). */
const row = z.record(z.string(), z.unknown());
const rows = z.array(row);

/** The person's own record. Throws PublicError 401 if the account was deleted meanwhile. */
export async function userOf(services: ApiServices, id: string) {
  const row = await findUser(services.em(), { id });
  if (!row) throw signInRequired();
  return toUser(row);
}

const preferencesChange = preferences.partial();

export const changesPreferences = {
  body: preferencesChange,
  data: z.object({ preferences }),
  async run({ em, caller, body }: Posted<typeof preferencesChange>) {
    const changed = await changePreferences(em, caller.id, body);
    if (!changed) throw signInRequired();
    return { preferences: changed };
  },
};

/** The calls of the specification's §7 "Auth" that are about the caller's own account. */
export const accountRoutes = topic()
  .user('GET /auth/me', 'The signed-in person', {
    data: z.object({ user }),
    run: async ({ env, caller }) => ({ user: await userOf(env, caller.id) }),
  })
  .user('PUT /auth/preferences', 'Replaces the given preferences', changesPreferences)
  .user('PUT /auth/profile', 'Name and email; a new password ends other sessions', {
    limit: 'write',
    // The proof is required with a new address, the password with a new one: a missing one counts as wrong.
    body: proof.extend({
      name,
      email: z.string(NO_EMAIL).trim().min(1, NO_EMAIL).pipe(email),
      newPassword: z
        .string()
        .min(PASSWORD_MIN, `New password must be at least ${PASSWORD_MIN} characters`)
        .max(PASSWORD_MAX, 'Password is too long')
        .optional(),
    }),
    data: z.object({ user }),
    async run({ env, em, caller, body: { currentPassword, code, newPassword, ...profile } }) {
      // Checked before the password changes, so that a refused call changes nothing.
      if (await isEmailTaken(em, caller.id, profile.email)) throw emailTaken();
      const isMoving = caller.email !== profile.email.toLowerCase();
      if (isMoving) await confirmOwner(env, caller, { currentPassword, code });
      if (newPassword !== undefined) {
        if (!isMoving) await env.limits.signIn(env.remoteAddress, caller.email);
        // With true, better-auth would also replace the caller's own session.
        const change = { currentPassword, newPassword, revokeOtherSessions: false };
        const { headers } = caller;
        await withPublicErrors(() => env.auth.api.changePassword({ body: change, headers }));
        await env.auth.api.revokeOtherSessions({ headers });
        await recordEvent(
          env,
          { userId: caller.id },
          { kind: 'password-changed', way: 'password' },
        );
      }
      await withMails(env, async (tx, add) => {
        if (!(await saveProfile(tx, caller.id, profile))) throw emailTaken();
        if (isMoving) await addWithin(env, add, addressChangedMail(caller));
      });
      return { user: await userOf(env, caller.id) };
    },
  })
  .user('GET /auth/export', 'All stored data of the caller, as a file', {
    limit: 'write',
    data: z.object({
      exportedAt: z.iso.datetime(),
      account: row,
      signInMethods: rows,
      sessions: rows,
      signIns: rows,
      apiKeys: rows,
      searchHistory: rows,
      searchesCounted: rows,
      viewHistory: rows,
      favorites: rows,
      wishlist: rows,
      docket: rows,
      pricePasses: rows,
      watchedSearches: rows,
      alerts: rows,
      confirmedAddresses: rows,
      reviews: rows,
      feedback: rows,
      newsletter: rows,
      mails: rows,
    }),
    async run({ em, caller, c }) {
      const { account, ...lists } = await exportUser(em, caller.id);
      const exportedAt = new Date().toISOString();
      const file = `${SITE_NAME.toLowerCase()}-data-${dateOf(Date.now())}.json`;
      c.header('content-disposition', `attachment; filename="${file}"`);
      return { exportedAt, account: account[0] ?? {}, ...lists };
    },
  })
  .user('DELETE /auth/account', 'Deletes the account and all its data immediately', {
    body: proof,
    async run({ env, em, caller, body }) {
      await confirmOwner(env, caller, body);
      await deleteUser(em, caller.id);
    },
  });
