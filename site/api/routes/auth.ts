import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { readerOfResetLink } from '#db/queries/accounts/sign-in.ts';
import {
  deleteUser,
  findUser,
  isEmailTaken,
  savePreferences,
  saveProfile,
} from '#db/queries/accounts/users.ts';
import { EMAIL_MAX, NO_EMAIL_ADDRESS } from '#domain/account/email-address.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '#domain/account/password-rule.ts';
import { PublicError } from '#domain/errors.ts';
import { toldPlainly } from '../auth/auth-errors.ts';
import { digestOf } from '../auth/reset-mail.ts';
import { takeOverAccount } from '../auth/take-over-account.ts';
import { tokenHeaders } from '../core/caller.ts';
import type { ApiServices } from '../core/services.ts';
import { preferences, toUser, user } from '../responses/user.ts';
import { type RouteTable, route, success } from '../route.ts';
import { changedAddressMail } from '../sign-in/changed-address-mail.ts';
import { welcome } from '../sign-in/welcome.ts';

const email = z.email(NO_EMAIL_ADDRESS).max(EMAIL_MAX, NO_EMAIL_ADDRESS);
const password = z.string().min(1).max(PASSWORD_MAX, 'Password is too long');
const newPassword = z
  .string()
  .min(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters long`)
  .max(PASSWORD_MAX, 'Password is too long');
const NO_NAME = 'Name is required';
const name = z.string(NO_NAME).trim().min(1, NO_NAME).max(100, 'Name is too long');
const NO_EMAIL = 'Email is required';
/** Spec §5. */
const NO_RESET_TOKEN = 'Invalid or missing reset token. Please request a new password reset link.';
const done = z.object({ success: z.literal(true) });
const signedIn = z.object({
  success: z.literal(true),
  data: z.object({ user, token: z.string() }),
});
const ok = { body: { success: true } };
/** Far longer than it takes to write a reset link. */
const FORGOT_ANSWER_MS = 200;

const emailTaken = () => new PublicError(409, 'email-taken', 'This email is already registered.');

/** Adds the account. Of two sign-ups at the same moment better-auth says of one no more than that it failed. */
async function signUp(
  services: ApiServices,
  body: { email: string; password: string; name: string },
) {
  try {
    return await toldPlainly(() => services.auth.api.signUpEmail({ body }));
  } catch (fault) {
    if (fault instanceof PublicError) throw fault;
    throw (await isEmailTaken(services.em(), null, body.email)) ? emailTaken() : fault;
  }
}

/** The calls of the specification's §7 "Auth", social sign-in aside. */
export const authRoutes: RouteTable = {
  'POST /auth/register': route({
    summary: 'A new account; the answer signs in',
    access: 'public',
    body: z.object({ email, password: newPassword, name }),
    answer: signedIn,
    async handle({ services, body, remoteAddress }) {
      await services.limits.signIn(remoteAddress, body.email);
      const result = await signUp(services, body);
      if (!result.token) throw emailTaken();
      const row = await welcome(services, result.user.id, remoteAddress);
      return { ...success({ user: toUser(row), token: result.token }), status: 201 };
    },
  }),

  'POST /auth/login': route({
    summary: 'Signs in with email and password',
    access: 'public',
    body: z.object({ email, password }),
    answer: signedIn,
    async handle({ services, body, remoteAddress }) {
      await services.limits.signIn(remoteAddress, body.email);
      const result = await toldPlainly(() => services.auth.api.signInEmail({ body }));
      const row = await welcome(services, result.user.id, remoteAddress);
      return success({ user: toUser(row), token: result.token });
    },
  }),

  'GET /auth/me': route({
    summary: 'The person that the token speaks for',
    access: 'user',
    answer: z.object({ success: z.literal(true), data: z.object({ user }) }),
    async handle({ services, caller }) {
      const row = await findUser(services.em(), caller?.id ?? '');
      if (!row) throw new PublicError(401, 'sign-in-required', 'Please sign in.');
      return success({ user: toUser(row) });
    },
  }),

  'PUT /auth/preferences': route({
    summary: 'Replaces preferences; what is left out stays',
    access: 'user',
    body: preferences.partial(),
    answer: z.object({ success: z.literal(true), data: z.object({ preferences }) }),
    async handle({ services, caller, body }) {
      const em = services.em();
      const row = await findUser(em, caller?.id ?? '');
      if (!row) throw new PublicError(401, 'sign-in-required', 'Please sign in.');
      const merged = preferences.parse({ ...toUser(row).preferences, ...body });
      await savePreferences(em, row.id, merged);
      return success({ preferences: merged });
    },
  }),

  'PUT /auth/profile': route({
    summary: 'Name, email, and with the current password a new one, which ends all other sessions',
    access: 'user',
    limit: 'write',
    body: z.object({
      name,
      email: z.string(NO_EMAIL).trim().min(1, NO_EMAIL).pipe(email),
      // An empty one is as wrong as any other, and told so.
      currentPassword: z.string().max(PASSWORD_MAX, 'Password is too long').optional(),
      newPassword: z
        .string()
        .min(PASSWORD_MIN, `New password must be at least ${PASSWORD_MIN} characters`)
        .max(PASSWORD_MAX, 'Password is too long')
        .optional(),
    }),
    answer: z.object({ success: z.literal(true), data: z.object({ user }) }),
    async handle({ services, caller, body, request, remoteAddress }) {
      const id = caller?.id ?? '';
      const em = services.em();
      // Before the password: a refused call changes nothing.
      if (await isEmailTaken(em, id, body.email)) throw emailTaken();
      if (body.newPassword !== undefined) {
        await services.limits.signIn(remoteAddress, caller?.email ?? '');
        const change = {
          currentPassword: body.currentPassword ?? '',
          newPassword: body.newPassword,
          // It would end the caller's session too, and give a new one.
          revokeOtherSessions: false,
        };
        const headers = tokenHeaders(request);
        await toldPlainly(() => services.auth.api.changePassword({ body: change, headers }));
        await services.auth.api.revokeOtherSessions({ headers });
      }
      if (!(await saveProfile(em, id, body))) throw emailTaken();
      if (caller && caller.email !== body.email.toLowerCase()) {
        await changedAddressMail(services, caller);
      }
      const row = await findUser(em, id);
      if (!row) throw new PublicError(401, 'sign-in-required', 'Please sign in.');
      return success({ user: toUser(row) });
    },
  }),

  'POST /auth/logout': route({
    summary: 'Ends the session of the token',
    access: 'public',
    answer: done,
    async handle({ services, caller, request }) {
      if (caller) await services.auth.api.signOut({ headers: tokenHeaders(request) });
      return ok;
    },
  }),

  'POST /auth/forgot-password': route({
    summary: 'Mails a reset link, if there is such an account; the answer does not tell',
    access: 'public',
    body: z.object({ email }),
    answer: done,
    async handle({ services, body, remoteAddress }) {
      await services.limits.mail(remoteAddress, body.email);
      await Promise.all([
        toldPlainly(() => services.auth.api.requestPasswordReset({ body: { email: body.email } })),
        // Writing a link takes longer than finding nobody, and would tell who has an account.
        setTimeout(FORGOT_ANSWER_MS),
      ]);
      return ok;
    },
  }),

  'POST /auth/reset-password': route({
    summary: 'Sets a new password with the token of a reset link; all sessions end',
    access: 'public',
    body: z.object({
      token: z.string(NO_RESET_TOKEN).min(1, NO_RESET_TOKEN).max(200, NO_RESET_TOKEN),
      newPassword,
    }),
    answer: done,
    async handle({ services, body, remoteAddress }) {
      await services.limits.signIn(remoteAddress, '');
      // The token's row is deleted and read in one statement: of two uses, one finds it gone.
      await toldPlainly(() => services.auth.api.resetPassword({ body }));
      const reader = await readerOfResetLink(services.em(), digestOf(body.token));
      if (reader) {
        await takeOverAccount(
          services.em(),
          services.queues,
          services.config,
          reader,
          'credential',
        );
      }
      return ok;
    },
  }),

  'DELETE /auth/account': route({
    summary: 'Deletes the account and everything of it, at once',
    access: 'user',
    answer: done,
    async handle({ services, caller }) {
      await deleteUser(services.em(), caller?.id ?? '');
      return ok;
    },
  }),
};
